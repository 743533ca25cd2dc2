import {
  encodeRecord,
  textOf,
  type AssistantMessage,
  type ImageContent,
  type RpcOnlyEvent,
} from "@relay-harness/protocol";
import { printable } from "../../base/printable.ts";
import type { ProtocolStdout } from "../../base/stdout.ts";
import type { SessionRuntime } from "../../session/agentSessionRuntime.ts";
import { Shutdown } from "../shutdown.ts";
import { bindSession } from "../bindSession.ts";
import { EventEncoder } from "../encodeEvent.ts";

/** One prompt as it is sent; further prompts follow after the previous one has settled. */
export interface OneShotPrompt {
  text: string;
  /** The part of the text that another program wrote. */
  piped?: string;
  images?: readonly ImageContent[];
}

export interface OneShotOptions {
  stdout: ProtocolStdout;
  runtime: SessionRuntime;
  /** `text` prints the final answer, `json` every event. */
  mode: "text" | "json";
  prompts: readonly OneShotPrompt[];
  /** Writes one line to stderr. */
  report: (line: string) => void;
}

/**
 * Sends the prompts one after another and prints what the mode asks for. Resolves with the exit code;
 * a signal ends the process with its own (rpc.md §11).
 */
export async function runOneShotMode(options: OneShotOptions): Promise<number> {
  const { stdout, runtime, mode, report } = options;
  const shutdown = new Shutdown(async () => {
    await runtime.session.abort();
    await runtime.dispose();
    await stdout.flush();
  });
  shutdown.install((error) => report(`Error: ${describe(error)}`));
  stdout.onClosed = (error) => {
    // A reader that went away knows it; a full disk is news.
    if (isWriteFailure(error)) report(`Error: Cannot write to stdout: ${error.message}`);
    shutdown.trigger({ exitCode: 1 });
  };
  reportExtensionErrors(runtime, report);
  if (mode === "json") writeEvents(stdout, runtime);
  else reportRetries(runtime, report);
  await bindSession(runtime, {
    mode: mode === "json" ? "json" : "print",
    harness: { warn: (text) => report(`Warning: ${text}`) },
    show: (text) => report(printable(text)),
  });
  const outcome = await sendAll(options);
  if (!shutdown.isRunning && mode === "text" && outcome.answer) void stdout.write(outcome.answer);
  await stdout.flush();
  // Whatever began to end the process, the failed write of the last answer included, has its own code.
  if (shutdown.isRunning) return new Promise<never>(() => undefined);
  // What counts if an extension never finishes its part of the end.
  process.exitCode = outcome.exitCode;
  await runtime.dispose();
  await stdout.flush();
  return shutdown.isRunning ? new Promise<never>(() => undefined) : outcome.exitCode;
}

interface Outcome {
  exitCode: number;
  /** Text to print; absent when there is none. */
  answer?: string;
}

async function sendAll({ runtime, mode, prompts, report }: OneShotOptions): Promise<Outcome> {
  let outcome: Outcome = { exitCode: 0 };
  // Heard as it comes: a failed answer may have left the context when the activity settles.
  let answer: AssistantMessage | undefined;
  const unsubscribe = runtime.subscribe((event) => {
    if (event.type === "message_end" && event.message.role === "assistant") answer = event.message;
  });
  for (const { text, piped, images } of prompts) {
    answer = undefined;
    if (piped !== undefined) runtime.session.harnessCore?.markPiped(piped);
    try {
      await runtime.session.prompt(text, { images });
      outcome = mode === "json" ? { exitCode: 0 } : printOutcome(answer, report);
    } catch (error) {
      // A command may find its run wanting after an answer: what the model said is the reason.
      const { answer: said } = mode === "json" ? { answer: undefined } : printOutcome(answer, report);
      report(`Error: ${describe(error)}`);
      outcome = { exitCode: 1, answer: said };
    }
  }
  unsubscribe();
  return outcome;
}

function printOutcome(answer: AssistantMessage | undefined, report: (line: string) => void): Outcome {
  if (!answer) return { exitCode: 0 };
  if (answer.stopReason === "error" || answer.stopReason === "aborted") {
    report(`Error: ${answer.errorMessage ?? "The request failed."}`);
    return { exitCode: 1 };
  }
  const text = textOf(answer.content, "\n");
  const printed = text === "" ? undefined : `${text}\n`;
  if (answer.stopReason !== "length") return { exitCode: 0, answer: printed };
  report("Warning: The answer was cut off at the model's output limit.");
  return { exitCode: 1, answer: printed };
}

/** Events for clients that send commands; extension errors have their own line on stderr. */
const rpcOnlyEvents: Record<RpcOnlyEvent["type"], true> = {
  bash_execution_update: true,
  extension_error: true,
  session_tree: true,
  session_conflict: true,
  model_changed: true,
  settings_changed: true,
  auth_changed: true,
  context_update: true,
  sessions_changed: true,
  resources_changed: true,
  session_replaced: true,
};

function writeEvents(stdout: ProtocolStdout, runtime: SessionRuntime): void {
  void stdout.write(encodeRecord(runtime.session.sessionManager.getHeader()));
  const encoder = new EventEncoder();
  runtime.subscribe((event) => {
    if (event.type in rpcOnlyEvents) return;
    return stdout.write(encoder.encode(event));
  });
}

function reportExtensionErrors(runtime: SessionRuntime, report: (line: string) => void): void {
  runtime.subscribe((event) => {
    if (event.type !== "extension_error") return;
    report(printable(`Extension error (${event.extensionPath}): ${event.error}`));
  });
}

function isWriteFailure(error: Error): boolean {
  return "code" in error && error.code !== "EPIPE" && error.code !== "ECONNRESET";
}

/** A retry can wait for a minute; without a word, Relay would seem to hang. */
function reportRetries(runtime: SessionRuntime, report: (line: string) => void): void {
  runtime.subscribe((event) => {
    if (event.type !== "auto_retry_start") return;
    const { delayMs, attempt, maxAttempts, errorMessage } = event;
    report(`Retrying in ${delayMs / 1000} s (${attempt} of ${maxAttempts}): ${errorMessage}`);
  });
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
