import { isJsonObject, type LlmMessage, type Model } from "@relay-harness/protocol";
import { sharedEndpoint } from "../catalog/catalog.ts";
import { ModelsError, errorText } from "../credentials/modelsError.ts";
import type {
  AuthInteraction,
  AuthPrompt,
  OAuthCredential,
  OAuthImplementation,
} from "../credentials/types.ts";
import { AssistantMessageEventStream } from "../eventStream.ts";
import type { ModelEntry } from "../modelsJson/schema.ts";
import type { AssistantMessageEvent, AssistantMessageStream, Context, StreamOptions } from "../types.ts";
import { failedMessage } from "./lazyStream.ts";
import type { RefreshContext } from "./nativeProvider.ts";
import {
  isSpecialEntry,
  type Classifier,
  type ImageGenerator,
  type SpecialModelEntry,
} from "./specialModels.ts";

/** A response stream of an extension: events, and usually the final message. */
export type ProviderEventStream = AsyncIterable<AssistantMessageEvent>;

/** Sends one request for an extension's provider; may throw before it returns a stream. */
export type StreamSimple = (
  model: Model,
  context: { messages: LlmMessage[] },
  options: StreamOptions,
) => ProviderEventStream;

/** How the config form of a sign-in reaches the user. */
export interface OAuthLoginCallbacks {
  onAuth(info: { url: string; instructions?: string }): void;
  onDeviceCode(info: {
    userCode: string;
    verificationUri: string;
    intervalSeconds?: number;
    expiresInSeconds?: number;
  }): void;
  onPrompt(prompt: { message: string; placeholder?: string; allowEmpty?: boolean }): Promise<string>;
  /** Resolves with the id of an option. */
  onSelect(prompt: { message: string; options: { id: string; label: string }[] }): Promise<string>;
  onProgress(message: string): void;
  onManualCodeInput(): Promise<string>;
  signal?: AbortSignal;
}

/** Config form of an extension's OAuth flow. */
export interface ProviderOAuthConfig {
  name: string;
  isSubscription?: boolean;
  /** Absent: there is no way to sign in. */
  login?(callbacks: OAuthLoginCallbacks): Promise<Omit<OAuthCredential, "type">>;
  /** The models as a credential changes them, such as by the address that belongs to it. */
  modifyModels?(models: Model[], credential: OAuthCredential): Model[];
  refreshToken(credential: OAuthCredential, signal: AbortSignal): Promise<OAuthCredential>;
  getApiKey(credential: OAuthCredential): string;
}

/** Config form of `registerProvider` (models.md §7). Key and header values are unresolved. */
export interface ProviderConfig {
  name?: string;
  baseUrl?: string;
  apiKey?: string;
  api?: string;
  headers?: Record<string, string>;
  authHeader?: boolean;
  /** Replaces the provider's models; absent keeps them. */
  models?: (SpecialModelEntry | (ModelEntry & { type?: string }))[];
  /** Implementations of image and classifier models, by API. */
  images?: Record<string, ImageGenerator>;
  classifiers?: Record<string, Classifier>;
  streamSimple?: StreamSimple;
  oauth?: ProviderOAuthConfig;
  /** Lists all models; the result replaces `models` and is kept for later starts. */
  refreshModels?(context: RefreshContext): Promise<(SpecialModelEntry | (ModelEntry & { type?: string }))[]>;
}

/** @throws ModelsError `provider` when a model has no API or no base URL. */
export function checkProviderConfig(provider: string, config: ProviderConfig): void {
  if (provider === "") throw new ModelsError("provider", "A provider needs an id");
  const shared = sharedEndpoint(provider);
  for (const model of chatModels(config.models)) {
    const place = `Provider ${provider}, model ${JSON.stringify(model.id)}`;
    if (!model.id) throw new ModelsError("provider", `${place}: id must be a non-empty string`);
    if (!(model.api ?? config.api ?? shared.api)) throw new ModelsError("provider", `${place}: needs an api`);
    // A custom stream function may know its own endpoint.
    const hasUrl = model.baseUrl ?? config.baseUrl ?? shared.baseUrl ?? config.streamSimple;
    if (!hasUrl) throw new ModelsError("provider", `${place}: needs a baseUrl`);
  }
  for (const model of (config.models ?? []).filter(isSpecialEntry)) {
    const api = model.api ?? config.api ?? "";
    const isKnown = model.type === "image" ? config.images?.[api] : config.classifiers?.[api];
    if (!isKnown) {
      const place = `Provider ${provider}, ${model.type} model ${JSON.stringify(model.id)}`;
      throw new ModelsError("provider", `${place}: needs an implementation of its api "${api}"`);
    }
  }
}

