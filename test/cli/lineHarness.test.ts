import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { intakeCases } from "../support/intakeCases.ts";
import { textOf } from "../support/rpcSuite.ts";
import { useTerminal } from "../support/terminalSuite.ts";

const remove = { calls: [{ name: "bash", arguments: { command: "rm -rf dist" } }] };

describe("cli: the harness in the line interface", () => {
  const suite = useTerminal();
  const hasDist = (): boolean => existsSync(join(suite.workspace.cwd, "dist"));

  it("asks before a destructive command: a reason refuses it, y runs it", async () => {
    suite.workspace.write("dist/a", "");
    suite.model.reset([remove, remove, { text: "Deleted." }]);
    const relay = await suite.open();
    relay.type("Tidy up\r");
    await relay.see("Allow destructive command?");
    await relay.see("y: run it once, s: allow it for this session, anything else: no, with your reason > ");
    relay.type("look inside first\r");
    await relay.see("y: run it once");
    assert.equal(hasDist(), true);
    const told = suite.model.requests.at(-1)?.messages.findLast(({ role }) => role === "tool");
    assert.match(textOf(told ?? {}), /declined rm -r\. .* Reason: look inside first$/);
    relay.type("y\r");
    await relay.see("Deleted.");
    assert.equal(hasDist(), false);
  });

  it("/intake writes a questionnaire, and says how to call it", async () => {
    const [one] = intakeCases();
    suite.model.reset([
      { calls: [{ name: "intake_questionnaire", arguments: one?.questionnaire ?? {} }] },
      { text: "It is written." },
    ]);
    const relay = await suite.open();
    relay.type("/intake\r");
    await relay.see("Error: Usage: /intake [--out file.docx] <description>");
    relay.type("/intake --out q.docx change the calculation\r");
    await relay.see("It is written.");
    assert.ok(existsSync(join(suite.workspace.cwd, "q.docx")));
  });

  it("/harness shows rules, corrections and settings", async () => {
    const relay = await suite.open();
    relay.type("Never use `any`\r");
    await relay.see("ok");
    await relay.see("> ");
    relay.type("/harness\r");
    await relay.see("c1 Never use `any`");
    await relay.see("Learnings (candidates for AGENTS.md)");
    await relay.see("authorizationGate: true");
  });
});
