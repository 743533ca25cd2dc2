import type { SimpleCommand } from "../tree.ts";
import { unwrap } from "../unwrap/unwrap.ts";
import type { Inner } from "../unwrap/inner.ts";
import { dynamic, literal, type Argument } from "./argument.ts";
import { runBuiltin } from "./builtins.ts";
import type { Call, Input, Program, ResolvedRedirect } from "./call.ts";
import { expandText, expandWord } from "./expand.ts";
import { noteDownloads } from "./downloads.ts";
import { insideShell, maskAll, type Flow } from "./flow.ts";
import { outputOf } from "./output.ts";
import { programNamedBy, programOf } from "./program.ts";
import { ShellState } from "./shellState.ts";
import type { Place, Walker } from "./walker.ts";

const maximumDepth = 8;

const persistent = /^(export|declare|typeset|readonly|local)$/;

/** Words after a program nobody can name that make it worth a question. */
const risky = /^(push|publish|deploy|delete|destroy|apply|reset|clean|-rf|-fr|--force)$/;

export function walkSimple(walker: Walker, command: SimpleCommand, place: Place): Input {
  const isAssignment = command.words.length === 0;
  // `v=$(check)` has the status of the check; anywhere else the command's own status hides it.
  const inner = { ...place, flow: substitutionFlow(command, place.flow) };
  const expansion = walker.expansionAt(inner);
  const isKept = isAssignment || persistent.test(command.words[0]?.source ?? "");
  for (const { name, value } of command.assignments) {
    const values = value ? assignedValue(value, expansion) : [dynamic(`$${name}`)];
    if (isKept) place.state.variables.set(name, values);
  }
  const words = command.words.flatMap((word) => expandWord(word, expansion));
  const { resolved, input } = walker.redirect(command.redirects, "simple", place);
  return runWords(walker, {
    words: replaceAlias(words, place),
    redirects: resolved,
    place: { ...place, input },
    source: command.source,
  });
}

