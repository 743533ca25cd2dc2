import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import type { ShellParser } from "@relay-harness/agent-core";
import { analyzerOf, bothGrammars, checksOf, classesOf, idsOf } from "./shellAnalysis.ts";

/** Rows of a table of vectors; `⏎` is a line end. */
function rows(name: string): string[][] {
  const text = readFileSync(new URL(`../fixtures/shell/${name}.tsv`, import.meta.url), "utf8");
  return text
    .trimEnd()
    .split("\n")
    .map((line) => line.replaceAll("⏎", "\n").split("\t"));
}

describe("harness: shell vectors", () => {
  let parser: ShellParser;
  before(async () => {
    parser = await bothGrammars();
  });

  for (const [number, command = "", ids = "", classes = ""] of rows("operations")) {
    it(`harness.md V2 ${number}: ${command}`, () => {
      const analysis = analyzerOf(parser)(command);
      assert.deepEqual([idsOf(analysis).join(", ") || "-", classesOf(analysis) || "-"], [ids, classes]);
    });
  }

  for (const [number, command = "", expected = ""] of rows("checks")) {
    it(`harness.md V7 ${number}: ${command}`, () => {
      const [first = "no check", ...others] = checksOf(analyzerOf(parser)(command));
      assert.equal(first, expected);
      // A row tells of one check; what else the command runs has the same fate.
      for (const other of others) assert.equal(other.split(" / ")[1], expected.split(" / ")[1]);
    });
  }

  for (const [number, command = "", expected = ""] of rows("powershell")) {
    it(`harness.md V9 ${number}: ${command}`, () => {
      const analysis = analyzerOf(parser, "powershell")(command);
      const operations = idsOf(analysis).map((id) => `${id}, ${classesOf(analysis)}`);
      const dynamic = analysis.operations
        .flatMap(({ targets }) => targets)
        .some(({ kind }) => kind === "dynamic");
      if (dynamic) operations.push("dynamic target");
      const checks = checksOf(analysis).map((check) => check.split(" / ").slice(0, 2).join(" / "));
      assert.equal([...operations, ...checks].join(", ") || "not gated", expected);
    });
  }

  for (const [number, declared = "", command = "", expected = ""] of rows("declared")) {
    it(`harness.md V12 ${number}: ${declared} and ${command}`, () => {
      const place = { cwd: "/p", workspace: "/p" };
      const { checks } = analyzerOf(parser)(command, place, [declared]);
      const match = checks.find(({ isDeclared }) => isDeclared);
      const details = match
        ? [
            "yes",
            ...(match.narrowed ? [`narrowed ${match.narrowed}`] : []),
            ...(match.counts ? [] : ["masked"]),
          ]
        : ["no"];
      assert.equal(details.join(", "), expected);
    });
  }
});
