import { textOf, type ToolExecutionResult } from "@relay-harness/protocol";
import { printable } from "../../base/printable.ts";
import type { AgentSessionEvent } from "../../session/events.ts";
import { activityNote } from "./activityNote.ts";
import { callText, firstLines } from "./messageText.ts";

/** Longest stretch of a tool's output that is shown; the model sees all of it. */
const shownResultLines = 8;

/** How far back a record of what was shown goes. */
const keptLines = 500;

export interface TranscriptOptions {
  /** Less important lines about an event. */
  notices?: (event: AgentSessionEvent) => readonly string[];
  /** Makes a line stand back; absent: the terminal cannot. */
  dim?: (text: string) => string;
}

/** Writes what happens in a session as plain lines. */
export class Transcript {
  private isAtLineStart = true;
  private shown: readonly string[] = [];
  private unfinished = "";
  /** Events that wait for the end of a question. */
  private held: AgentSessionEvent[] | undefined;

  constructor(
    private readonly write: (text: string) => void,
    private readonly options: TranscriptOptions = {},
  ) {}

  /** Text as it streams. */
  text(given: string): void {
    const text = printable(given);
    if (text === "") return;
    this.write(text);
    this.isAtLineStart = text.endsWith("\n");
    this.remember(text);
  }

  private remember(text: string): void {
    const lines = `${this.unfinished}${text}`.split("\n");
    this.unfinished = lines.pop() ?? "";
    if (lines.length > 0) this.shown = [...this.shown, ...lines].slice(-keptLines);
  }

  /** A line of its own. */
  line(text: string): void {
    this.startLine();
    this.text(`${text}\n`);
  }

  /** What the user types begins on a new line and ends with one. */
  markLineStart(): void {
    this.isAtLineStart = true;
  }

  /** Ends a line that is not finished. */
  startLine(): void {
    if (!this.isAtLineStart) this.text("\n");
  }

  /** The newest lines that were shown, without an end that streams. */
  get recent(): readonly string[] {
    return this.shown;
  }

  /** Keeps events back while a question is on the screen. */
  pause(): void {
    this.held ??= [];
  }

  /** Shows what has happened meanwhile. */
  resume(): void {
    const held = this.held ?? [];
    this.held = undefined;
    for (const event of held) this.showNow(event);
  }

  readonly show = (event: AgentSessionEvent): void => {
    if (this.held) this.held.push(event);
    else this.showNow(event);
  };

  private showNow(event: AgentSessionEvent): void {
    this.showPlain(event);
    const { notices = () => [], dim = (text) => text } = this.options;
    for (const notice of notices(event)) {
      this.startLine();
      const text = printable(notice);
      this.write(`${dim(text)}\n`);
      this.remember(`${text}\n`);
    }
  }

  private showPlain(event: AgentSessionEvent): void {
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
        this.line(callText(event.toolName, event.args));
        return;
      case "tool_execution_end":
        this.line(resultText(event.result, event.isError));
        return;
      default: {
        const note = activityNote(event);
        if (note !== undefined) this.line(note);
      }
    }
  }
}

function resultText(result: ToolExecutionResult, isError: boolean): string {
  const lines = firstLines(textOf(result.content), shownResultLines).map((line) => `  ${line}`);
  return `${isError ? "  (failed)\n" : ""}${lines.join("\n")}`;
}
