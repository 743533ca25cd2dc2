import type { ToolItem, TranscriptItem, TranscriptStatus } from "@relay-harness/protocol";
import type { RunView } from "@relay-harness/protocol/webview";
import { text } from "../strings/text.ts";
import { subjectOf } from "../tools/toolKinds.ts";

/** What goes on, in a line: an icon and words. */
export interface StatusLine {
  readonly icon: "loading" | "bell-dot";
  readonly words: string;
}

export interface StatusInput {
  /** The agent is being started. */
  readonly isStarting: boolean;
  readonly run: RunView;
  readonly status: TranscriptStatus;
  /** A question waits for the user. */
  readonly isWaiting: boolean;
  /** The newest item of the conversation, and its running call. */
  readonly newest: TranscriptItem | undefined;
  readonly call: ToolItem | undefined;
}

/** `undefined` while nothing goes on. */
export function statusLine(input: StatusInput): StatusLine | undefined {
  const { isStarting, run, status, isWaiting, newest, call } = input;
  if (isWaiting) return { icon: "bell-dot", words: text("statusWaiting") };
  const words =
    runningWords(run, status, newest, call) ?? (isStarting ? text("statusConnecting") : undefined);
  return words === undefined ? undefined : { icon: "loading", words };
}

function runningWords(
  run: RunView,
  status: TranscriptStatus,
  newest: TranscriptItem | undefined,
  call: ToolItem | undefined,
): string | undefined {
  if (run.isCompacting || status.compaction) return text("statusCompacting");
  if (status.retry ?? status.summaryRetry) return text("statusRetrying");
  if (!run.isRunning) return undefined;
  if (call) return text("statusRunning", nameOf(call));
  if (newest?.kind !== "assistant" || newest.stopReason !== "pending") return text("statusThinking");
  const block = newest.blocks.at(-1);
  return block?.kind === "text" && block.text !== "" ? text("statusWriting") : text("statusThinking");
}

function nameOf(call: ToolItem): string {
  const subject = subjectOf(call).split("\n", 1)[0] ?? "";
  return subject === "" || call.name === "bash" || call.name === "powershell"
    ? subject || call.name
    : `${call.name} ${subject}`;
}
