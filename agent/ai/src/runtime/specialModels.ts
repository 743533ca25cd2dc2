import type { ImageContent, JsonObject, ModelCost, TextContent, Usage } from "@relay-harness/protocol";
import type { RequestAuth } from "../credentials/types.ts";
import { errorText, ModelsError } from "../credentials/modelsError.ts";

interface SpecialModelBase {
  id: string;
  name: string;
  api: string;
  provider: string;
  baseUrl: string;
  input: ("text" | "image")[];
  cost: ModelCost;
  inputLimits?: object;
  headers?: Record<string, string>;
}

/** A model that makes images. */
export interface ImageModel extends SpecialModelBase {
  type: "image";
  output: ("text" | "image")[];
}

/** A model that answers questions with probabilities. */
export interface ClassifierModel extends SpecialModelBase {
  type: "classifier";
  contextWindow: number;
  compat?: JsonObject;
}

/** Models that are no chat models, by type (models.md §22). */
export interface SpecialModelTypes {
  image: ImageModel;
  classifier: ClassifierModel;
}
export type SpecialModelType = keyof SpecialModelTypes;

export type ClassifierQuestion =
  | { type: "choice"; instructions: string; criteria: Record<string, string> }
  | { type: "score"; instructions: string; criteria: string[] }
  | { type: "bool"; instructions: string; criteria: { true: string; false: string } };

export type ClassifierAnswer =
  | { type: "choice"; choice: string; probabilities: Record<string, number>; confidence: number }
  | { type: "score"; score: number; confidence: number }
  | { type: "bool"; probability: number };

export interface ClassifierContext {
  state: JsonObject;
  images?: ImageContent[];
  questions: Record<string, ClassifierQuestion>;
}

export interface ImagesContext {
  input: (TextContent | ImageContent)[];
}

interface SpecialResult {
  api: string;
  provider: string;
  model: string;
  usage?: Usage;
  stopReason: "stop" | "error" | "aborted";
  errorMessage?: string;
  timestamp?: number;
}

export interface ClassifierResult extends SpecialResult {
  answers: Record<string, ClassifierAnswer>;
}

export interface ImagesResult extends SpecialResult {
  output: (TextContent | ImageContent)[];
  responseId?: string;
}

/** What a request carries beside its content. */
export interface SpecialOptions extends Partial<RequestAuth> {
  temperature?: number;
  signal?: AbortSignal;
}

/** Implementations of an API, as an extension hands them over. */
export interface ImageGenerator {
  generateImages(model: ImageModel, context: ImagesContext, options: SpecialOptions): Promise<ImagesResult>;
}
export interface Classifier {
  classify(
    model: ClassifierModel,
    context: ClassifierContext,
    options: SpecialOptions,
  ): Promise<ClassifierResult>;
}

/** Fields that a registration may leave out. */
export type SpecialModelEntry = Partial<Omit<SpecialModelBase, "id">> & {
  id: string;
  type: SpecialModelType;
  output?: ("text" | "image")[];
  contextWindow?: number;
};

export function isSpecialEntry(entry: { id: string; type?: string }): entry is SpecialModelEntry {
  return entry.type === "image" || entry.type === "classifier";
}

/** An entry with what its provider says, and free until told otherwise. */
export function completeSpecialModel(
  provider: string,
  entry: SpecialModelEntry,
  shared: { api?: string; baseUrl?: string },
): ImageModel | ClassifierModel {
  const base = {
    ...entry,
    provider,
    name: entry.name ?? entry.id,
    api: entry.api ?? shared.api ?? "",
    baseUrl: entry.baseUrl ?? shared.baseUrl ?? "",
    input: entry.input ?? ["text"],
    cost: entry.cost ?? { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
  };
  if (entry.type === "image") return { ...base, type: "image", output: entry.output ?? ["image"] };
  return { ...base, type: "classifier", contextWindow: entry.contextWindow ?? 0 };
}

/** Runs a request that never rejects: failures are results. */
export async function specialResult<R extends SpecialResult>(
  { api, provider, id }: Pick<SpecialModelBase, "api" | "provider" | "id">,
  empty: Omit<R, keyof SpecialResult>,
  signal: AbortSignal | undefined,
  work: () => Promise<R>,
): Promise<R> {
  try {
    signal?.throwIfAborted();
    return await work();
  } catch (error) {
    const stopReason = signal?.aborted ? "aborted" : "error";
    const failure: SpecialResult = { api, provider, model: id, stopReason, errorMessage: errorText(error) };
    // `empty` has what R adds to the fields of every result.
    return { ...empty, ...failure, timestamp: Date.now() } as unknown as R;
  }
}

export function noImplementation(kind: string, api: string): ModelsError {
  return new ModelsError("provider", `No ${kind} implementation for "${api}"`);
}