/** The chat models of a list; other types are no part of the chat catalog. */
export function chatModels(models: ProviderConfig["models"] = []): ModelEntry[] {
  return models.filter(
    (model): model is ModelEntry & { type?: string } => model.type === undefined || model.type === "chat",
  );
}

/** The complete form of a config form's OAuth part. */
export function oauthImplementation(config: ProviderOAuthConfig): OAuthImplementation {
  return {
    name: config.name,
    ...(config.isSubscription === undefined ? {} : { isSubscription: config.isSubscription }),
    ...(config.login && { login: (interaction) => signIn(config, interaction) }),
    refresh: (credential, signal) => config.refreshToken(credential, signal),
    toAuth: (credential) => ({ apiKey: config.getApiKey(credential) }),
  };
}

async function signIn(
  config: ProviderOAuthConfig,
  interaction: AuthInteraction,
): Promise<Omit<OAuthCredential, "type">> {
  if (!config.login) throw new ModelsError("oauth", `${config.name} has no sign-in`);
  const ask = async (prompt: AuthPrompt, allowEmpty: boolean): Promise<string> => {
    const answer = await interaction.prompt(prompt);
    if (answer.trim() === "" && !allowEmpty) throw new ModelsError("oauth", "An answer is needed to go on");
    return answer;
  };
  return config.login({
    onAuth: (info) => interaction.notify({ type: "auth_url", ...info }),
    onDeviceCode: (info) => interaction.notify({ type: "device_code", ...info }),
    onPrompt: ({ allowEmpty = false, ...prompt }) => ask({ type: "text", ...prompt }, allowEmpty),
    onSelect: (prompt) => ask({ type: "select", ...prompt }, false),
    onProgress: (message) => interaction.notify({ type: "progress", message }),
    onManualCodeInput: () =>
      ask(
        { type: "manual_code", message: "Paste the code, or the address that the browser ended at" },
        false,
      ),
    ...(interaction.signal && { signal: interaction.signal }),
  });
}

/** Sends a request through an extension's stream function; whatever goes wrong becomes an `error` event. */
export function streamThroughExtension(
  streamSimple: StreamSimple,
  model: Model,
  context: Context,
  options: StreamOptions,
): AssistantMessageStream {
  const source = streamSimple(model, { messages: transcriptOf(context) }, options);
  if (isCompleteStream(source)) return source;
  const stream = new AssistantMessageEventStream();
  void pump(source, stream, model);
  return stream;
}

function isCompleteStream(source: ProviderEventStream): source is AssistantMessageStream {
  return (
    isJsonObject(source) && typeof source.takeBatch === "function" && typeof source.result === "function"
  );
}

/** Never rejects. */
async function pump(
  source: ProviderEventStream,
  stream: AssistantMessageEventStream,
  model: Model,
): Promise<void> {
  let failure = "Provider stream ended without a final event";
  try {
    for await (const event of source) stream.push(event);
  } catch (error) {
    failure = errorText(error);
  }
  if (stream.isEnded) return;
  stream.push({ type: "error", reason: "error", error: failedMessage(model, failure) });
}

/** Messages with prompt and tools folded into a leading system message. */
function transcriptOf({ systemPrompt, tools, messages }: Context): LlmMessage[] {
  if (systemPrompt === undefined && !tools?.length) return [...messages];
  const timestamp = messages[0]?.timestamp ?? Date.now();
  const content = systemPrompt ?? "";
  return [
    { role: "system", content, ...(tools?.length ? { toolsAdded: [...tools] } : {}), timestamp },
    ...messages,
  ];
}
