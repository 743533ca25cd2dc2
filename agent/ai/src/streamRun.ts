import type { AssistantMessage, Diagnostic, Model, StopReason } from "@relay-harness/protocol";
import { AssistantMessageEventStream } from "./eventStream.ts";
import { clampThinkingLevel } from "./thinking.ts";
import { abortedText } from "./abortedText.ts";
import { newAssistantMessage } from "./newMessage.ts";
import { StreamBlocks } from "./streamBlocks.ts";
import { deepestMessage, TransportError } from "./transport/transportError.ts";
import type { AssistantMessageEvent, StreamOptions } from "./types.ts";

/** How a response ended, in Relay's words. */
export type FinishReason = Exclude<StopReason, "pending" | "aborted">;

/**
 * Builds a response and its events. Every method throws once the stream has ended (an abort ends it
 * at any time), which unwinds the producer.
 */
export class StreamWriter extends StreamBlocks {
  private readonly settle: (event: AssistantMessageEvent) => void;

  constructor(
    message: AssistantMessage,
    push: (event: AssistantMessageEvent) => void,
    settle: (event: AssistantMessageEvent) => void,
  ) {
    super(message, push);
    this.settle = settle;
  }

  /** Records what is no part of the answer; never secrets or header values. */
  diagnostic(diagnostic: Omit<Diagnostic, "timestamp">): void {
    (this.message.diagnostics ??= []).push({ ...diagnostic, timestamp: Date.now() });
  }

  /**
   * Ends the response: `done`, or `error` when `reason` is that. `stop` with tool calls is `toolUse`.
   * `raw` is the provider's own word; `detail` explains an error.
   */
  finish(reason: FinishReason, raw?: string, detail?: string): void {
    this.assertOpen();
    if (raw !== undefined) this.message.rawStopReason = raw;
    if (reason === "error") {
      const text = `Provider stopped with unhandled reason: ${raw ?? "unknown"}`;
      this.fail(detail ? `${text}: ${detail}` : text);
      return;
    }
    this.start();
    this.endOpenBlocks();
    const stopReason = reason === "stop" && this.hasToolCall ? "toolUse" : reason;
    this.message.stopReason = stopReason;
    this.settle({ type: "done", reason: stopReason, message: this.message });
  }

  /** Ends the response with an error text. */
  fail(errorMessage: string): void {
    this.assertOpen();
    this.settleArguments();
    this.message.stopReason = "error";
    this.message.errorMessage = errorMessage;
    this.settle({ type: "error", reason: "error", error: this.message });
  }

  /** Ends the response as aborted; what was received stays (models.md §17). */
  abort(): void {
    this.assertOpen();
    if (this.isStarted) this.endOpenText();
    this.settleArguments();
    this.message.stopReason = "aborted";
    this.message.errorMessage = abortedText;
    this.settle({ type: "error", reason: "aborted", error: this.message });
  }
}

/**
 * Runs `produce` and turns whatever happens into one well-formed event stream (models.md §14, §17).
 * An abort ends the stream at once, also while `produce` waits for something that ignores it.
 */
export function runStream(
  model: Model,
  options: StreamOptions,
  produce: (writer: StreamWriter) => Promise<void>,
): AssistantMessageEventStream {
  const stream = new AssistantMessageEventStream();
  const startedAt = performance.now();
  const message: AssistantMessage = {
    ...newAssistantMessage(model),
    thinkingLevel: clampThinkingLevel(model, options.reasoning ?? "off"),
  };
  const { signal } = options;
  const onAbort = (): void => writer.abort();
  const writer = new StreamWriter(
    message,
    (event) => stream.push(event),
    (event) => {
      signal?.removeEventListener("abort", onAbort);
      message.durationMs = Math.round(performance.now() - startedAt);
      writer.close();
      stream.push(event);
    },
  );
  if (signal?.aborted) {
    writer.abort();
    return stream;
  }
  signal?.addEventListener("abort", onAbort, { once: true });
  void run(writer, produce);
  return stream;
}

/** Never rejects. */
async function run(writer: StreamWriter, produce: (writer: StreamWriter) => Promise<void>): Promise<void> {
  try {
    await produce(writer);
    if (!writer.isClosed) writer.fail("stream ended without a stop reason");
  } catch (error) {
    // Whatever comes after the end, such as the echo of an abort, has no one to tell.
    if (writer.isClosed) return;
    if (TransportError.is(error, "aborted")) {
      writer.abort();
      return;
    }
    writer.diagnostic({ type: "request_error", error: describeException(error) });
    writer.fail(error instanceof Error && error.message ? error.message : deepestMessage(error));
  }
}

function describeException(error: unknown): NonNullable<Diagnostic["error"]> {
  if (!(error instanceof Error)) return { message: String(error) };
  const cause = error.cause;
  const code: unknown = (cause as { code?: unknown } | undefined)?.code ?? (error as { code?: unknown }).code;
  return {
    name: error.name,
    message: deepestMessage(error),
    ...(typeof code === "string" || typeof code === "number" ? { code } : {}),
  };
}
