import type { CommandAnalysis, ShellFacts, ShellLanguage, ShellParser } from "@relay-harness/agent-core";
import { analyzeCommand } from "@relay-harness/agent-core/shell";
import { loadShellParser } from "../../agent/core/src/harness/grammar/loadShellParser.ts";

export const facts: ShellFacts = {
  cwd: "/home/me/app",
  workspace: "/home/me/app",
  home: "/home/me",
  tempDirs: ["/tmp"],
  platform: "posix",
};

/** A parser with both grammars. */
export function bothGrammars(): Promise<ShellParser> {
  return loadShellParser("powershell", "pwsh");
}

export function analyzerOf(parser: ShellParser, shell: ShellLanguage = "bash") {
  return (
    command: string,
    more: Partial<ShellFacts> = {},
    verifyCommands: readonly string[] = [],
  ): CommandAnalysis =>
    analyzeCommand(command, { shell, parser, facts: { ...facts, ...more }, verifyCommands });
}

/** `git.push DE`: an operation id and its classes by their initials. */
export function idsOf(analysis: CommandAnalysis): string[] {
  return analysis.operations.map(({ id }) => id);
}

/** Classes of all operations: `D`, `E` or `DE`. */
export function classesOf({ operations }: CommandAnalysis): string {
  const classes = operations.flatMap((operation) => operation.classes);
  return `${classes.includes("destructive") ? "D" : ""}${classes.includes("external") ? "E" : ""}`;
}

/** `test / counts / -`, as the vectors write checks. */
export function checksOf({ checks }: CommandAnalysis): string[] {
  return checks.map(
    ({ kind, counts, masked, narrowed }) =>
      `${masked === "runner" ? "hidden" : kind} / ${counts ? "counts" : "masked"} / ${narrowed ?? "-"}`,
  );
}
