import { textOf, type ToolExecutionResult } from "@relay-harness/protocol";
import { printable } from "../../base/printable.ts";
import type { AgentSessionEvent } from "../../session/events.ts";

/** Longest stretch of a tool's output that is shown; the model sees all of it. */
const shownResultLines = 8;

/** Longest value of a tool argument that is shown, in characters. */
const shownArgumentLength = 60;

/** Writes what happens in a session as plain lines. */
export class Transcript {
  private isAtLineStart = true;

  constructor(private readonly write: (text: string) => void) {}

  /** Text as it streams. */
  text(given: string): void {
    const text = printable(given);
    if (text === "") return;
    this.write(text);
    this.isAtLineStart = text.endsWith("\n");
  }

  /** A line of its own. */
  line(text: string): void {
    this.text(`${this.isAtLineStart ? "" : "\n"}${text}\n`);
  }

  /** What the user types begins on a new line and ends with one. */
  markLineStart(): void {
    this.isAtLineStart = true;
  }

  readonly show = (event: AgentSessionEvent): void => {
    switch (event.type) {
      case "message_update":
        if (event.assistantMessageEvent.type === "text_delta") this.text(event.assistantMessageEvent.delta);
        return;
      case "message_end":
        if (event.message.role !== "assistant") return;
        if (!this.isAtLineStart) this.text("\n");
        if (event.message.errorMessage) this.line(`Error: ${event.message.errorMessage}`);
        else if (event.message.stopReason === "length") this.line("Warning: The answer was cut off.");
        return;
      case "tool_execution_start":
        this.line(`[${event.toolName}] ${summarize(event.args)}`);
        return;
      case "tool_execution_end":
        this.line(resultText(event.result, event.isError));
        return;
      case "auto_retry_start":
        this.line(`Retrying in ${event.delayMs / 1000} s (${event.attempt} of ${event.maxAttempts})...`);
        return;
      default:
        return;
    }
  };
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
  return text.length > shownArgumentLength ? `${text.slice(0, shownArgumentLength)}...` : text;
}

function resultText(result: ToolExecutionResult, isError: boolean): string {
  const lines = textOf(result.content).trimEnd().split("\n");
  const shown = lines.slice(0, shownResultLines).map((line) => `  ${line}`);
  if (lines.length > shown.length) shown.push(`  ... ${lines.length - shown.length} more lines`);
  return `${isError ? "  (failed)\n" : ""}${shown.join("\n")}`;
}
