import type { ImageContent } from "@relay-harness/protocol";
import { takeStdout } from "./base/stdout.ts";
import { parseArgs as parseOptions, type CliArgs } from "./cli/args.ts";
import type { OneShotPrompt } from "./modes/oneShot/oneShotMode.ts";
import type { SessionRuntime } from "./session/agentSessionRuntime.ts";

export interface PrintModeOptions {
  /** `text` prints the last answer, `json` a header and every event. */
  mode: "text" | "json";
  /** Sent first, with `initialImages`. */
  initialMessage?: string;
  initialImages?: readonly ImageContent[];
  /** Sent after it, one after another. */
  messages?: readonly string[];
}

/** The `relay` command with these options. Resolves with its exit code; RPC mode ends the process itself. */
export async function main(args: readonly string[]): Promise<number> {
  const { main: run } = await import("./cli/main.ts");
  return run(args);
}

/** Options of the `relay` command. What is wrong with them is in the result. */
export function parseArgs(args: readonly string[]): CliArgs {
  return parseOptions(args, []);
}

/**
 * Serves RPC on stdin and stdout with the sessions of a runtime, until the client is gone; then ends the
 * process. From here on what else is printed goes to stderr.
 */
export async function runRpcMode(runtime: SessionRuntime): Promise<never> {
  const stdout = takeStdout();
  const { runRpcMode: serve } = await import("./modes/rpc/rpcMode.ts");
  return serve({ stdout, runtime, report: printError });
}

/**
 * Sends prompts, prints what the mode asks for, disposes of the runtime and resolves with the exit code of
 * the command. Meanwhile what else is printed goes to stderr.
 */
export async function runPrintMode(runtime: SessionRuntime, options: PrintModeOptions): Promise<number> {
  const prompts = promptsOf(options);
  if (prompts.length === 0) {
    printError("Error: no prompt provided");
    await runtime.dispose();
    return 1;
  }
  // Taken and given back as it is: it is called on its stream again.
  const { write } = process.stdout;
  const stdout = takeStdout();
  try {
    const { runOneShotMode } = await import("./modes/oneShot/oneShotMode.ts");
    return await runOneShotMode({ stdout, runtime, mode: options.mode, prompts, report: printError });
  } finally {
    process.stdout.write = write;
  }
}

function promptsOf({ initialMessage, initialImages, messages = [] }: PrintModeOptions): OneShotPrompt[] {
  const first: OneShotPrompt[] =
    initialMessage === undefined && !initialImages?.length
      ? []
      : [{ text: initialMessage ?? "", ...(initialImages && { images: initialImages }) }];
  return [...first, ...messages.map((text) => ({ text }))];
}

function printError(line: string): void {
  process.stderr.write(`${line}\n`);
}
