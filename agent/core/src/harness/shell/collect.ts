import { changesOf } from "./changes.ts";
import type { DeclaredCommands } from "./checks/declared.ts";
import { scriptNarrowing } from "./checks/narrowing.ts";
import { recognizeCheck, type RecognizedCheck } from "./checks/recognize.ts";
import { catalog, type OperationId } from "./operations/catalog.ts";
import { findOperations } from "./operations/findOperations.ts";
import { isReadOnlyCall } from "./readOnly.ts";
import type { Scope } from "./scope.ts";
import type { CheckRun, MaskReason, Operation } from "./types.ts";
import type { Argument } from "./walk/argument.ts";
import type { Call } from "./walk/call.ts";
import type { CallVisitor } from "./walk/walker.ts";

/** Gathers what the calls of one text do. */
export class Collector implements CallVisitor {
  operations: Operation[] = [];
  readonly checks: CheckRun[] = [];
  readonly changes = new Set<string>();
  isReadOnly = true;
  /** Something that may change files stands behind a check. */
  changesAfterCheck = false;
  readonly #scope: Scope;
  readonly #declared: DeclaredCommands | undefined;

  constructor(scope: Scope, declared: DeclaredCommands | undefined) {
    this.#scope = scope;
    this.#declared = declared;
  }

  get operationCount(): number {
    return this.operations.length;
  }

  call(call: Call, isWrapper: boolean): void {
    for (const operation of findOperations(call, isWrapper, this.#scope)) this.#add(operation);
    for (const path of changesOf(call, this.#scope)) this.changes.add(path);
    const check = this.#check(call, isWrapper);
    // Git changes its folder by itself, whatever it runs at each step.
    const isOnlyWrapper = isWrapper && call.program.name !== "git";
    if (!isOnlyWrapper && !check && !isReadOnlyCall(call)) this.#mayChange();
    if (
      isWrapper &&
      call.redirects.length > 0 &&
      !isReadOnlyCall({ ...call, program: { ...call.program, name: "" } })
    ) {
      this.#mayChange();
    }
  }

  unresolved(label: string, words: readonly Argument[]): void {
    this.#mayChange();
    this.#add(bareOperation("unresolved", label, words));
  }

  unparsed(source: string, words: readonly Argument[]): void {
    this.#mayChange();
    if (holdsTrigger(source)) this.#add(bareOperation("unparsed", "unreadable command", words));
  }

  /** A loop runs again: what it does to further values joins the operations of the first. */
  again(since: number, run: () => void): void {
    const all = this.operations;
    this.operations = [];
    run();
    const found = this.operations;
    this.operations = all;
    for (const operation of found) {
      const first = all
        .slice(since)
        .find(({ id, label }) => id === operation.id && label === operation.label);
      if (!first) this.#add(operation);
      else {
        all[all.indexOf(first)] = {
          ...first,
          targets: joined(first.targets, operation.targets),
          names: [...new Set([...first.names, ...operation.names])],
        };
      }
    }
  }

  #mayChange(): void {
    this.isReadOnly = false;
    this.changesAfterCheck ||= this.checks.length > 0;
  }

  #add(operation: Operation): void {
    const key = keyOf(operation);
    if (!this.operations.some((known) => keyOf(known) === key)) this.operations.push(operation);
  }

  /** Records the check that a call runs. */
  #check(call: Call, isWrapper: boolean): boolean {
    if (call.flow.isDefinition) return recognizeCheck(call) !== undefined;
    const declared = this.#declared?.match(call);
    // A wrapper's own words count only when they are what the project declares.
    if (isWrapper && !declared) return false;
    const recognized = recognizeCheck(call);
    if (!recognized && !declared) return false;
    const check: RecognizedCheck = recognized ?? {
      kind: "test",
      narrowed: scriptNarrowing(declared?.extra ?? []),
      isHidden: false,
    };
    const masked: MaskReason | undefined = call.flow.masked ?? (check.isHidden ? "runner" : undefined);
    const run: CheckRun = {
      kind: check.kind,
      command: call.source.trim() === "" ? call.words.map(({ text }) => text).join(" ") : call.source.trim(),
      narrowed: check.narrowed,
      counts: masked === undefined,
      ...(masked === undefined ? {} : { masked }),
      isDeclared: declared !== undefined,
    };
    const last = this.checks.at(-1);
    const isInside = last?.isDeclared === true && !run.isDeclared && last.command.includes(run.command);
    if (!isInside) this.checks.push(run);
    return true;
  }
}

/** The same operation on the same targets counts once. */
function keyOf({ id, targets, names }: Operation): string {
  return JSON.stringify([id, targets, names]);
}

function joined(left: Operation["targets"], right: Operation["targets"]): Operation["targets"] {
  const texts = new Set(left.map(({ text }) => text));
  return [...left, ...right.filter(({ text }) => !texts.has(text))];
}

export function bareOperation(id: OperationId, label: string, words: readonly Argument[]): Operation {
  const { classes, clause } = catalog[id];
  return { id, classes, label, clause, targets: [], names: [], words: words.map(({ text }) => text) };
}

const trigger =
  /(?<![\w])(rm|push|reset|clean|publish|deploy|delete|destroy|apply|drop|truncate|prune|mkfs|dd)(?![\w])/i;

/** A text that cannot be read is worth a question only when it may do harm. */
export function holdsTrigger(source: string): boolean {
  return trigger.test(source);
}
