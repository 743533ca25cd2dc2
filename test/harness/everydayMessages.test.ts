import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import {
  allowedByMessage,
  claims,
  detectConstraints,
  detectCorrection,
  isAssent,
  turnKind,
} from "@relay-harness/agent-core/harness";
import type { ShellParser } from "@relay-harness/agent-core";
import { isChangeRequest } from "../../agent/core/src/harness/changeRequest.ts";
import { analyzerOf, bothGrammars } from "./shellAnalysis.ts";

/** What is asked about a text, what is right, the text, and the command that it is about. */
const rows = readFileSync(new URL("../fixtures/harness/everyday.tsv", import.meta.url), "utf8")
  .trimEnd()
  .split("\n")
  .map((line) => line.split("\t") as [kind: string, expected: string, text: string, command?: string]);

const yesNo = (is: boolean): string => (is ? "yes" : "no");

describe("harness: everyday messages", () => {
  let parser: ShellParser;
  before(async () => {
    parser = await bothGrammars();
  });

  const judges: Readonly<Record<string, (text: string, command: string) => string>> = {
    rule: (text) => yesNo(detectConstraints(text).length > 0),
    turn: (text) => turnKind(text),
    correction: (text) => yesNo(detectCorrection(text, { afterWork: true })),
    assent: (text) => yesNo(isAssent(text)),
    change: (text) => yesNo(isChangeRequest(text)),
    claim: (text) => claims(text).sort().join(",") || "-",
    authorization: (text, command) => {
      const { operations } = analyzerOf(parser)(command);
      return operations.length === 0 || allowedByMessage(text, command, operations).allowed ? "run" : "ask";
    },
  };

  for (const [kind, judge] of Object.entries(judges)) {
    const own = rows.filter((row) => row[0] === kind);
    it(`${kind}: ${own.length} texts are judged rightly`, () => {
      assert.ok(own.length > 0);
      const wrong = own.flatMap(([, expected, text, command = ""]) => {
        const found = judge(text.replaceAll("⏎", "\n"), command);
        return found === expected ? [] : [`${text} ${command}: ${found}, expected ${expected}`];
      });
      assert.deepEqual(wrong, []);
    });
  }
});
