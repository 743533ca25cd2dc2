import type { Model } from "@relay-harness/protocol";
import { offlineProviderId } from "../catalog/offline.ts";
import type { ProviderConfig } from "../runtime/registration.ts";
import { findLocalServer, localServerProvider, type LocalServer } from "./localServers.ts";

/** The part of `ModelRuntime` that this needs. */
export interface StandInRuntime {
  hasUsableProvider(): boolean;
  registerProvider(id: string, config: ProviderConfig): void;
  getModel(provider: string, id: string): Model | undefined;
}

export interface StandInOptions {
  /** Setting `offlineModel`; `false` switches local servers and the guide off. Default true. */
  offlineModel?: boolean;
  /** `--offline`: local servers are not asked. */
  isOffline?: boolean;
  findServer?: () => Promise<LocalServer | undefined>;
}

/**
 * What answers when no provider has credentials: a local model server through an implicit provider that
 * is registered here, else the offline guide (models.md §25.2). Nothing is sent when any provider is
 * usable.
 */
export async function findStandInModel(
  runtime: StandInRuntime,
  options: StandInOptions = {},
): Promise<Model | undefined> {
  if (options.offlineModel === false) return undefined;
  if (runtime.hasUsableProvider()) return undefined;
  if (!options.isOffline) {
    const server = await (options.findServer ?? findLocalServer)();
    const first = server?.models[0];
    if (server && first !== undefined) {
      runtime.registerProvider(server.provider, localServerProvider(server));
      return runtime.getModel(server.provider, first);
    }
  }
  return runtime.getModel(offlineProviderId, "guide");
}
