import { lowerBash } from "../bash/lowerBash.ts";
import { lowerPowerShell } from "../powershell/lowerPowerShell.ts";
import { isTooComplex } from "../complexity.ts";
import type { Scope } from "../scope.ts";
import type { ShellLanguage, ShellParser } from "../syntax.ts";
import type { Redirect, Statement } from "../tree.ts";
import { dynamic, type Argument } from "./argument.ts";
import type { Call, Input, ResolvedRedirect } from "./call.ts";
import { expandText, expandWord, type Expansion } from "./expand.ts";
import { failureOf, readsStatus } from "./failure.ts";
import { byErrexit, byExit, insideShell, mask, maskAll, type Flow } from "./flow.ts";
import type { ShellState } from "./shellState.ts";
import { walkSimple } from "./simple.ts";

/** Told of every program that a text runs. */
export interface CallVisitor {
  /** `isWrapper`: what it runs is told of by itself. */
  call(call: Call, isWrapper: boolean): void;
  /** A command whose program nobody can tell from the text. */
  unresolved(label: string, words: readonly Argument[]): void;
  /** A text that the grammar could not read. */
  unparsed(source: string, words: readonly Argument[]): void;
  /** How many operations were found so far. */
  readonly operationCount: number;
  /** Runs once more with another value: what it finds joins what was found since `operationCount`. */
  again(since: number, run: () => void): void;
}

export interface Place {
  readonly state: ShellState;
  readonly flow: Flow;
  readonly input: Input;
  /** Wrappers around it. */
  readonly depth: number;
  readonly language: ShellLanguage;
  readonly isElsewhere: boolean;
  /** A loop around it runs for a further value: the loops in it need not. */
  readonly isRepeated: boolean;
}

/** Loops run once for each of their first values. */
const maximumValues = 8;
/** Beyond this many programs, functions and loops of a text repeat themselves. */
const maximumSteps = 1000;
/** Characters that texts in the text, such as scripts of `eval`, may have together; a long text may have more. */
const maximumInnerText = 20_000;

/** Walks a command tree in the order in which a shell runs it. */
export class Walker {
  readonly scope: Scope;
  readonly parser: ShellParser;
  readonly visitor: CallVisitor;
  #steps = 0;
  /** Characters that texts in the text may still have. */
  #innerText: number | undefined;

  constructor(scope: Scope, parser: ShellParser, visitor: CallVisitor) {
    this.scope = scope;
    this.parser = parser;
    this.visitor = visitor;
  }

  /** False once the text has run for too long. */
  step(): boolean {
    return ++this.#steps <= maximumSteps;
  }

