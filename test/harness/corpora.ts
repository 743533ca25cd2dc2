import { readFileSync } from "node:fs";
import {
  allowedByMessage,
  claims,
  detectConstraints,
  detectCorrection,
  isAssent,
  turnKind,
} from "@relay-harness/agent-core/harness";
import type { CommandAnalysis } from "@relay-harness/agent-core";
import { isChangeRequest } from "../../agent/core/src/harness/changeRequest.ts";
import { authorizationExamples, type AuthorizationExamples } from "./authorizationExamples.ts";
import { analyzerOf, bothGrammars, idsOf } from "./shellAnalysis.ts";

/** What is asked about a text, what is right, the text, and the command that it is about. */
export type EverydayRow = [kind: string, expected: string, text: string, command?: string];

/** Texts and commands of everyday work, and what the rules answer wrongly of them, in words. */
export interface Corpora {
  wrongMessages(kind?: string): string[];
  wrongHarmless(): string[];
  wrongGated(): string[];
  wrongExamples(examples?: AuthorizationExamples): string[];
}

export const everydayMessages: readonly EverydayRow[] = fixtureLines("harness/everyday.tsv").map(
  (line) => line.split("\t") as EverydayRow,
);
export const harmlessCommands = fixtureLines("shell/harmless.txt");
/** Operation ids, a tab, the command. */
export const gatedCommands = fixtureLines("shell/gated.txt");

const powershellMark = "ps> ";
const yesNo = (is: boolean): string => (is ? "yes" : "no");

/** Loads both grammars. */
export async function loadCorpora(): Promise<Corpora> {
  const parser = await bothGrammars();
  function analyze(line: string): CommandAnalysis {
    const isPowerShell = line.startsWith(powershellMark);
    const command = isPowerShell ? line.slice(powershellMark.length) : line;
    return analyzerOf(parser, isPowerShell ? "powershell" : "bash")(lineEnds(command));
  }
  const judges: Readonly<Record<string, (text: string, command: string) => string>> = {
    rule: (text) => yesNo(detectConstraints(text).length > 0),
    turn: (text) => turnKind(text),
    correction: (text) => yesNo(detectCorrection(text, { afterWork: true })),
    assent: (text) => yesNo(isAssent(text)),
    change: (text) => yesNo(isChangeRequest(text)),
    claim: (text) => claims(text).sort().join(",") || "-",
    authorization: (text, command) => {
      const { operations } = analyze(command);
      return operations.length === 0 || allowedByMessage(text, command, operations).allowed ? "run" : "ask";
    },
  };
  return {
    wrongMessages: (kind) =>
      everydayMessages.flatMap(([own, expected, text, command = ""]) => {
        if (kind !== undefined && own !== kind) return [];
        const found = judges[own]?.(lineEnds(text), command);
        return found === expected ? [] : [`${text} ${command}: ${found}, expected ${expected}`];
      }),
    wrongHarmless: () =>
      harmlessCommands.flatMap((line) => {
        const analysis = analyze(line);
        const isAsked = analysis.operations.length > 0 || analysis.hasParseError;
        return isAsked ? [`${line}: ${idsOf(analysis).join(", ")}`] : [];
      }),
    wrongGated: () =>
      gatedCommands.flatMap((line) => {
        const [expected = "", command = ""] = line.split("\t");
        const found = [...new Set(idsOf(analyze(command)))].join(",");
        return found === expected ? [] : [`${command}: ${found}, expected ${expected}`];
      }),
    wrongExamples: (examples) =>
      (examples ? [examples] : authorizationExamples).flatMap(({ command, decision, messages }) => {
        const pathExists = (path: string): boolean => path.endsWith("a.ts");
        const { operations } = analyzerOf(parser)(command, { pathExists });
        const isRight = (message: string): boolean =>
          operations.length > 0 &&
          allowedByMessage(message, command, operations).allowed === (decision === "run");
        return messages.filter((message) => !isRight(message));
      }),
  };
}

function fixtureLines(name: string): string[] {
  const text = readFileSync(new URL(`../fixtures/${name}`, import.meta.url), "utf8");
  return text.split("\n").filter((line) => line.trim() !== "" && !line.startsWith("# "));
}

function lineEnds(text: string): string {
  return text.replaceAll("⏎", "\n");
}
