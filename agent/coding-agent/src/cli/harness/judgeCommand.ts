import {
  allowedByMessage,
  decide,
  loadShellParser,
  type CommandAnalysis,
  type ShellFacts,
  type ShellLanguage,
} from "@relay-harness/agent-core/harness";
import { analyzeCommand } from "@relay-harness/agent-core/shell";

export interface Judgement {
  analysis: CommandAnalysis;
  decision: "run" | "ask";
  /** Why Relay would ask. */
  reason?: string;
}

export interface JudgeOptions {
  facts: ShellFacts;
  shell?: ShellLanguage;
}

/** What a command would do. */
export async function analyze(
  command: string,
  { facts, shell = "bash" }: JudgeOptions,
): Promise<CommandAnalysis> {
  const parser = await loadShellParser(shell, command);
  return analyzeCommand(command, { shell, parser, facts });
}

/** What the gate does with a command behind the developer's latest message, in a session that knows nothing else. */
export async function judgeCommand(
  command: string,
  message: string,
  options: JudgeOptions,
): Promise<Judgement> {
  const analysis = await analyze(command, options);
  const decision = decide({
    isGateOn: true,
    command,
    cwd: options.facts.cwd,
    operations: analysis.operations,
    isAllowedForSession: false,
    hasOneTimeApproval: false,
    messageVerdict: () => allowedByMessage(message, command, analysis.operations),
    hasUi: true,
  });
  if (decision.kind === "dialog") return { analysis, decision: "ask", reason: decision.context.reason };
  if (decision.kind === "block") return { analysis, decision: "ask", reason: decision.reason };
  return { analysis, decision: "run" };
}
