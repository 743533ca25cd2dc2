import type { Model } from "@relay-harness/protocol";
import type { CustomKeyAuth } from "../credentials/resolver.ts";
import type { Credential, OAuthImplementation } from "../credentials/types.ts";
import type { Classifier, ClassifierModel, ImageGenerator, ImageModel } from "./specialModels.ts";
import type { StoreEntry } from "./modelsStore.ts";
import type { StreamSimple } from "./registration.ts";

/** What a provider's `refreshModels` gets (models.md §7). */
export interface RefreshContext {
  /** Stored credential of the provider. */
  credential?: Credential;
  /** What an earlier refresh kept. */
  stored?: StoreEntry;
  /** `false`: nothing may be sent; only `stored` can be used. */
  allowNetwork: boolean;
  /** The user asked for it: do not trust what is fresh. */
  force?: boolean;
  signal: AbortSignal;
  baseUrl?: string;
  /**
   * Keeps and applies new models unless a later refresh has started; tells whether it did. `persist`:
   * absent leaves what is stored, `null` deletes it.
   */
  publish(change: { persist?: StoreEntry | null; update?: () => void }): Promise<boolean>;
}

/** Complete form of a provider (models.md §7). */
export interface NativeProvider {
  id: string;
  name: string;
  baseUrl?: string;
  /** Values of models.md §3.2. */
  headers?: Record<string, string>;
  auth: { apiKey?: CustomKeyAuth; oauth?: OAuthImplementation };
  /** Current models; a new array when they have changed. One that throws lists none. */
  getModels(): readonly Model[];
  refreshModels?(context: RefreshContext): Promise<void>;
  /** `configured`: refreshed only while the provider has credentials. */
  refreshModelsAuth?: "credential" | "configured";
  /** Also those that are no chat models. */
  getAllModels?(): readonly (Model | ImageModel | ClassifierModel)[];
  generateImages?: ImageGenerator["generateImages"];
  classify?: Classifier["classify"];
  filterModels?(models: readonly Model[], credential: Credential | undefined): readonly Model[];
  /** Absent: the build's implementation of the model's API. */
  streamSimple?: StreamSimple;
}
