import assert from "node:assert/strict";
import type { ShellParser } from "@relay-harness/agent-core";
import { vectorRows } from "../support/vectorRows.ts";
import { analyzerOf, bothGrammars, checksOf, classesOf, idsOf } from "./shellAnalysis.ts";

describe("harness: shell vectors", () => {
  let parser: ShellParser;
  before(async () => {
    parser = await bothGrammars();
  });

  for (const [number, command = "", ids = "", classes = ""] of vectorRows("shell/operations")) {
    it(`harness-vectors.md V2 ${number}: ${command}`, () => {
      const analysis = analyzerOf(parser)(command);
      assert.deepEqual([idsOf(analysis).join(", ") || "-", classesOf(analysis) || "-"], [ids, classes]);
    });
  }

  for (const [number, command = "", expected = ""] of vectorRows("shell/checks")) {
    it(`harness-vectors.md V7 ${number}: ${command}`, () => {
      const [first = "no check", ...others] = checksOf(analyzerOf(parser)(command));
      assert.equal(first, expected);
      // A row tells of one check; what else the command runs has the same fate.
      for (const other of others) assert.equal(other.split(" / ")[1], expected.split(" / ")[1]);
    });
  }

  for (const [number, command = "", expected = ""] of vectorRows("shell/powershell")) {
    it(`harness-vectors.md V9 ${number}: ${command}`, () => {
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

  for (const [number, declared = "", command = "", expected = ""] of vectorRows("shell/declared")) {
    it(`harness-vectors.md V12 ${number}: ${declared} and ${command}`, () => {
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
