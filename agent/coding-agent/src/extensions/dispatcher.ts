import { waitingFor } from "../base/pendingWork.ts";
import type { Extension } from "./extension.ts";
import { CommandContext, HandlerContext, ToolCallContext, type ToolCallAccess } from "./handlerContext.ts";
import { endPatienceMs, stoppedPatienceMs, withPatience } from "./patience.ts";
import { PromptSpans } from "./promptSpans.ts";
import type { ExtensionRuntime } from "./runtime.ts";
import type { ExtensionContext } from "./types/context.ts";
import type {
  ExtensionEventMap,
  ExtensionEventName,
  ExtensionResultOf,
  NotifyEvent,
} from "./types/eventMap.ts";

export interface DispatchOptions {
  /** Dialogs that the handlers open end with it. */
  signal?: AbortSignal;
}

/** What one handler did. */
export type HandlerOutcome<R> =
  | { ok: true; value: R | undefined; extension: Extension }
  | { ok: false; error: unknown; extension: Extension };

/** What a handler that has run means for the rest of the dispatch. */
export type Verdict = "go-on" | "stop";

/** Calls handlers one after another, in load order and then in the order of registration. */
export class Dispatcher {
  readonly spans: PromptSpans;

  constructor(
    readonly extensions: readonly Extension[],
    readonly runtime: ExtensionRuntime,
  ) {
    this.spans = new PromptSpans((event) => void this.notify(event));
    runtime.createContext = () => this.context();
  }

  has(name: ExtensionEventName): boolean {
    for (const { handlers } of this.extensions) if (handlers.has(name)) return true;
    return false;
  }

  context(options: DispatchOptions = {}): ExtensionContext {
    return new HandlerContext({ runtime: this.runtime, spans: this.spans, dialogSignal: options.signal });
  }

  toolContext(call: ToolCallAccess, { signal }: DispatchOptions): ToolCallContext {
    return new ToolCallContext({ runtime: this.runtime, spans: this.spans, dialogSignal: signal }, call);
  }

  commandContext(): CommandContext {
    return new CommandContext({ runtime: this.runtime, spans: this.spans });
  }

  /**
   * Calls every handler with what `eventFor` gives, and hands each outcome to `consider`. Errors are
   * reported first. Handlers that are added or removed meanwhile do not count.
   */
  async run<K extends ExtensionEventName>(
    name: K,
    eventFor: () => ExtensionEventMap[K][0],
    consider: (outcome: HandlerOutcome<ExtensionResultOf<K>>) => Verdict = () => "go-on",
    options?: DispatchOptions & { context?: unknown },
  ): Promise<void> {
    const calls = this.extensions.flatMap((extension) =>
      (extension.handlers.get(name) ?? []).map((handler) => ({ extension, handler })),
    );
    if (calls.length === 0) return;
    const context = options?.context ?? this.context(options);
    for (const { extension, handler } of calls) {
      let outcome: HandlerOutcome<ExtensionResultOf<K>>;
      try {
        // A handler returns what its event declares, or whatever untyped code returns: whoever uses it checks.
        const result: unknown = handler(eventFor(), context);
        const value = (await (isPromise(result)
          ? this.settled(result, { name, extension, signal: options?.signal })
          : result)) as ExtensionResultOf<K> | undefined;
        outcome = { ok: true, value, extension };
      } catch (error) {
        this.runtime.report(extension.path, name, error);
        outcome = { ok: false, error, extension };
      }
      if (consider(outcome) === "stop") return;
    }
  }

  private settled(
    result: Promise<unknown>,
    { name, extension, signal }: { name: string; extension: Extension; signal: AbortSignal | undefined },
  ): Promise<unknown> {
    const work = waitingFor(() => `the ${name} handler of ${extension.path}`, result);
    if (name === "session_shutdown") return withPatience(work, AbortSignal.abort(), endPatienceMs);
    return signal ? withPatience(work, signal, stoppedPatienceMs) : work;
  }

  /** Tells every handler. Returns nothing when there is none, so that no tick is lost. */
  notify(event: NotifyEvent, options?: DispatchOptions): void | Promise<void> {
    if (!this.has(event.type)) return;
    // The name is the event's own.
    const eventFor = (): never => event as never;
    return this.run(event.type, eventFor, undefined, options);
  }

  report(extension: Extension, name: ExtensionEventName, error: unknown): void {
    this.runtime.report(extension.path, name, error);
  }
}

function isPromise(value: unknown): value is Promise<unknown> {
  return value instanceof Promise;
}
