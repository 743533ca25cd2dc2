import assert from "node:assert/strict";
import fc from "fast-check";
import { growth } from "../../testing/growth.ts";
import type { Operation, OperationTarget } from "../shell/types.ts";
import type { AskReason } from "./allowedByMessage.ts";
import { allowedByMessage } from "./allowedByMessage.ts";
import { isAssent } from "./assent.ts";

function target(text: string, more: Partial<OperationTarget> = {}): OperationTarget {
  return { text, kind: "literal", isDangerous: false, ...more };
}

function operation(command: string, clause: Operation["clause"], more: Partial<Operation> = {}): Operation {
  const words = command.split(" ");
  return { id: "op", classes: ["external"], label: command, clause, targets: [], names: [], words, ...more };
}

const push = operation("git push origin main", { group: "push" });
const deploy = operation("npm run deploy", { group: "deploy" });

function remove(...targets: OperationTarget[]): Operation {
  const command = `rm -rf ${targets.map(({ text }) => text).join(" ")}`;
  return operation(command, { group: "delete", needs: "targets" }, { targets });
}

function verdict(message: string, ...operations: Operation[]): AskReason | "run" {
  const command = operations.map(({ words }) => words.join(" ")).join(" && ");
  const found = allowedByMessage(message, command, operations);
  return found.allowed ? "run" : found.reason;
}

describe("allowedByMessage", () => {
  it("asks always about what no message can allow", () => {
    const config = operation("git config --global user.name x", "ask");
    assert.deepEqual(
      [
        verdict("Run `git config --global user.name x`", config),
        verdict("git config --global user.name x", config),
        verdict("delete everything", remove(target("/", { isDangerous: true }))),
        verdict("rm -rf ~", remove(target("~", { isDangerous: true }))),
        verdict("Push it", push, config),
      ],
      Array(5).fill("always asked"),
    );
  });

  it("needs a literal target, named as it stands in the command", () => {
    assert.deepEqual(
      [
        verdict("delete the logs", remove(target("logs/*.log", { kind: "glob" }))),
        verdict("delete $DIR", remove(target("$DIR", { kind: "dynamic" }))),
        verdict("delete dist", remove()),
        verdict("delete ./packages/web/dist/", remove(target("packages/web/dist"))),
        verdict("delete web\\dist", remove(target("packages/web/dist"))),
        verdict("Delete DIST", remove(target("dist"))),
      ],
      ["target not named", "target not named", "target not named", "run", "run", "run"],
    );
  });

  it("says why it asks, most important first", () => {
    const reasons: Record<string, AskReason> = {
      "Should I push?": "question",
      "Should I push? Don't push yet.": "question",
      "When the tests pass, push": "conditional",
      "Don't push": "negated",
      "Push. But don't touch main.": "negated",
      "fix the bug": "not named",
      "Push the limit": "not named",
    };
    assert.deepEqual(
      Object.fromEntries(Object.keys(reasons).map((message) => [message, verdict(message, push)])),
      reasons,
    );
    assert.equal(verdict("delete build", remove(target("dist"))), "target not named");
  });

  it("names the most important reason of all operations that are not allowed", () => {
    const config = operation("git config --global x y", "ask");
    assert.deepEqual(
      [
        verdict("Push it", push, deploy),
        verdict("Should I deploy?", push, deploy),
        verdict("", push, config),
      ],
      ["not named", "question", "always asked"],
    );
  });

  it("runs a command of several operations only when each is named", () => {
    assert.deepEqual(
      [verdict("push and deploy", push, deploy), verdict("push", push, deploy)],
      ["run", "not named"],
    );
    assert.equal(verdict("push", ...Array<Operation>(51).fill(push)), "not named");
  });

  it("needs the verb first", () => {
    const messages = ["the branch", "main", "origin main", "to main please", "it", "branch push"];
    assert.deepEqual(
      messages.map((message) => verdict(message, push)),
      messages.map(() => "not named"),
    );
    assert.equal(verdict("the dist folder", remove(target("dist"))), "not named");
  });

  it("takes no prototype's property for a word of a list", () => {
    const words = [
      "constructor",
      "push constructor",
      "__proto__",
      "toString the branch",
      "push hasOwnProperty",
    ];
    assert.deepEqual(
      words.map((word) => verdict(word, push)),
      words.map(() => "not named"),
    );
  });

  it("never throws, and allows nothing that does not name the operation", () => {
    const words =
      "push the branch to main , ; : ? ! ` \" ' ( - — and e y no não don't if quando @me ⟦c⟧ > # 1. \n";
    const text = fc.oneof(
      fc.string({ unit: "binary", maxLength: 200 }),
      fc.array(fc.constantFrom(...words.split(" ")), { maxLength: 30 }).map((list) => list.join(" ")),
    );
    fc.assert(
      fc.property(text, (message) => {
        isAssent(message);
        const { allowed } = allowedByMessage(message, "git push origin main", [push]);
        assert.ok(!allowed || /push/i.test(message));
      }),
      { numRuns: 500 },
    );
  });

  it("reads hostile messages in linear time", () => {
    const pieces = [
      "push, ",
      "don't ",
      "git push ",
      "`git push` ",
      "\"'`",
      "?! ",
      "- push\n",
      "```\n",
      ": ",
      "not push but ",
      "lo-la-los",
      "dist, ",
      "and ",
    ];
    const operations = [push, remove(target("dist"), target("build"))];
    const read = (message: string): void => {
      allowedByMessage(message, "x", operations);
      isAssent(message);
    };
    for (const piece of pieces) {
      const times = growth(piece, read);
      assert.ok(times < 4, `${JSON.stringify(piece)} grew ${times.toFixed(1)} times`);
    }
  });
});
