import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { classifyLine } from "../../agent/coding-agent/src/cli/harness/classifyLine.ts";
import { readPage } from "../docs/markdown.ts";
import type { AnyRecord } from "../support/relayProcess.ts";
import { vectorRows } from "../support/vectorRows.ts";
import { vectorCases, type VectorCase } from "./vectorCases.ts";

const core = "../../agent/core/src/harness";

/** Numbers of vectors that tests of functions name: the letter of a table, and where its tests are. */
const named: Record<string, { letter: string; files: string[] }> = {
  V11: { letter: "S", files: [`${core}/evidence/evidenceLedger.test.ts`] },
  V13: { letter: "G", files: [`${core}/constraints/constraintLedger.test.ts`] },
  V14: {
    letter: "E",
    files: [
      `${core}/context/contextWindowPolicy.test.ts`,
      `${core}/slices/sliceDiscipline.test.ts`,
      "./harnessCore.test.ts",
    ],
  },
};

function namedVectors({ letter, files }: { letter: string; files: string[] }): number {
  const texts = files.map((file) => readFileSync(new URL(file, import.meta.url), "utf8"));
  const found = texts.flatMap((text) => text.match(new RegExp(`\\b${letter}\\d+\\b`, "g")) ?? []);
  return new Set(found).size;
}

async function wrongAnswers(cases: readonly VectorCase[]): Promise<string[]> {
  const wrong: string[] = [];
  for (const { line, read, expected } of cases) {
    const answer = await classifyLine(JSON.stringify(line));
    const isRight = "result" in answer && isDeepStrictEqual(read(answer.result as AnyRecord), expected);
    if (!isRight) wrong.push(line.id);
  }
  return wrong;
}

describe("harness: counts of vectors", () => {
  it("docs/internals/harness.md tells how many are tested, and how many are wrong", async () => {
    const rows = readPage("docs/internals/harness.md").text.matchAll(
      /^\| (V\d+) +\| [^|]+\| (\d+) +\| (\d+) +\| (\d*) +\|/gm,
    );
    const documented = [...rows].map(([, table = "", , tested, wrong]) => [table, tested, wrong]);
    const counted: [string, number, number | ""][] = [];
    for (const [table, cases] of Object.entries(vectorCases)) {
      counted.push([table, cases.length, (await wrongAnswers(cases)).length]);
    }
    // A16 is a sequence of messages, and has a test in approvalLedger.test.ts.
    counted.push(["V10", vectorRows("harness/assent").length + 1, 0]);
    counted.push(["V12", vectorRows("shell/declared").length, 0]);
    for (const [table, where] of Object.entries(named)) counted.push([table, namedVectors(where), 0]);
    assert.deepEqual(
      documented,
      counted
        .sort(([left], [right]) => Number(left.slice(1)) - Number(right.slice(1)))
        .map((row) => row.map(String)),
    );
  });
});
