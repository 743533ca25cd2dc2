import type { ModelRuntime, NativeProvider, ProviderConfig } from "@relay-harness/ai";
import type { ExtensionRuntime } from "./runtime.ts";
import type { ExtensionVirtualModel } from "./types/api.ts";

interface Waiting {
  extensionPath: string;
  event: "register_provider" | "register_virtual_model";
  apply: (models: ModelRuntime) => void;
}

/**
 * Providers and virtual models of extensions: those of factories wait for a model runtime, later ones
 * take effect at once. They leave with the session.
 */
export class ProviderRegistry {
  private models: ModelRuntime | undefined;
  private waiting: Waiting[] = [];
  private readonly providers = new Set<string>();
  private readonly virtual = new Map<string, { provider: string; id: string }>();

  constructor(private readonly runtime: ExtensionRuntime) {}

  register(extensionPath: string, provider: NativeProvider | string, config?: ProviderConfig): void {
    const isNative = typeof provider !== "string";
    const id = isNative ? provider.id : provider;
    if (!isNative && config === undefined)
      throw new TypeError(`registerProvider: ${id} has no configuration`);
    this.enter({
      extensionPath,
      event: "register_provider",
      apply: (models) => {
        if (isNative) models.registerNativeProvider(provider);
        else models.registerProvider(provider, config ?? {});
        this.providers.add(id);
      },
    });
  }

  unregister(extensionPath: string, id: string): void {
    this.enter({
      extensionPath,
      event: "register_provider",
      apply: (models) => {
        models.unregisterProvider(id);
        this.providers.delete(id);
      },
    });
  }

  registerVirtual(extensionPath: string, model: ExtensionVirtualModel): void {
    const { provider, id } = model;
    this.enter({
      extensionPath,
      event: "register_virtual_model",
      apply: (models) => {
        const route: Parameters<ModelRuntime["registerVirtualModel"]>[0]["route"] = (request) => {
          const { createContext } = this.runtime;
          if (!createContext) throw new Error(`${provider}/${id} cannot route before a session is bound`);
          return model.route(request, createContext());
        };
        models.registerVirtualModel({ ...model, route });
        this.virtual.set(JSON.stringify([provider, id]), { provider, id });
      },
    });
  }

  unregisterVirtual(extensionPath: string, provider: string, id: string): void {
    this.enter({
      extensionPath,
      event: "register_virtual_model",
      apply: (models) => {
        models.unregisterVirtualModel(provider, id);
        this.virtual.delete(JSON.stringify([provider, id]));
      },
    });
  }

  /** Forgets what a factory that failed has asked for. */
  discard(extensionPath: string): void {
    this.waiting = this.waiting.filter((entry) => entry.extensionPath !== extensionPath);
  }

  /** Carries out what waits, in order; one that fails is reported and does not stop the others. */
  apply(models: ModelRuntime): void {
    this.models = models;
    for (const { extensionPath, event, apply } of this.waiting.splice(0)) {
      try {
        apply(models);
      } catch (error) {
        this.runtime.report(extensionPath, event, error);
      }
    }
  }

  /** Takes back everything. */
  withdraw(): void {
    for (const id of this.providers) this.models?.unregisterProvider(id);
    for (const { provider, id } of this.virtual.values()) this.models?.unregisterVirtualModel(provider, id);
    this.providers.clear();
    this.virtual.clear();
  }

  private enter(entry: Waiting): void {
    if (this.models && this.runtime.isBound) entry.apply(this.models);
    else this.waiting.push(entry);
  }
}
