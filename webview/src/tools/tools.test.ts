import assert from "node:assert/strict";
import type { ToolItem } from "@relay-harness/protocol";
import { countLines, newFileLines, parseDiff } from "./diffLines.ts";
import { lineCount, tailOf } from "./outputTail.ts";
import { subjectOf } from "./toolKinds.ts";
import { callState, exitCode, notRun } from "./toolOutcome.ts";

function tool(fields: Partial<ToolItem>): ToolItem {
  const base = {
    kind: "tool",
    id: "tool:c1",
    version: 1,
    toolCallId: "c1",
    name: "bash",
    state: "done",
  } as const;
  return { ...base, isError: false, content: [], children: [], ...fields };
}

const said = (text: string): ToolItem => tool({ isError: true, content: [{ type: "text", text }] });

describe("a tool card", () => {
  it("takes its title from arguments that are still arriving", () => {
    const arriving = ['{"pa', '{"path":"src/a', '{"path":"src/a\\"b\\', '{"path":"src/a.ts","edits":[{"ol'];
    const titles = arriving.map((argsText) => subjectOf({ name: "edit", argsText }));
    assert.deepEqual(titles, ["", "src/a", 'src/a"b', "src/a.ts"]);
  });

  it("names an argument of tools that it does not know", () => {
    assert.deepEqual(
      [{ query: "x" }, { deep: { path: "no" } }].map((args) => subjectOf({ name: "mcp__find", args })),
      ["x", ""],
    );
  });

  it("tells a call that runs from one that was left behind", () => {
    const idle = { isRunning: false, isAsked: false };
    const states = [
      callState(tool({ state: "running" }), { isRunning: true, isAsked: false }),
      callState(tool({ state: "called" }), { isRunning: true, isAsked: true }),
      callState(tool({ state: "called" }), idle),
      callState(tool({}), idle),
      callState(said("boom"), idle),
      callState(said("[harness:authorization] Not run: the developer declined git push."), idle),
    ];
    assert.deepEqual(states, ["running", "waiting", "unfinished", "done", "failed", "notRun"]);
  });

  it("reads why a call was not run", () => {
    const reasons = [
      "[harness:question] Not applied: the developer's message only asks a question.",
      "[harness:authorization] Not run: the developer declined git push. Continue. Reason: use a branch",
      "[harness:authorization] Not run: the developer declined git push.",
      "[harness:authorization] Not run: no answer to the approval of git push.",
      "[harness:authorization] Not run: git push needs the developer's approval.",
      "Command exited with code 1",
    ].map((text) => notRun(said(text)));
    assert.deepEqual(reasons, [
      { why: "question" },
      { why: "declined", reason: "use a branch" },
      { why: "declined" },
      { why: "unanswered" },
      { why: "pending" },
      undefined,
    ]);
  });

  it("reads the exit code of a stored result", () => {
    const codes = [
      tool({}),
      said("out\n\nCommand exited with code 137"),
      said("Command timed out after 3 seconds"),
    ];
    assert.deepEqual(codes.map(exitCode), [0, 137, undefined]);
  });

  it("shows the diff of an edit and the lines of a new file", () => {
    const diff = " 40 class A {\n-41   b() {}\n+41   c() {}\n+42\n    ...\n 60 }";
    assert.deepEqual(parseDiff(diff), [
      { kind: "context", number: 40, text: "class A {" },
      { kind: "removed", number: 41, text: "  b() {}" },
      { kind: "added", number: 41, text: "  c() {}" },
      { kind: "added", number: 42, text: "" },
      { kind: "gap", number: null, text: "" },
      { kind: "context", number: 60, text: "}" },
    ]);
    assert.deepEqual(countLines(parseDiff(diff)), { added: 2, removed: 1 });
    assert.deepEqual(
      newFileLines("a\r\nb\n").map(({ text }) => text),
      ["a", "b"],
    );
  });

  it("cuts a tail and counts what came before", () => {
    assert.deepEqual(tailOf("1\n2\n3\n4\n", 2), { text: "3\n4", earlier: 2 });
    assert.deepEqual(tailOf("1\n2", 2), { text: "1\n2", earlier: 0 });
    assert.deepEqual(tailOf("", 2), { text: "", earlier: 0 });
    assert.deepEqual(["", "a", "a\n", "a\n\n"].map(lineCount), [0, 1, 1, 2]);
  });
});
