import { readDeclared } from "./checks/declared.ts";
import { bareOperation, Collector, holdsTrigger } from "./collect.ts";
import { Scope } from "./scope.ts";
import type { AnalysisOptions, CommandAnalysis, Operation } from "./types.ts";
import { topFlow } from "./walk/flow.ts";
import { ShellState } from "./walk/shellState.ts";
import { Walker } from "./walk/walker.ts";

/**
 * What a command would do: its gated operations, the checks it runs and whether their exit codes count, the
 * files it changes. A pure function of the text and the facts.
 */
export function analyzeCommand(command: string, options: AnalysisOptions): CommandAnalysis {
  const { shell, facts, parser, verifyCommands } = options;
  const scope = new Scope(facts, shell);
  const declared =
    verifyCommands && verifyCommands.length > 0 ? readDeclared(verifyCommands, scope, parser) : undefined;
  const collector = new Collector(scope, declared);
  const walker = new Walker(scope, parser, collector);
  const { isRead } = walker.walkText(command, {
    state: new ShellState(scope.resolve(facts.cwd, "/")),
    flow: topFlow,
    input: {},
    depth: 0,
    language: shell,
    isElsewhere: false,
    isRepeated: false,
  });
  const isUnparsed = !isRead && holdsTrigger(command);
  if (declared?.isWhole(command)) {
    collector.checks.push({
      kind: "test",
      command: command.trim(),
      narrowed: null,
      counts: true,
      isDeclared: true,
    });
  }
  return {
    operations: operationsOf(collector.operations, { isRead, isUnparsed }),
    checks: collector.checks,
    changes: [...collector.changes],
    changesBeforeChecks: collector.checks.length > 0 && !collector.changesAfterCheck,
    isReadOnly: collector.isReadOnly && isRead,
    hasParseError: !isRead,
  };
}

/** A text with errors may hold more than its tree shows: what is found there is always asked about. */
function operationsOf(
  found: readonly Operation[],
  { isRead, isUnparsed }: { isRead: boolean; isUnparsed: boolean },
): readonly Operation[] {
  // The tree tells nothing that a word of the text does not tell better.
  if (isUnparsed) return [bareOperation("unparsed", "unreadable command", [])];
  return isRead ? found : found.map((operation) => ({ ...operation, clause: "ask" }));
}
