import type { Model } from "@relay-harness/protocol";
import { chooseFromList } from "../numberedList.ts";
import type { LineCommandContext } from "./lineCommand.ts";
import { screenOf } from "./screenOf.ts";

export async function chooseModel(context: LineCommandContext): Promise<void> {
  const { runtime, transcript, argument } = context;
  const models = await runtime.availableModels();
  const exact = argument === "" ? [] : exactMatches(argument, models);
  const [only] = exact.length > 0 ? exact : partialMatches(argument, models);
  const isClear = exact.length === 1 || (argument !== "" && partialMatches(argument, models).length === 1);
  if (only && isClear) return use(context, only);
  // What is not in the list, such as the offline guide, can still be named in full.
  const slash = argument.indexOf("/");
  if (!only && slash > 0) {
    return use(context, { provider: argument.slice(0, slash), id: argument.slice(slash + 1) });
  }
  if (!only && argument !== "") throw new Error(`Model not found: ${argument}`);
  if (models.length === 0) return transcript.line("No models available. Store a key with /login.");
  const chosen = await pickModel(context, models, argument);
  if (chosen) await use(context, chosen);
}

async function use(
  { runtime, transcript }: LineCommandContext,
  { provider, id }: Pick<Model, "provider" | "id">,
): Promise<void> {
  const model = await runtime.session.selectModel(provider, id);
  transcript.line(`Using ${modelReference(model)}.`);
}

/** The list is the one that the argument finds. */
function pickModel(
  context: LineCommandContext,
  models: readonly Model[],
  search: string,
): Promise<Model | undefined> {
  const current = context.runtime.session.model;
  const isCurrent = (model: Model): boolean =>
    current !== undefined && modelReference(model) === modelReference(current);
  return chooseFromList<Model>({
    screen: screenOf(context),
    noun: "model",
    title: () => "Models",
    emptyText: "There are none.",
    search,
    load: (text) => partialMatches(text, models),
    describe: (model) => `${modelReference(model)}${isCurrent(model) ? "  (in use)" : ""}`,
    startAt: (found) => found.findIndex(isCurrent),
    actions: {
      d: {
        form: "number",
        description: "use a model and make it the default",
        run: async (model) => {
          await context.runtime.session.setModel(model, { persist: true });
          context.transcript.line(`Using ${modelReference(model)}, from now on as the default.`);
        },
      },
    },
  });
}

/** By full name, else by id. */
function exactMatches(text: string, models: readonly Model[]): readonly Model[] {
  const wanted = text.toLowerCase();
  const named = models.filter((model) => modelReference(model).toLowerCase() === wanted);
  return named.length > 0 ? named : models.filter(({ id }) => id.toLowerCase() === wanted);
}

function partialMatches(text: string, models: readonly Model[]): readonly Model[] {
  return models.filter((model) => modelReference(model).toLowerCase().includes(text.toLowerCase()));
}

export function modelReference({ provider, id }: Pick<Model, "provider" | "id">): string {
  return `${provider}/${id}`;
}
