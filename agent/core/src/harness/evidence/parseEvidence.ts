import { isJsonObject } from "@relay-harness/protocol";
import type { ChangeState, CheckState, EvidenceState } from "./evidenceState.ts";

const checkKinds: ReadonlySet<unknown> = new Set(["test", "types", "lint", "build"]);
const results: ReadonlySet<unknown> = new Set(["passed", "failed", "masked", "undeclared"]);

/**
 * The record of a request as a session file holds it, with what a later request takes over: changes and
 * checks. `undefined` for another shape: a file may come from anywhere.
 */
export function parseEvidenceState(data: unknown): EvidenceState | undefined {
  if (!isJsonObject(data) || typeof data["entryId"] !== "string") return undefined;
  const { entryId, changes, checks } = data;
  if (!Array.isArray(changes) || !Array.isArray(checks)) return undefined;
  return {
    entryId,
    status: null,
    reason: null,
    claims: [],
    changeRequest: false,
    effect: changes.length > 0,
    changes: changes.flatMap((change) => parseChange(change) ?? []),
    checks: checks.flatMap((check) => parseCheck(check) ?? []),
    requested: false,
    final: true,
  };
}

function parseChange(data: unknown): ChangeState | undefined {
  if (!isJsonObject(data)) return undefined;
  const { path, kind, count } = data;
  if (typeof path !== "string" || (kind !== "code" && kind !== "doc") || typeof count !== "number")
    return undefined;
  return { path, kind, count };
}

function parseCheck(data: unknown): CheckState | undefined {
  if (!isJsonObject(data)) return undefined;
  const { command, kind, exitCode, result, narrowed, at, afterLastChange, carried } = data;
  if (typeof command !== "string" || typeof at !== "string") return undefined;
  if (!checkKinds.has(kind) || !results.has(result)) return undefined;
  return {
    toolCallId: typeof data["toolCallId"] === "string" ? data["toolCallId"] : null,
    command,
    // Both are among the words above.
    kind: kind as CheckState["kind"],
    result: result as CheckState["result"],
    exitCode: typeof exitCode === "number" ? exitCode : null,
    why: null,
    narrowed: narrowed === "name" || narrowed === "path" ? narrowed : null,
    afterLastChange: afterLastChange === true,
    carried: carried === true,
    at,
  };
}
