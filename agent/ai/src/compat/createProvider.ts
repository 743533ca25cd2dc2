import type { Model } from "@relay-harness/protocol";
import { ModelsError } from "../credentials/modelsError.ts";
import type { Credential } from "../credentials/types.ts";
import type { NativeProvider, RefreshContext } from "../runtime/nativeProvider.ts";
import type { StreamSimple } from "../runtime/registration.ts";
import type { Classifier, ClassifierModel, ImageGenerator, ImageModel } from "../runtime/specialModels.ts";

type AnyModel = Model | ImageModel | ClassifierModel;

/** Models as they are given, complete, and the chat models among them: the same arrays until something changes. */
interface Listed {
  source: readonly AnyModel[];
  all: AnyModel[];
  chat: Model[];
}

/** What speaks an API, or only its function. */
type StreamSource = StreamSimple | { streamSimple: StreamSimple } | { stream: StreamSimple };

export interface CreateProviderOptions {
  id: string;
  /** Default: the id. */
  name?: string;
  /** Of models that have none. */
  baseUrl?: string;
  headers?: Record<string, string>;
  auth: NativeProvider["auth"];
  models: readonly AnyModel[] | (() => readonly AnyModel[]);
  /** Lists the models anew; the result is kept for later starts. */
  fetchModels?: (context: RefreshContext) => Promise<readonly AnyModel[]>;
  filterModels?: (models: readonly Model[], credential: Credential | undefined) => readonly Model[];
  /** As `filterModels`, for models of every type. */
  filterAllModels?: (models: readonly AnyModel[], credential: Credential | undefined) => readonly AnyModel[];
  /** One implementation for all models, or one per `model.api`. */
  api?: StreamSource | Readonly<Record<string, StreamSource>>;
  images?: Readonly<Record<string, ImageGenerator>>;
  classifiers?: Readonly<Record<string, Classifier>>;
}

/**
 * A provider in its complete form, for `relay.registerProvider`.
 * @throws ModelsError `provider` without an implementation.
 */
export function createProvider(options: CreateProviderOptions): NativeProvider {
  const { id, name = id, baseUrl, headers, auth, api, images = {}, classifiers = {} } = options;
  if (!api && Object.keys(images).length + Object.keys(classifiers).length === 0) {
    throw new ModelsError("provider", `Provider ${id} needs an implementation: api, images or classifiers`);
  }
  let fetched: readonly AnyModel[] | undefined;
  let cache: Listed | undefined;
  const current = (): Listed => {
    const source = fetched ?? (typeof options.models === "function" ? options.models() : options.models);
    if (cache?.source === source) return cache;
    const all = source.map((model) => ({
      ...model,
      provider: id,
      baseUrl: model.baseUrl || (baseUrl ?? ""),
    }));
    return (cache = { source, all, chat: all.filter(isChat) });
  };
  const { fetchModels, filterModels, filterAllModels } = options;
  return {
    id,
    name,
    ...(baseUrl !== undefined && { baseUrl }),
    ...(headers && { headers }),
    auth,
    getModels: () => current().chat,
    getAllModels: () => current().all,
    ...(fetchModels && {
      refreshModels: async (context: RefreshContext) => {
        if (!context.allowNetwork) {
          // Kept by an earlier refresh, as that one gave them.
          const stored = context.stored?.models as readonly AnyModel[] | undefined;
          if (stored) await context.publish({ update: () => void (fetched = stored) });
          return;
        }
        const models = await fetchModels(context);
        await context.publish({
          persist: { models: [...models], checkedAt: Date.now() },
          update: () => void (fetched = models),
        });
      },
    }),
    ...((filterModels ?? filterAllModels) && {
      filterModels: (models: readonly Model[], credential: Credential | undefined) => {
        const kept = filterModels?.(models, credential) ?? models;
        return filterAllModels ? filterAllModels(kept, credential).filter(isChat) : kept;
      },
    }),
    ...(api && { streamSimple: streamOf(id, api) }),
    ...(Object.keys(images).length > 0 && {
      generateImages: (...args: Parameters<ImageGenerator["generateImages"]>) =>
        implementationOf(id, images, args[0].api).generateImages(...args),
    }),
    ...(Object.keys(classifiers).length > 0 && {
      classify: (...args: Parameters<Classifier["classify"]>) =>
        implementationOf(id, classifiers, args[0].api).classify(...args),
    }),
  };
}

function isChat(model: AnyModel): model is Model {
  const type: string | undefined = model.type;
  return type === undefined || type === "chat";
}

function streamOf(id: string, api: NonNullable<CreateProviderOptions["api"]>): StreamSimple {
  const single = functionOf(api);
  return (model, context, options) => {
    const send = single ?? functionOf((api as Readonly<Record<string, StreamSource>>)[model.api]);
    if (!send) throw new ModelsError("provider", `Provider ${id} has no implementation of "${model.api}"`);
    return send(model, context, options);
  };
}

function functionOf(source: unknown): StreamSimple | undefined {
  if (typeof source === "function") return source as StreamSimple;
  if (typeof source !== "object" || source === null) return undefined;
  const { streamSimple, stream } = source as Partial<Record<"streamSimple" | "stream", unknown>>;
  const found = streamSimple ?? stream;
  return typeof found === "function" ? (found.bind(source) as StreamSimple) : undefined;
}

function implementationOf<T>(id: string, all: Readonly<Record<string, T>>, api: string): T {
  const found = all[api];
  if (!found) throw new ModelsError("provider", `Provider ${id} has no implementation of "${api}"`);
  return found;
}
