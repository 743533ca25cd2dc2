import type { JsonObject } from "@relay-harness/protocol";
import type { Intent } from "./intent.ts";
import { createCommand, existsAnswer, existsCommand, readCommandEnd } from "./shellCommands.ts";

export interface PlannedCall {
  name: string;
  arguments: JsonObject;
}

/** Result of a tool call as the conversation has it. */
export interface Outcome {
  text: string;
  isError: boolean;
}

/** What was attempted, as far as a failure has to name it. */
export type Action = "list" | "read" | "search" | "create" | "replace" | "run" | "test" | "call";

/** What a step came to. `ok: false` ends the request. Texts are the tools' own. */
export type Report =
  | { kind: "listed" | "readFile"; ok: true; path: string; text: string }
  /** `text` is empty when nothing was found. */
  | { kind: "found" | "foundFiles"; ok: true; what: string; path: string; text: string }
  | { kind: "created"; ok: true; path: string }
  | { kind: "alreadyExists"; ok: false; path: string }
  | { kind: "replaced"; ok: true; path: string; text: string }
  | { kind: "ran" | "testsRan"; ok: boolean; command: string; exitCode: number; text: string }
  | { kind: "called"; ok: true; tool: string; text: string; note?: string }
  | { kind: "noTests"; ok: false }
  | { kind: "failed"; ok: false; action: Action; what: string; text: string }
  /** One of these tools would have been needed. */
  | { kind: "missingTools"; ok: false; tools: string[] }
  | { kind: "help"; ok: true }
  | { kind: "unquotedCommand" | "unknown"; ok: false; text: string };

/** A step: yields tool calls, is resumed with their outcomes, returns what it came to. */
export type Steps = Generator<PlannedCall, Report, Outcome>;

export function failed(action: Action, what: string, { text }: Outcome): Report {
  return { kind: "failed", ok: false, action, what, text };
}

export function missingTools(...tools: string[]): Report {
  return { kind: "missingTools", ok: false, tools };
}

/** Creates a file, after a look that it does not exist: nobody asked to overwrite one. */
export function* carryOutCreate(
  { path, content }: Extract<Intent, { kind: "create" }>,
  tools: ReadonlySet<string>,
): Steps {
  let exists: boolean;
  if (tools.has("bash")) {
    const look = yield { name: "bash", arguments: { command: existsCommand(path) } };
    if (look.isError) return failed("create", path, look);
    exists = look.text.trim() === existsAnswer;
  } else if (tools.has("read")) {
    // Fails for what is to be created, which looks like a failure and is none.
    const look = yield { name: "read", arguments: { path, limit: 1 } };
    const isAbsent = look.isError && /ENOENT|no such file/i.test(look.text);
    if (look.isError && !isAbsent) return failed("create", path, look);
    exists = !isAbsent;
  } else return missingTools("bash", "read");
  if (exists) return { kind: "alreadyExists", ok: false, path };
  let outcome: Outcome;
  if (tools.has("write")) outcome = yield { name: "write", arguments: { path, content } };
  else if (tools.has("bash")) {
    outcome = yield { name: "bash", arguments: { command: createCommand(path, content) } };
  } else return missingTools("write", "bash");
  return outcome.isError ? failed("create", path, outcome) : { kind: "created", ok: true, path };
}

export function* carryOutReplace(
  { path, oldText, newText }: Extract<Intent, { kind: "replace" }>,
  tools: ReadonlySet<string>,
): Steps {
  if (!tools.has("edit")) return missingTools("edit");
  const outcome = yield { name: "edit", arguments: { path, edits: [{ oldText, newText }] } };
  if (outcome.isError) return failed("replace", path, outcome);
  return { kind: "replaced", ok: true, path, text: outcome.text };
}

/** Runs a command as it was given; whether it may run is decided elsewhere. */
export function* carryOutRun(
  command: string,
  tools: ReadonlySet<string>,
  kind: "ran" | "testsRan" = "ran",
): Steps {
  const name = ["bash", "powershell"].find((shell) => tools.has(shell));
  if (!name) return missingTools("bash");
  const outcome = yield { name, arguments: { command } };
  const { exitCode, output } = readCommandEnd(outcome.text, outcome.isError);
  if (exitCode === undefined) return failed(kind === "ran" ? "run" : "test", command, outcome);
  return { kind, ok: exitCode === 0, command, exitCode, text: output };
}
