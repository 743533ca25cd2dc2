import type { CredentialStore } from "../credentials/authStore.ts";
import type { ModelsStore, StoreEntry } from "./modelsStore.ts";
import type { RefreshContext } from "./nativeProvider.ts";
import type { ProviderCatalog } from "./providerCatalog.ts";

const defaultTimeoutMs = 10_000;

export interface RefreshOptions {
  /** Default: every provider that can refresh its models. */
  providers?: readonly string[];
  /** Default false: only what is stored is applied. */
  allowNetwork?: boolean;
  force?: boolean;
  signal?: AbortSignal;
}

export interface RefreshResult {
  aborted: boolean;
  errors: Map<string, Error>;
}

export interface CatalogRefreshDependencies {
  catalog: ProviderCatalog;
  store: ModelsStore;
  credentials: CredentialStore;
  hasConfiguredAuth: (provider: string) => boolean;
  /** Limit of one provider's refresh. Default 10 s. */
  timeoutMs?: number;
  /** Unix milliseconds. */
  now?: () => number;
}

/** Renews the models of providers that list them themselves (models.md §7). */
export class CatalogRefresh {
  private readonly dependencies: CatalogRefreshDependencies;
  /** Latest refresh per provider; an earlier one must not publish any more. */
  private readonly generations = new Map<string, number>();

  constructor(dependencies: CatalogRefreshDependencies) {
    this.dependencies = dependencies;
  }

  /** Refreshes providers at once. Never rejects: a provider that fails keeps its models. */
  async refresh(options: RefreshOptions = {}): Promise<RefreshResult> {
    const errors = new Map<string, Error>();
    const wanted = options.providers ?? this.dependencies.catalog.refreshableProviders();
    await Promise.all(
      wanted.map(async (provider) => {
        try {
          await this.refreshProvider(provider, options);
        } catch (error) {
          errors.set(provider, error instanceof Error ? error : new Error(String(error)));
        }
      }),
    );
    return { aborted: options.signal?.aborted ?? false, errors };
  }

  private async refreshProvider(provider: string, options: RefreshOptions): Promise<void> {
    const { catalog, store, credentials, hasConfiguredAuth } = this.dependencies;
    const native = catalog.native(provider);
    const list = catalog.registration(provider)?.refreshModels;
    if (!native?.refreshModels && !list) return;
    options.signal?.throwIfAborted();
    if (native?.refreshModelsAuth === "configured" && !hasConfiguredAuth(provider)) return;
    const generation = (this.generations.get(provider) ?? 0) + 1;
    this.generations.set(provider, generation);
    const deadline = AbortSignal.timeout(this.dependencies.timeoutMs ?? defaultTimeoutMs);
    const signal = options.signal ? AbortSignal.any([deadline, options.signal]) : deadline;
    const context: RefreshContext = {
      credential: credentials.get(provider),
      stored: await store.read(provider),
      allowNetwork: options.allowNetwork ?? false,
      ...(options.force ? { force: true } : {}),
      signal,
      baseUrl: catalog.authConfig(provider).baseUrl,
      publish: async ({ persist, update }) => {
        if (this.generations.get(provider) !== generation) return false;
        if (persist !== undefined) await store.write(provider, persist);
        if (this.generations.get(provider) !== generation) return false;
        update?.();
        return true;
      },
    };
    const work = native?.refreshModels?.(context) ?? (list && this.applyList(provider, context, list));
    await settleBefore(Promise.resolve(work), signal);
  }

  /** Config form: the function returns the whole list, and Relay keeps it. */
  private async applyList(
    provider: string,
    context: RefreshContext,
    list: (context: RefreshContext) => Promise<StoreEntry["models"]>,
  ): Promise<void> {
    const { catalog, now = Date.now } = this.dependencies;
    const { stored, allowNetwork } = context;
    if (!allowNetwork) {
      if (stored) await context.publish({ update: () => catalog.setListedModels(provider, stored.models) });
      return;
    }
    const models = await list(context);
    await context.publish({
      persist: { models, checkedAt: now() },
      update: () => catalog.setListedModels(provider, models),
    });
  }
}

/** Waits for work that may ignore its signal. */
async function settleBefore(work: Promise<void>, signal: AbortSignal): Promise<void> {
  let onAbort: (() => void) | undefined;
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason instanceof Error ? signal.reason : new Error("Aborted"));
    if (signal.aborted) onAbort();
    signal.addEventListener("abort", onAbort, { once: true });
  });
  try {
    await Promise.race([work, aborted]);
  } finally {
    if (onAbort) signal.removeEventListener("abort", onAbort);
  }
}
