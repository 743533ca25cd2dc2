import type { ResourceLoader } from "../resources/resourceLoader.ts";

/** Where a session gets its resources: a loader that has been reloaded, or what makes one when it is needed. */
export type ResourceSource = () => ResourceLoader | Promise<ResourceLoader>;

/** The resources of a session, loaded once, when something first needs them. */
export class SessionResources {
  private loading: Promise<ResourceLoader> | undefined;
  private loaded: ResourceLoader | undefined;

  constructor(private readonly source: ResourceSource) {}

  /** `undefined` until they are loaded. */
  get current(): ResourceLoader | undefined {
    return this.loaded;
  }

  load(): Promise<ResourceLoader> {
    this.loading ??= this.start().catch((error: unknown) => {
      // The next one who needs them tries again.
      this.loading = undefined;
      throw error;
    });
    return this.loading;
  }

  private async start(): Promise<ResourceLoader> {
    this.loaded = await this.source();
    return this.loaded;
  }
}
