import { isJsonObject, type BashResult } from "@relay-harness/protocol";
import type { BashOperations } from "../base/shell/shellOperations.ts";
import type { DispatchOptions, Dispatcher } from "./dispatcher.ts";
import { errorText } from "./errors.ts";
import { toolResultProblem } from "./valueChecks.ts";
import type {
  ToolCallEvent,
  ToolCallEventResult,
  ToolResultEvent,
  ToolResultEventResult,
  UserBashEvent,
} from "./types/toolEvents.ts";

/** The first block ends the dispatch; so does a handler that throws, because a gate must not fail open. */
export async function dispatchToolCall(
  dispatcher: Dispatcher,
  event: ToolCallEvent,
  options: DispatchOptions,
): Promise<ToolCallEventResult | undefined> {
  let verdict: ToolCallEventResult | undefined;
  await dispatcher.run(
    "tool_call",
    () => event,
    (outcome) => {
      if (!outcome.ok) {
        verdict = { block: true, reason: errorText(outcome.error) };
        return "stop";
      }
      const result: unknown = outcome.value;
      if (!isJsonObject(result) || result.block !== true) return "go-on";
      verdict = {
        block: true,
        ...(typeof result.reason === "string" && { reason: result.reason }),
        ...(result.terminate === true && { terminate: true }),
      };
      return "stop";
    },
    options,
  );
  return verdict;
}

const resultFields = ["content", "details", "structuredContent", "isError", "usage"] as const;

/** Replaces by field; each handler sees what the one before made. `undefined`: nothing changed. */
export async function dispatchToolResult(
  dispatcher: Dispatcher,
  event: ToolResultEvent,
  options: DispatchOptions,
): Promise<ToolResultEventResult | undefined> {
  let current = event;
  let changes: ToolResultEventResult | undefined;
  await dispatcher.run(
    "tool_result",
    () => current,
    (outcome) => {
      const result: unknown = outcome.ok ? outcome.value : undefined;
      if (!isJsonObject(result)) return "go-on";
      const patch: ToolResultEventResult = Object.fromEntries(
        resultFields.filter((field) => result[field] !== undefined).map((field) => [field, result[field]]),
      );
      if (Object.keys(patch).length === 0) return "go-on";
      const problem = toolResultProblem(patch);
      if (problem !== undefined) {
        dispatcher.report(outcome.extension, "tool_result", new TypeError(problem));
        return "go-on";
      }
      // New text would contradict the structured form of the old one.
      if (patch.content !== undefined && patch.structuredContent === undefined) {
        patch.structuredContent = undefined;
      }
      current = { ...current, ...patch };
      changes = { ...changes, ...patch };
      return "go-on";
    },
    options,
  );
  return changes;
}

export type UserBashOutcome = { operations: BashOperations } | { result: BashResult } | undefined;

/** The first result wins. Rejects when a handler threw or returned something else: nothing may run then. */
export async function dispatchUserBash(
  dispatcher: Dispatcher,
  event: UserBashEvent,
): Promise<UserBashOutcome> {
  let answer: UserBashOutcome;
  let failure: { error: unknown } | undefined;
  await dispatcher.run(
    "user_bash",
    () => event,
    (outcome) => {
      if (!outcome.ok) {
        failure = { error: outcome.error };
        return "stop";
      }
      const value: unknown = outcome.value;
      if (value === undefined) return "go-on";
      if (isOperations(value) || isResult(value)) {
        answer = value;
        return "stop";
      }
      const error = new TypeError(
        "Invalid user_bash handler result: expected operations with an exec function, or a result with " +
          "output, exitCode, cancelled and truncated",
      );
      dispatcher.report(outcome.extension, "user_bash", error);
      failure = { error };
      return "stop";
    },
  );
  if (failure) throw failure.error;
  return answer;
}

function isOperations(value: unknown): value is { operations: BashOperations } {
  if (!isJsonObject(value)) return false;
  const operations: unknown = value.operations;
  return typeof operations === "object" && operations !== null && "exec" in operations
    ? typeof operations.exec === "function"
    : false;
}

function isResult(value: unknown): value is { result: BashResult } {
  if (!isJsonObject(value) || !isJsonObject(value.result)) return false;
  const { output, exitCode, cancelled, truncated } = value.result;
  return (
    typeof output === "string" &&
    (exitCode === undefined || typeof exitCode === "number") &&
    typeof cancelled === "boolean" &&
    typeof truncated === "boolean"
  );
}
