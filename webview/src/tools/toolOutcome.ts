import { textOf } from "@relay-harness/protocol";
import type { ToolItem } from "@relay-harness/protocol";
import { countLines, newFileLines, parseDiff } from "./diffLines.ts";
import type { DiffLine, LineCounts } from "./diffLines.ts";

/** How a call stands, as its card says it. */
export type CallState = "running" | "waiting" | "done" | "failed" | "notRun" | "unfinished";

/** Why a call was not run. */
export type NotRun =
  | { readonly why: "declined"; readonly reason?: string }
  | { readonly why: "question" | "pending" | "unanswered" | "blocked" };

export interface CallContext {
  /** Something runs in this session. */
  readonly isRunning: boolean;
  /** A dialog about this very call is open. */
  readonly isAsked: boolean;
}

export function callState(item: ToolItem, { isRunning, isAsked }: CallContext): CallState {
  if (isAsked && item.state !== "done") return "waiting";
  if (item.state === "unfinished") return "unfinished";
  if (item.state !== "done") return isRunning ? "running" : "unfinished";
  if (notRun(item)) return "notRun";
  return item.isError ? "failed" : "done";
}

const authorization = "[harness:authorization] Not run:";

/** Reads why the harness, or an extension, did not let a call run. */
export function notRun(item: ToolItem): NotRun | undefined {
  if (!item.isError) return undefined;
  const text = textOf(item.content);
  if (text.startsWith("[harness:question]")) return { why: "question" };
  if (text.startsWith(authorization)) return authorizationOutcome(text.slice(authorization.length));
  return text === "Tool execution was blocked" ? { why: "blocked" } : undefined;
}

function authorizationOutcome(text: string): NotRun {
  if (/^ the developer declined/.test(text)) {
    const reason = / Reason: (.+)$/s.exec(text)?.[1];
    return reason === undefined ? { why: "declined" } : { why: "declined", reason };
  }
  return { why: /^ no answer/.test(text) ? "unanswered" : "pending" };
}

/** Exit code of a shell call that ran to an end, as its result says it. */
export function exitCode(item: ToolItem): number | undefined {
  const structured = item.live?.structuredContent;
  if (isRecord(structured) && typeof structured["exit_code"] === "number") return structured["exit_code"];
  if (!item.isError) return 0;
  const code = /(?:^|\n)Command exited with code (\d+)$/.exec(textOf(item.content))?.[1];
  return code === undefined ? undefined : Number(code);
}

/** Lines that a call changed; empty when it changed none, or is not known to. */
export function changedLines(item: ToolItem): DiffLine[] {
  if (item.isError || item.state !== "done") return [];
  const { details } = item;
  if (item.name === "edit" && isRecord(details) && typeof details["diff"] === "string") {
    return parseDiff(details["diff"]);
  }
  const content = item.name === "write" ? item.args?.["content"] : undefined;
  return typeof content === "string" ? newFileLines(content) : [];
}

export function changeCounts(item: ToolItem): LineCounts {
  return countLines(changedLines(item));
}

/** Text that a call has given so far. */
export function outputOf(item: ToolItem): string {
  return textOf(item.live?.partial?.content ?? item.live?.result?.content ?? item.content, "\n");
}

export function fullOutputPath(item: ToolItem): string | undefined {
  const details = item.live?.partial?.details ?? item.details;
  const path = isRecord(details) ? details["fullOutputPath"] : undefined;
  return typeof path === "string" ? path : undefined;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
