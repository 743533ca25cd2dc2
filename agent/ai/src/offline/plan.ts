import type { JsonObject } from "@relay-harness/protocol";
import type { Intent } from "./intent.ts";
import type { Outcome, PlannedCall, Report, Steps } from "./steps.ts";
import { carryOutCreate, carryOutReplace, carryOutRun, failed, missingTools } from "./steps.ts";
import { findCommand, readCommandEnd, searchCommand, shellQuote } from "./shellCommands.ts";
import { carryOutTests } from "./testRun.ts";
import { listCall } from "./toolCalls.ts";

/** What comes next in a request: a tool call, or the reports of all that was done. */
export type Decision =
  | { kind: "call"; call: PlannedCall; index: number }
  | { kind: "finish"; reports: Report[]; skipped: Intent[] };

/**
 * Replays the request over the results so far. Steps run in order; the first that is not understood
 * or fails ends the request, because later ones may build on it.
 */
export function decide(
  intents: readonly Intent[],
  outcomes: readonly Outcome[],
  tools: ReadonlySet<string>,
): Decision {
  const reports: Report[] = [];
  let used = 0;
  for (const [position, intent] of intents.entries()) {
    const steps = carryOut(intent, tools);
    let step = steps.next();
    while (!step.done) {
      const outcome = outcomes[used];
      if (!outcome) return { kind: "call", call: step.value, index: used };
      used++;
      step = steps.next(outcome);
    }
    reports.push(step.value);
    if (!step.value.ok) return { kind: "finish", reports, skipped: intents.slice(position + 1) };
  }
  return { kind: "finish", reports, skipped: [] };
}

function carryOut(intent: Intent, tools: ReadonlySet<string>): Steps {
  switch (intent.kind) {
    case "list":
      return list(intent.path, tools);
    case "read":
      return read(intent, tools);
    case "search":
      return search(intent, tools);
    case "findFiles":
      return findFiles(intent, tools);
    case "create":
      return carryOutCreate(intent, tools);
    case "replace":
      return carryOutReplace(intent, tools);
    case "run":
      return carryOutRun(intent.command, tools);
    case "test":
      return carryOutTests(tools);
    case "call":
      return call(intent, tools);
    case "help":
      return conclude({ kind: "help", ok: true });
    case "unquotedCommand":
      return conclude({ kind: "unquotedCommand", ok: false, text: intent.text });
    case "unknown":
      return conclude({ kind: "unknown", ok: false, text: intent.text });
  }
}

/** A step that needs no tool. */
function* conclude(report: Report): Steps {
  return report;
}

function* call(
  { tool, arguments: given, note }: Extract<Intent, { kind: "call" }>,
  tools: ReadonlySet<string>,
): Steps {
  if (!tools.has(tool)) return missingTools(tool);
  const outcome = yield { name: tool, arguments: given };
  if (outcome.isError) return failed("call", tool, outcome);
  return { kind: "called", ok: true, tool, text: outcome.text, ...(note !== undefined && { note }) };
}

function* list(path: string, tools: ReadonlySet<string>): Steps {
  const call = listCall(path, tools);
  if (!call) return missingTools("ls", "bash");
  const outcome = yield call;
  if (outcome.isError) return failed("list", path, outcome);
  return { kind: "listed", ok: true, path, text: readCommandEnd(outcome.text, false).output };
}

function* read({ path, lines }: Extract<Intent, { kind: "read" }>, tools: ReadonlySet<string>): Steps {
  const range: JsonObject = lines ? { offset: lines.first } : {};
  if (lines?.last !== undefined) range.limit = lines.last - lines.first + 1;
  let outcome: Outcome;
  if (tools.has("read")) outcome = yield { name: "read", arguments: { path, ...range } };
  else if (tools.has("bash")) {
    const cut = lines ? `sed -n ${shellQuote(`${lines.first},${lines.last ?? "$"}p`)}` : "cat";
    outcome = yield { name: "bash", arguments: { command: `${cut} -- ${shellQuote(path)}` } };
  } else return missingTools("read", "bash");
  if (outcome.isError && /EISDIR|is a directory/i.test(outcome.text)) return yield* list(path, tools);
  if (outcome.isError) return failed("read", path, outcome);
  return { kind: "readFile", ok: true, path, text: outcome.text };
}

function* search({ text, path }: Extract<Intent, { kind: "search" }>, tools: ReadonlySet<string>): Steps {
  const place = path === "." ? {} : { path };
  if (tools.has("grep")) {
    const outcome = yield { name: "grep", arguments: { pattern: text, literal: true, ...place } };
    if (outcome.isError) return failed("search", text, outcome);
    const isEmpty = outcome.text.trim() === "No matches found";
    return { kind: "found", ok: true, what: text, path, text: isEmpty ? "" : outcome.text };
  }
  if (!tools.has("bash")) return missingTools("grep", "bash");
  const outcome = yield { name: "bash", arguments: { command: searchCommand(text, path) } };
  const { exitCode, output } = readCommandEnd(outcome.text, outcome.isError);
  // grep says with code 1 that it looked and found nothing.
  const lookedInVain = exitCode === 1 && output.trim() === "";
  if (outcome.isError && !lookedInVain) return failed("search", text, outcome);
  return { kind: "found", ok: true, what: text, path, text: output };
}

function* findFiles(
  { pattern, path }: Extract<Intent, { kind: "findFiles" }>,
  tools: ReadonlySet<string>,
): Steps {
  let outcome: Outcome;
  if (tools.has("find")) {
    outcome = yield { name: "find", arguments: path === "." ? { pattern } : { pattern, path } };
  } else if (tools.has("bash")) {
    outcome = yield { name: "bash", arguments: { command: findCommand(pattern, path) } };
  } else return missingTools("find", "bash");
  if (outcome.isError) return failed("search", pattern, outcome);
  const { output } = readCommandEnd(outcome.text, false);
  const isEmpty = output.trim() === "No files found matching pattern";
  return { kind: "foundFiles", ok: true, what: pattern, path, text: isEmpty ? "" : output };
}
