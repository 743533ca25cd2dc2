import { createInterface, type Interface } from "node:readline/promises";
import { textOf, type ToolExecutionResult } from "@relay-harness/protocol";
import type { AgentSessionEvent } from "../../session/events.ts";
import type { SessionRuntime } from "../../session/sessionRuntime.ts";
import type { OneShotPrompt } from "../oneShot/oneShotMode.ts";
import { lineCommands } from "./lineCommands.ts";

export interface LineInterfaceOptions {
  runtime: SessionRuntime;
  /** Sent at start, one after another. */
  prompts: readonly OneShotPrompt[];
  input: NodeJS.ReadStream;
  output: NodeJS.WriteStream;
}

/** Longest stretch of a tool's output that is shown; the model sees all of it. */
const shownResultLines = 8;

/**
 * A plain line interface: one prompt per line, the answer as it streams. Ctrl+C stops a run, or leaves
 * when nothing runs. Resolves with the exit code when the user leaves.
 */
export async function runLineInterface(options: LineInterfaceOptions): Promise<number> {
  const { runtime, input, output, prompts } = options;
  const write = (text: string): void => void output.write(text);
  const lines = createInterface({ input, output, terminal: true });
  const ended = new Promise<undefined>((resolve) => lines.once("close", () => resolve(undefined)));
  lines.on("SIGINT", () => {
    if (runtime.session.isIdle) lines.close();
    else void runtime.session.abort();
  });
  runtime.subscribe((event) => show(event, write));
  write(header(runtime));
  for (const prompt of prompts) await send(runtime, prompt, write);
  for (;;) {
    const line = await Promise.race([ask(lines), ended]);
    if (line === undefined) break;
    const text = line.trim();
    if (text === "") continue;
    const [name = "", ...rest] = text.split(/\s+/);
    const command = lineCommands[name];
    if (!command) await send(runtime, { text }, write);
    else if ((await command.run({ ...options, write, argument: rest.join(" ") })) === "quit") break;
  }
  lines.close();
  await runtime.dispose();
  return 0;
}

function header({ session }: SessionRuntime): string {
  const model = session.model ? `${session.model.provider}/${session.model.id}` : "no model";
  return `Relay in ${session.sessionManager.getCwd()} with ${model}.\nType a request, /help for commands, /quit to leave.\n\n`;
}

/** `undefined` when the input has ended. */
async function ask(lines: Interface): Promise<string | undefined> {
  try {
    return await lines.question("> ");
  } catch (error) {
    if (error instanceof Error && error.name === "AbortError") return undefined;
    throw error;
  }
}

async function send(
  runtime: SessionRuntime,
  { text, images }: OneShotPrompt,
  write: (text: string) => void,
): Promise<void> {
  try {
    await runtime.session.prompt(text, { images });
  } catch (error) {
    write(`Error: ${error instanceof Error ? error.message : String(error)}\n`);
  }
}

function show(event: AgentSessionEvent, write: (text: string) => void): void {
  switch (event.type) {
    case "message_update":
      if (event.assistantMessageEvent.type === "text_delta") write(event.assistantMessageEvent.delta);
      if (event.assistantMessageEvent.type === "text_end") write("\n");
      return;
    case "message_end":
      if (event.message.role === "assistant" && event.message.errorMessage)
        write(`${event.message.errorMessage}\n`);
      return;
    case "tool_execution_start":
      write(`\n[${event.toolName}] ${summarize(event.args)}\n`);
      return;
    case "tool_execution_end":
      write(`${resultText(event.result, event.isError)}\n`);
      return;
    case "auto_retry_start":
      write(`Retrying in ${event.delayMs / 1000} s (${event.attempt} of ${event.maxAttempts})...\n`);
      return;
    case "agent_settled":
      write("\n");
      return;
    default:
      return;
  }
}

function summarize(args: object): string {
  return Object.entries(args)
    .map(([name, value]) =>
      name === "command" || name === "path" ? String(value) : `${name}=${oneLine(value)}`,
    )
    .join(" ");
}

function oneLine(value: unknown): string {
  const text = (typeof value === "string" ? value : JSON.stringify(value)).replace(/\s+/g, " ");
  return text.length > 60 ? `${text.slice(0, 60)}...` : text;
}

function resultText(result: ToolExecutionResult, isError: boolean): string {
  const lines = textOf(result.content).trimEnd().split("\n");
  const shown = lines.slice(0, shownResultLines).map((line) => `  ${line}`);
  if (lines.length > shown.length) shown.push(`  ... ${lines.length - shown.length} more lines`);
  return `${isError ? "  (failed)\n" : ""}${shown.join("\n")}`;
}
