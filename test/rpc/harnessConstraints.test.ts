import assert from "node:assert/strict";
import type { AnyRecord, RpcProcess } from "../support/relayProcess.ts";
import { ofType, textOf } from "../support/rpcSuite.ts";
import { bash, useHarness } from "../support/harnessSuite.ts";

const heading =
  "[harness:constraints]\nRules the developer stated in this session. They apply to every step until withdrawn:\n";
const exceptionNote =
  /The latest message asks for an exception to rule 1; it covers only what that message names\./;

describe("rpc: rules of the developer", () => {
  const suite = useHarness({ compaction: { keepRecentTokens: 1 } });

  /** Id, status and reason of each rule. */
  async function rules(relay: RpcProcess): Promise<(string | null)[][]> {
    const { constraints } = await suite.state(relay);
    return (constraints as AnyRecord[]).map(({ id, status, reason }) => [id, status, reason] as string[]);
  }

  async function entries(relay: RpcProcess): Promise<AnyRecord[]> {
    return (await relay.request({ type: "get_entries" })).data.entries as AnyRecord[];
  }

  it("harness.md vector 1: the newest developer message of each request ends with the rule, the stored one is unchanged", async () => {
    suite.model.add({ text: "Noted." }, bash("true"), { text: "It is." }, { text: "Yes." });
    const relay = suite.start([]);
    const prompts = ["Never use `any`", "Is it typed?", "And the tests?"];
    for (const prompt of prompts) await relay.prompt(prompt);
    const expected = prompts.map((prompt) => `${prompt}\n${heading}1. Never use \`any\``);
    const [first, second, third] = expected;
    assert.deepEqual(
      suite.model.requests.map((_, index) => suite.lastUserText(index)),
      [first, second, second, third],
    );
    const stored = (await entries(relay))
      .filter(({ message }) => message?.role === "user")
      .map(({ message }) => textOf(message as AnyRecord));
    assert.deepEqual(stored, prompts);
  });

  it("harness.md §8.1: a rule is an entry behind its message, and no message that clients hear of has a block", async () => {
    suite.model.add({ text: "Noted." });
    const relay = suite.start([]);
    const records = await relay.prompt("Never use `any`");
    assert.doesNotMatch(JSON.stringify(ofType(records, "message_end")), /\[harness:/);
    const all = await entries(relay);
    const [message, added] = all.slice(all.findIndex((entry) => entry.message?.role === "user")) as [
      AnyRecord,
      AnyRecord,
    ];
    const data = {
      v: 1,
      op: "add",
      id: "c1",
      text: "Never use `any`",
      lang: "en",
      form: "never",
      entryId: message.id as string,
    };
    assert.deepEqual(
      { ...added, id: "", timestamp: "" },
      {
        type: "custom",
        customType: "relay.harness.constraint",
        data,
        id: "",
        parentId: message.id,
        timestamp: "",
      },
    );
  });

  it("harness.md vector 2: after a compaction, a resume and a fork the rule is restated, before its message it is not", async () => {
    suite.model.reset([{ text: "ok" }], { repeatLast: true });
    const first = suite.start([]);
    await first.prompt("Hi");
    await first.prompt("Never use `any`");
    const compacted = await first.request({ type: "compact" });
    assert.equal(compacted.success, true, compacted.error as string);
    const asked = async (relay: RpcProcess): Promise<boolean> => {
      await relay.prompt("Go on");
      return /1\. Never use `any`/.test(suite.lastUserText());
    };
    const afterCompaction = await asked(first);
    await first.close();

    const relay = suite.start(["--continue"]);
    const afterResume = await asked(relay);
    const forkable = (await relay.request({ type: "get_fork_messages" })).data.messages as AnyRecord[];
    const forked = await relay.request({ type: "fork", entryId: forkable.at(-1)?.entryId as string });
    assert.equal(forked.success, true, forked.error as string);
    const afterFork = await asked(relay);
    const stated = (await entries(relay)).find(
      ({ message }) => message && textOf(message as AnyRecord) === "Never use `any`",
    );
    await relay.request({ type: "navigate_tree", targetId: stated?.id as string });
    assert.deepEqual(
      { afterCompaction, afterResume, afterFork, beforeItsMessage: await asked(relay) },
      { afterCompaction: true, afterResume: true, afterFork: true, beforeItsMessage: false },
    );
  });

  it("harness.md vector 3: of two rules that contradict each other only the second is active, the first is contradicted", async () => {
    suite.model.add({ text: "a" }, { text: "b" });
    const relay = suite.start();
    await relay.prompt("Use pnpm instead of npm");
    await relay.prompt("use npm instead of pnpm");
    assert.deepEqual(await rules(relay), [
      ["c1", "retracted", "contradicted"],
      ["c2", "active", null],
    ]);
    assert.ok(suite.lastUserText().endsWith(`${heading}1. use npm instead of pnpm`), suite.lastUserText());
  });

  it("harness.md vector 4: a request against a rule gets a note in that request, the next one has none", async () => {
    suite.model.add({ text: "a" }, { text: "b" }, { text: "c" });
    const relay = suite.start();
    await relay.prompt("Não altere os testes");
    await relay.prompt("Update the tests for the new API");
    const exempted = suite.lastUserText();
    assert.match(exempted, /1\. Não altere os testes\n/);
    assert.match(exempted, exceptionNote);
    assert.deepEqual(await rules(relay), [["c1", "active", null]]);
    await relay.prompt("What is next?");
    assert.match(suite.lastUserText(), /1\. Não altere os testes$/);
    assert.deepEqual(await rules(relay), [["c1", "active", null]]);
  });

  it("harness.md vector 5: of 25 rules the newest 20 are listed, and the older ones counted", async () => {
    const names = Array.from({ length: 25 }, (_, index) => `module${index + 1}`);
    const rule = (name: string): string => `Never import ${name}.`;
    suite.model.add({ text: "a" }, { text: "b" });
    const relay = suite.start();
    await relay.prompt(names.slice(0, 15).map(rule).join(" "));
    await relay.prompt(names.slice(15).map(rule).join(" "));
    const listed = names.slice(5).map((name, index) => `${index + 1}. ${rule(name)}`);
    assert.ok(
      suite.lastUserText().endsWith(`${heading}${listed.join("\n")}\n(+5 older rules: /harness)`),
      suite.lastUserText(),
    );
  });

  it("harness.md vector 46: the same sentence after its retraction is a new rule, c2", async () => {
    suite.model.add({ text: "a" }, { text: "b" });
    const relay = suite.start();
    await relay.prompt("Never use `any`");
    const { success } = await relay.request({ type: "harness_retract", id: "c1" });
    assert.equal(success, true);
    await relay.prompt("Never use `any`");
    assert.deepEqual(await rules(relay), [
      ["c1", "retracted", "developer"],
      ["c2", "active", null],
    ]);
  });

  it("rpc-additions.md 16: a retracted rule is restated no more, before its retraction it is", async () => {
    suite.model.add({ text: "a" }, { text: "b" }, { text: "c" });
    const relay = suite.start([]);
    await relay.prompt("Never use `any`");
    const { leafId } = (await relay.request({ type: "get_tree" })).data;
    const retracted = await relay.request({ type: "harness_retract", id: "c1" });
    assert.equal(retracted.success, true);
    await relay.prompt("Is it typed?");
    assert.doesNotMatch(suite.lastUserText(), /Never use/);
    const again = await relay.request({ type: "harness_retract", ruleId: "c1" });
    assert.deepEqual([again.success, again.error], [false, "No active rule c1"]);
    const unknown = await relay.request({ type: "harness_retract", id: "c9" });
    assert.deepEqual([unknown.success, unknown.error], [false, "No active rule c9"]);
    await relay.request({ type: "navigate_tree", targetId: leafId });
    await relay.prompt("Is it typed?");
    assert.match(suite.lastUserText(), /1\. Never use `any`/);
  });

  it("a session that was resumed knows its rules, corrections and record", async () => {
    suite.model.add({ text: "Noted." }, { text: "Simpler." });
    const first = suite.start([]);
    await first.prompt("Never use `any`");
    await first.prompt("No, use the existing helper");
    const before = await suite.state(first);
    await first.close();
    const second = suite.start(["-c"]);
    const after = await suite.state(second);
    assert.deepEqual(after.learnings, ["Never use `any`", "No, use the existing helper"]);
    assert.deepEqual(
      (after.constraints as AnyRecord[]).map(({ id, at }) => [id, typeof at]),
      (before.constraints as AnyRecord[]).map(({ id, at }) => [id, typeof at]),
    );
  });
});