function substitutionFlow({ words, assignments, source }: SimpleCommand, flow: Flow): Flow {
  if (words.length === 0 && assignments.length === 1) return insideShell(flow);
  const isTested = words[0]?.source === "test" && /^(\[+|test)\s+-z\s/.test(source);
  return isTested ? { ...insideShell(flow), isOutputTested: true } : maskAll(flow, "substitution");
}

function assignedValue(
  value: SimpleCommand["words"][number],
  expansion: ReturnType<Walker["expansionAt"]>,
): readonly Argument[] {
  return value.parts[0]?.kind === "array" ? expandWord(value, expansion) : [expandText(value, expansion)];
}

interface Run {
  readonly words: readonly Argument[];
  readonly redirects: readonly ResolvedRedirect[];
  readonly place: Place;
  readonly source: string;
  readonly scriptOf?: Program["scriptOf"];
}

/** Runs a program with its words: looks into wrappers, tells the visitor of the rest. */
function runWords(walker: Walker, run: Run): Input {
  const { words, place, redirects } = run;
  const [first] = words;
  if (!walker.step()) {
    walker.visitor.unresolved("too many commands", words);
    return {};
  }
  if (!first) {
    if (redirects.length > 0) walker.visitor.call(callOf(run, noProgram), false);
    return {};
  }
  if (place.depth > maximumDepth) {
    walker.visitor.unresolved("nested commands", words);
    return {};
  }
  const program = programOf(first, run.scriptOf);
  if (!program) return runUnknown(walker, run);
  const call = callOf(run, program);
  const body = program.isScript ? undefined : place.state.functions.get(program.name);
  if (body) {
    walker.visitor.call(call, true);
    return runFunction(walker, run, body);
  }
  runBuiltin(call, walker.scope);
  noteDownloads(call, walker.scope);
  const inner = unwrap(call);
  walker.visitor.call(call, inner !== undefined);
  if (inner === "unreadable") walker.visitor.unresolved(first.text, words);
  if (inner === undefined || inner === "unreadable") return outputOf(call);
  // A wrapper prints what it runs prints.
  const outputs = inner.map((one) => runInner(walker, run, one));
  return redirects.some(({ operator }) => operator.startsWith(">")) ? {} : (outputs.at(-1) ?? {});
}

const noProgram: Program = { name: "", path: dynamic(""), isScript: false };

function callOf({ words, redirects, place, source }: Run, program: Program): Call {
  const { state, flow, input, language, isElsewhere } = place;
  const args = words.slice(1);
  return { program, args, words, redirects, input, state, flow, language, source, isElsewhere };
}

function runFunction(walker: Walker, run: Run, body: Parameters<Walker["walk"]>[0]): Input {
  const { place, words } = run;
  const state = place.state;
  const name = words[0]?.text ?? "";
  // While it runs it is not known by its name: a function that calls itself ends here.
  const own = state.functions.get(name);
  state.functions.delete(name);
  const outer = state.parameters;
  state.parameters = words;
  if (run.redirects.length > 0) walker.visitor.call(callOf(run, noProgram), false);
  const output = walker.walk(body, { ...place, depth: place.depth + 1 });
  state.parameters = outer;
  if (own) state.functions.set(name, own);
  return output;
}

function replaceAlias(words: readonly Argument[], { state, language }: Place): readonly Argument[] {
  const [first, ...others] = words;
  const name = language === "powershell" ? first?.text.toLowerCase() : first?.text;
  const alias = name === undefined ? undefined : state.aliases.get(name);
  return alias && alias[0]?.text !== first?.text ? [...alias, ...others] : words;
}

/** The program is a variable: what follows may be its command, and its name may name it. */
function runUnknown(walker: Walker, run: Run): Input {
  const { words, place } = run;
  const [first, ...others] = words;
  const before = walker.visitor.operationCount;
  const deeper = { ...place, depth: place.depth + 1 };
  const name = first && programNamedBy(first);
  walker.visitor.call(callOf(run, { ...noProgram, path: first ?? dynamic("") }), name !== undefined);
  if (name && name !== "sudo") {
    runWords(walker, { ...run, words: [literal(name), ...others], redirects: [], place: deeper });
  }
  const second = others[0];
  if (second && second.kind === "literal" && /^[\w./]/.test(second.text)) {
    runWords(walker, { ...run, words: others, redirects: [], place: deeper });
  }
  if (walker.visitor.operationCount === before && others.some(({ text }) => risky.test(text))) {
    walker.visitor.unresolved(first?.text ?? "", words);
  }
  return {};
}

function runInner(walker: Walker, run: Run, inner: Inner): Input {
  const { place } = run;
  const isDefinition = place.flow.isDefinition || (inner.type === "script" && inner.isDefinition === true);
  const flow = { ...(inner.passesStatus ? place.flow : maskAll(place.flow, "wrapper")), isDefinition };
  const state = inner.cwd === undefined ? place.state : place.state.copy();
  if (inner.cwd !== undefined) state.cwd = inner.cwd;
  const next: Place = {
    ...place,
    state,
    flow,
    input: inner.input ?? place.input,
    depth: place.depth + 1,
    isElsewhere: place.isElsewhere || inner.isElsewhere === true,
  };
  if (inner.type === "words") {
    const { words, scriptOf } = inner;
    return runWords(walker, { words, redirects: [], place: next, source: run.source, scriptOf });
  }
  if (next.depth > maximumDepth) {
    walker.visitor.unresolved("nested commands", run.words);
    return {};
  }
  const shell = inner.isSameShell ? state : childState(state, inner);
  const { isRead, output } = walker.walkText(inner.text.text, {
    ...next,
    state: shell,
    flow: inner.isSameShell ? flow : insideShell(flow),
    language: inner.language,
  });
  const isSuspect = inner.text.kind === "literal" || inner.text.prefix.trim() !== "";
  if (!isRead && isSuspect) walker.visitor.unparsed(inner.text.text, run.words);
  return output;
}

/** Another shell: it inherits the folder and the values, not the functions and options. */
function childState(state: ShellState, inner: Extract<Inner, { type: "script" }>): ShellState {
  const child = new ShellState(state.cwd, state.downloads);
  for (const [name, value] of state.variables) child.variables.set(name, value);
  child.parameters = inner.parameters;
  child.errexit = inner.errexit;
  child.pipefail = inner.pipefail;
  return child;
}
