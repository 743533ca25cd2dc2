import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";
import { classifyLine } from "../../agent/coding-agent/src/cli/harness/classifyLine.ts";
import { readPage } from "../docs/markdown.ts";
import type { AnyRecord } from "../support/relayProcess.ts";
import { vectorRows } from "../support/vectorRows.ts";
import { specCoverage } from "../../scripts/docs/specCoverage.ts";
import { authorizationExamples } from "./authorizationExamples.ts";
import { everydayMessages, gatedCommands, harmlessCommands, loadCorpora } from "./corpora.ts";
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
  V16: {
    letter: "I",
    files: [
      ...["command/parseIntake", "command/requestLanguage", "output/output"],
      ...["validate/layText", "validate/readQuestionnaire"],
    ]
      .map((name) => `../../agent/coding-agent/src/builtin/intake/${name}.test.ts`)
      .concat("../intake/process.test.ts", "../intake/samples.test.ts"),
  },
};

/** Rows of the tables that the specification has and no test. */
const notBuilt: Record<string, number> = { V15: 28 };

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

/** Vectors and tested vectors of harness.md itself, as the titles of tests cite them. */
function behaviour(): [string, string] {
  const row = /^\| harness\.md +\| (\d+) +\| (\d+) +\|/m.exec(specCoverage(root));
  assert.ok(row);
  return [row[1] ?? "", row[2] ?? ""];
}

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Cells of the rows of the page whose first cell fits. */
function documented(first: RegExp): string[][] {
  return readPage("docs/internals/harness.md")
    .text.split("\n")
    .filter((line) => line.startsWith("| "))
    .map((line) => line.split("|").map((cell) => cell.trim()))
    .filter(([, name = ""]) => first.test(name))
    .map((cells) => cells.slice(1, -1));
}

describe("harness: counts of vectors", () => {
  it("docs/internals/harness.md tells how many are tested, and how many are wrong", async () => {
    const counted: [string, number, number, number][] = [];
    for (const [table, cases] of Object.entries(vectorCases)) {
      counted.push([table, cases.length, cases.length, (await wrongAnswers(cases)).length]);
    }
    const all = (table: string, count: number): void => void counted.push([table, count, count, 0]);
    // A16 is a sequence of messages, and has a test in approvalLedger.test.ts.
    all("V10", vectorRows("harness/assent").length + 1);
    all("V12", vectorRows("shell/declared").length);
    for (const [table, where] of Object.entries(named)) all(table, namedVectors(where));
    for (const [table, count] of Object.entries(notBuilt)) counted.push([table, count, 0, 0]);
    assert.deepEqual(
      documented(/^V\d+$/).map((cells) => [cells[0], ...cells.slice(2, 5)]),
      counted
        .sort(([left], [right]) => Number(left.slice(1)) - Number(right.slice(1)))
        .map((row) => row.map(String)),
    );
    assert.deepEqual(
      documented(/^behaviour$/).map((cells) => cells.slice(2, 5)),
      [[...behaviour(), "0"]],
    );
  });

  it("docs/internals/harness.md tells how long the corpora are, and how much is wrong", async () => {
    const corpora = await loadCorpora();
    const examples = authorizationExamples.flatMap(({ messages }) => messages);
    const counted: [string, number, string[]][] = [
      ["`harness/everyday.tsv`", everydayMessages.length, corpora.wrongMessages()],
      ["`authorizationExamples.ts`", examples.length, corpora.wrongExamples()],
      ["`shell/harmless.txt`", harmlessCommands.length, corpora.wrongHarmless()],
      ["`shell/gated.txt`", gatedCommands.length, corpora.wrongGated()],
    ];
    assert.deepEqual(
      documented(/^`(?:.*\/.*\.(?:tsv|txt)|.*Examples\.ts)`$/).map(([name, , rows, wrong]) => [
        name,
        rows,
        wrong,
      ]),
      counted.map(([name, rows, wrong]) => [name, String(rows), String(wrong.length)]),
    );
  });
});
