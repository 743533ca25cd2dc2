import type { ModelRuntime } from "@relay-harness/ai";
import { createEventBus, type EventBus } from "./eventBus.ts";
import {
  extensionError,
  ExtensionStateError,
  notBoundText,
  staleText,
  type ExtensionError,
} from "./errors.ts";
import type { Extension } from "./extension.ts";
import type { ExtensionHost } from "./host.ts";
import { McpRegistry } from "./mcpRegistry.ts";
import type { ExtensionContext } from "./types/context.ts";
import { ProviderRegistry } from "./providerRegistry.ts";

export interface ExtensionRuntimeOptions {
  /** Folder of `exec` before a session is bound. Default: that of the process. */
  cwd?: string;
  /** Outlives the runtime. */
  eventBus?: EventBus;
}

/**
 * What the extensions of one session share: the session once it is bound, flags, bus and registrations
 * that belong to no single extension. Goes stale with its session.
 */
export class ExtensionRuntime {
  readonly cwd: string;
  readonly bus: EventBus;
  /** Values from the command line. */
  readonly flagValues = new Map<string, boolean | string>();
  readonly providers = new ProviderRegistry(this);
  readonly mcpServers = new McpRegistry(this);
  /** Makes the context of code that runs outside of handlers; set by the runner. */
  createContext: (() => ExtensionContext) | undefined;
  private state: "loading" | "bound" | "stale" = "loading";
  private boundHost: ExtensionHost | undefined;
  private listener: ((error: ExtensionError) => void) | undefined;
  private unheard: ExtensionError[] = [];

  constructor({ cwd = process.cwd(), eventBus = createEventBus() }: ExtensionRuntimeOptions = {}) {
    this.cwd = cwd;
    this.bus = eventBus;
  }

  get isBound(): boolean {
    return this.state === "bound";
  }

  get isStale(): boolean {
    return this.state === "stale";
  }

  /** The session. Throws before it is bound and once it is gone. */
  get host(): ExtensionHost {
    this.assertLive();
    if (!this.boundHost) throw new ExtensionStateError("not-bound", notBoundText);
    return this.boundHost;
  }

  /** Throws once the session is gone. */
  assertLive(): void {
    if (this.state === "stale") throw new ExtensionStateError("stale", staleText);
  }

  bind(host: ExtensionHost): void {
    this.assertLive();
    this.boundHost = host;
    this.state = "bound";
    this.providers.apply(host.modelRuntime);
  }

  /** Registers what waits at a model runtime, before there is a session. */
  applyProviders(modelRuntime: ModelRuntime): void {
    this.providers.apply(modelRuntime);
  }

  /** Makes every object of the extensions throw, and takes them off the bus. */
  invalidate(extensions: readonly Extension[]): void {
    if (this.state === "stale") return;
    this.state = "stale";
    for (const { busSubscriptions } of extensions) {
      for (const unsubscribe of busSubscriptions) unsubscribe();
      busSubscriptions.clear();
    }
    this.providers.withdraw();
    this.boundHost = undefined;
  }

  /** Hears of errors, also of those so far. */
  onError(listener: (error: ExtensionError) => void): void {
    this.listener = listener;
    for (const error of this.unheard.splice(0)) listener(error);
  }

  /** Errors of a session that is gone are dropped (rpc.md §6.1). */
  report(extensionPath: string, event: string, error: unknown): void {
    if (this.state === "stale") return;
    const reported = extensionError(extensionPath, event, error);
    if (this.listener) this.listener(reported);
    else this.unheard.push(reported);
  }
}

/** For resource loaders that load extensions themselves. */
export function createExtensionRuntime(options?: ExtensionRuntimeOptions): ExtensionRuntime {
  return new ExtensionRuntime(options);
}