  get #isExhausted(): boolean {
    return this.#steps > maximumSteps;
  }

  /** Walks a text in a shell that is given. `isRead`: the grammar could read all of it. */
  walkText(source: string, place: Place): { isRead: boolean; output: Input } {
    if (this.#innerText === undefined) this.#innerText = Math.max(maximumInnerText, 2 * source.length);
    else this.#innerText -= source.length;
    if (this.#innerText < 0 || isTooComplex(source, place.language)) {
      this.visitor.unresolved("too complex a text", []);
      return { isRead: true, output: {} };
    }
    const lower = place.language === "bash" ? lowerBash : lowerPowerShell;
    const lowered = lower(source, this.parser);
    if (!lowered) {
      this.visitor.unresolved(place.language, []);
      return { isRead: true, output: {} };
    }
    const output = this.walk(lowered.body, place);
    return { isRead: !lowered.hasError, output };
  }

  walk(statement: Statement, place: Place): Input {
    const { state, flow } = place;
    if (this.#isExhausted) return {};
    switch (statement.type) {
      case "simple":
        return walkSimple(this, statement, place);
      case "list":
        return this.#list(statement.items, place);
      case "and":
      case "or":
        return this.#choice(statement, place);
      case "pipeline":
        return this.#pipeline(statement.stages, place);
      case "not":
        return this.walk(statement.body, { ...place, flow: maskAll(flow, "negated") });
      case "group":
        return statement.isSubshell
          ? this.walk(statement.body, { ...place, state: state.copy(), flow: insideShell(flow) })
          : this.walk(statement.body, place);
      case "redirected": {
        const { input } = this.redirect(statement.redirects, statement.type, place);
        return this.walk(statement.body, { ...place, input });
      }
      case "branch":
        return this.#branch(statement, place);
      case "loop":
        return this.#loop(statement, place);
      case "function":
        state.functions.set(statement.name, statement.body);
        return this.walk(statement.body, {
          ...place,
          state: state.copy(),
          flow: { ...maskAll(flow, "condition"), isDefinition: true },
        });
    }
  }

  expansionAt(place: Place): Expansion {
    return {
      state: place.state,
      tempDir: this.scope.tempDirs[0] ?? "/tmp",
      run: (body) => this.walk(body, { ...place, state: place.state.copy(), input: {} }),
    };
  }

  /** Resolves redirections; the program-less call they make is told of when they stand alone. */
  redirect(
    redirects: readonly Redirect[],
    source: string,
    place: Place,
  ): { resolved: ResolvedRedirect[]; input: Input } {
    const inner = { ...place, flow: maskAll(place.flow, "substitution") };
    const expansion = this.expansionAt(inner);
    let { input } = place;
    const resolved: ResolvedRedirect[] = [];
    for (const { operator, descriptor, target: word } of redirects) {
      const target =
        operator === "<<"
          ? expandText(word, expansion)
          : (expandWord(word, expansion)[0] ?? dynamic(word.source));
      if (operator === "<<") {
        input = { text: target.text, isInexact: target.kind !== "literal", isFetched: target.isFetched };
      } else if (operator === "<") {
        input = inputFrom(target);
      } else resolved.push({ operator, descriptor, target });
    }
    if (resolved.length > 0 && source === "redirected") {
      this.visitor.call(callOfRedirects(resolved, place), false);
    }
    return { resolved, input };
  }

  #list(items: readonly { body: Statement; isBackground: boolean }[], place: Place): Input {
    const bodies = items.map(({ body }) => body);
    let output: Input = {};
    for (const [index, item] of items.entries()) {
      const flow = item.isBackground
        ? backgroundFlow(bodies, index, place.flow)
        : this.#itemFlow(bodies, index, place);
      // `a & b`: a background command is a shell of its own.
      const state = item.isBackground ? place.state.copy() : place.state;
      output = this.walk(item.body, { ...place, state, flow });
    }
    return items.length === 1 ? output : { isFetched: output.isFetched };
  }

  #itemFlow(bodies: readonly Statement[], index: number, { state, flow }: Place): Flow {
    if (index === bodies.length - 1) return flow;
    const reader = readsStatus(bodies, index);
    if (reader === "status") return byExit(flow);
    if (reader === "firstStage") return { ...byExit(flow), isFirstStageRead: true };
    return state.errexit && !flow.isGuarded ? byErrexit(flow) : mask(flow, "sequence");
  }

  #choice(statement: Extract<Statement, { type: "and" | "or" }>, place: Place): Input {
    const { flow } = place;
    if (statement.type === "and") {
      // errexit does not see the left side, and when that fails, exit code 0 does not mean that the right one ran.
      const side = flow.isByErrexit ? mask(flow, "sequence") : flow;
      this.walk(statement.left, { ...place, flow: { ...side, isGuarded: true } });
      return this.walk(statement.right, { ...place, flow: side });
    }
    const failure = failureOf(statement.right);
    const left = failure === "exits" ? byExit(flow) : failure === "fails" ? flow : mask(flow, "alternative");
    this.walk(statement.left, { ...place, flow: { ...left, isGuarded: true, isByErrexit: false } });
    return this.walk(statement.right, { ...place, flow: maskAll(flow, "alternative") });
  }

  #pipeline(stages: readonly Statement[], place: Place): Input {
    const { flow, state } = place;
    let { input } = place;
    for (const [index, stage] of stages.entries()) {
      const isLast = index === stages.length - 1;
      const isRead = flow.isFirstStageRead ? index === 0 : isLast || state.pipefail;
      const stageFlow = insideShell(isRead ? flow : mask(flow, flow.isFirstStageRead ? "sequence" : "pipe"));
      const output = this.walk(stage, { ...place, state: state.copy(), flow: stageFlow, input });
      // What was downloaded stays so, whatever filters it on the way.
      input = { ...output, isPiped: true, isFetched: output.isFetched === true || input.isFetched === true };
    }
    return input;
  }

  #branch(statement: Extract<Statement, { type: "branch" }>, place: Place): Input {
    const { state, flow } = place;
    const inner = { ...place, flow: maskAll(flow, "condition") };
    for (const word of statement.words) expandWord(word, this.expansionAt(inner));
    for (const condition of statement.conditions) this.walk(condition, inner);
    const changed = new Map<string, readonly Argument[]>();
    let isShifted = false;
    for (const body of statement.bodies) {
      const copy = state.copy();
      this.walk(body, { ...inner, state: copy });
      for (const [name, value] of copy.variables) {
        if (state.variables.get(name) !== value) changed.set(name, [dynamic(`$${name}`)]);
      }
      if (copy.parameters !== state.parameters) isShifted = true;
      for (const [name, value] of copy.functions) state.functions.set(name, value);
      for (const [name, value] of copy.aliases) state.aliases.set(name, value);
    }
    // Which body ran is not known, nor is what it assigned.
    for (const [name, value] of changed) state.variables.set(name, value);
    if (isShifted) state.parameters = [];
    return {};
  }

  #loop(statement: Extract<Statement, { type: "loop" }>, place: Place): Input {
    const { state, flow } = place;
    // Loops in loops take steps as programs do.
    if (!this.step()) {
      this.visitor.unresolved("too many commands", []);
      return {};
    }
    const inner = { ...place, flow: maskAll(flow, "condition") };
    const expansion = this.expansionAt(inner);
    const values = statement.values.flatMap((word) => expandWord(word, expansion)).slice(0, maximumValues);
    if (statement.condition) this.walk(statement.condition, inner);
    const canStop = state.errexit && !flow.isGuarded;
    const body = { ...place, flow: canStop ? byErrexit(flow) : { ...mask(flow, "loop") } };
    const since = this.visitor.operationCount;
    const bind = (value: Argument | undefined): void => {
      if (statement.variable) {
        state.variables.set(statement.variable, [value ?? dynamic(`$${statement.variable}`)]);
      }
    };
    bind(values[0]);
    this.walk(statement.body, body);
    for (const value of place.isRepeated ? [] : values.slice(1)) {
      bind(value);
      this.visitor.again(since, () =>
        this.walk(statement.body, { ...body, isRepeated: true, flow: { ...body.flow, isDefinition: true } }),
      );
    }
    return {};
  }
}

/** `check & ... wait $!` hands on the status; a bare `wait` does not. */
function backgroundFlow(bodies: readonly Statement[], index: number, flow: Flow): Flow {
  const last = bodies.at(-1);
  const isAwaited =
    last?.type === "simple" &&
    last.words[0]?.source === "wait" &&
    last.words[1]?.source.replaceAll('"', "") === "$!" &&
    index === bodies.length - 2;
  return isAwaited ? insideShell(flow) : maskAll(flow, "background");
}

/** What a command reads from a file, `<(...)` included. */
function inputFrom(target: Argument): Input {
  if (target.isFetched) return { isFetched: true };
  return target.content === undefined ? { file: target } : { text: target.content };
}

/** What is written comes from the group or loop in front of the redirections. */
function callOfRedirects(redirects: readonly ResolvedRedirect[], place: Place): Call {
  const path = dynamic("");
  return {
    program: { name: "", path, isScript: false },
    args: [],
    words: [path],
    redirects,
    input: {},
    state: place.state,
    flow: place.flow,
    language: place.language,
    source: "",
    isElsewhere: place.isElsewhere,
  };
}
