import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import type { CommandAnalysis, ShellParser } from "@relay-harness/agent-core";
import { analyzerOf, bothGrammars, idsOf } from "./shellAnalysis.ts";

const powershellMark = "ps> ";

function lines(name: string): string[] {
  const text = readFileSync(new URL(`../fixtures/shell/${name}.txt`, import.meta.url), "utf8");
  return text.split("\n").filter((line) => line.trim() !== "" && !line.startsWith("# "));
}

describe("harness: everyday commands", () => {
  let parser: ShellParser;
  before(async () => {
    parser = await bothGrammars();
  });

  function analyze(line: string): CommandAnalysis {
    const isPowerShell = line.startsWith(powershellMark);
    const command = (isPowerShell ? line.slice(powershellMark.length) : line).replaceAll("⏎", "\n");
    return analyzerOf(parser, isPowerShell ? "powershell" : "bash")(command);
  }

  const harmless = lines("harmless");
  const gated = lines("gated");

  it(`none of ${harmless.length} harmless commands is asked about`, () => {
    assert.ok(harmless.length >= 1000);
    const asked = harmless.flatMap((line) => {
      const analysis = analyze(line);
      return analysis.operations.length > 0 || analysis.hasParseError
        ? [`${line}: ${idsOf(analysis).join(", ")}`]
        : [];
    });
    assert.deepEqual(asked, []);
  });

  it(`each of ${gated.length} destructive or external commands is found`, () => {
    assert.ok(gated.length >= 600);
    const wrong = gated.flatMap((line) => {
      const [expected = "", command = ""] = line.split("\t");
      const found = [...new Set(idsOf(analyze(command)))].join(",");
      return found === expected ? [] : [`${command}: ${found}, expected ${expected}`];
    });
    assert.deepEqual(wrong, []);
  });
});
