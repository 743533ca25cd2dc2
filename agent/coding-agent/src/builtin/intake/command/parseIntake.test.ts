import assert from "node:assert/strict";
import { parseIntake, type IntakeCall } from "./parseIntake.ts";

describe("/intake, read", () => {
  const usage = "Usage: /intake [--out file.docx] <description>";
  const rows: [string, string, IntakeCall][] = [
    ["a description", " alterar cálculo ", { kind: "ask", description: "alterar cálculo" }],
    ["--out with a blank", "--out a.docx fix it", { kind: "ask", description: "fix it", out: "a.docx" }],
    ["--out with =", "--out=a.docx fix it", { kind: "ask", description: "fix it", out: "a.docx" }],
    ["a quoted name", '--out "a b.docx" fix', { kind: "ask", description: "fix", out: "a b.docx" }],
    ["lines stay", "one\n\ntwo", { kind: "ask", description: "one\n\ntwo" }],
    ["--out later is text", "fix --out a.docx", { kind: "ask", description: "fix --out a.docx" }],
    ["--output is text", "--output is wrong", { kind: "ask", description: "--output is wrong" }],
    ["harness-vectors.md I6: nothing", "  ", { kind: "usage", error: usage }],
    ["only --out", "--out a.docx", { kind: "usage", error: usage }],
    ["--out without a name", "--out", { kind: "usage", error: `--out needs the name of a file. ${usage}` }],
    [
      "--out with an empty name",
      '--out "" x',
      { kind: "usage", error: `--out needs the name of a file. ${usage}` },
    ],
    ["answers", "answers a.docx", { kind: "answers", file: "a.docx" }],
    ["answers, quoted", 'answers "a b.DOCX"', { kind: "answers", file: "a b.DOCX" }],
    ["answers alone", "answers", { kind: "usage", error: "Usage: /intake answers <file.docx>" }],
    ["answers as a word", "answers are wrong", { kind: "ask", description: "answers are wrong" }],
  ];
  for (const [name, args, expected] of rows) {
    it(name, () => assert.deepEqual(parseIntake(args), expected));
  }
});
