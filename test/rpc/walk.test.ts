import assert from "node:assert/strict";
import { join } from "node:path";
import { rpcCommandTypes, type RpcCommandType } from "@relay-harness/protocol";
import type { ScriptedStep } from "../fakes/scriptedModel.ts";
import type { AnyRecord, RpcProcess } from "../support/relayProcess.ts";
import { useRpc } from "../support/rpcSuite.ts";
import { sessionFiles } from "../support/sessionFiles.ts";
import type { Workspace } from "../support/workspace.ts";

const stepsOfWalk = 200;

/** Numbers below `bound`, the same for the same seed. */
type Dice = (bound: number) => number;

function dice(seed: number): Dice {
  let state = seed;
  return (bound) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * bound);
  };
}

/** What a step can refer to: some of it exists, some does not. */
interface Surroundings {
  workspace: Workspace;
  entryIds: readonly string[];
}

const levels = ["off", "minimal", "low", "high", "max"];

/** Fields that make each command legal, or refused for a reason of its own. */
function legalFields(type: RpcCommandType, roll: Dice, { workspace, entryIds }: Surroundings): AnyRecord {
  const one = <T>(choices: readonly T[]): T => choices[roll(choices.length)] as T;
  const entryId = one([...entryIds, "zzz"]);
  const sessionPath = one([...sessionFiles(workspace), join(workspace.root, "none.jsonl"), workspace.root]);
  const message = one(["go", "look", "/none", "again"]);
  const fields: Partial<Record<RpcCommandType, AnyRecord>> = {
    prompt: { message, ...(roll(2) === 0 && { streamingBehavior: one(["steer", "followUp"]) }) },
    steer: { message },
    follow_up: { message },
    new_session: roll(2) === 0 ? {} : { parentSession: "/somewhere" },
    set_model: { provider: "fake", modelId: one(["m0", "m1", "m9"]) },
    set_thinking_level: { level: one(levels) },
    set_steering_mode: { mode: one(["all", "one-at-a-time"]) },
    set_follow_up_mode: { mode: one(["all", "one-at-a-time"]) },
    set_auto_compaction: { enabled: roll(2) === 0 },
    set_auto_retry: { enabled: roll(2) === 0 },
    compact: roll(2) === 0 ? {} : { customInstructions: "short" },
    bash: { command: one(["echo hi", "exit 3", "sleep 60"]), excludeFromContext: roll(2) === 0 },
    export_html: { outputPath: one(["out.html", "missing/out.html"]) },
    export_jsonl: { outputPath: "out.jsonl" },
    bug_report: { description: "walk", transcript: one(["none", "full"]) },
    switch_session: { sessionPath },
    fork: { entryId, position: one(["before", "at"]) },
    get_entries: one<AnyRecord>([{}, { since: entryId }, { path: "active", limit: 3 }]),
    set_session_name: { name: one(["walk", " ", "a\nb"]) },
    list_sessions: { scope: one(["cwd", "all"]), limit: 5 },
    delete_session: { sessionPath },
    rename_session: { sessionPath, name: "renamed" },
    import_session: { path: sessionPath },
    navigate_tree: { targetId: one([entryId, null]), summary: one(["none", "default"]) },
    set_resource_enabled: {
      kind: one(["skill", "package"]),
      path: "/none",
      enabled: roll(2) === 0,
      scope: one(["user", "project"]),
    },
    set_trust: { decision: one(["trusted", "untrusted"]), remember: roll(2) === 0 },
    set_scoped_models: { models: one([[], [{ provider: "fake", id: one(["m0", "m9"]) }]]) },
    set_tools: { names: one([[], ["bash"], ["read", "no_such_tool", "bash"]]) },
    get_completions: { command: one(["none", "look"]), prefix: "" },
    set_label: { entryId, label: one(["mark", null]) },
  };
  return fields[type] ?? {};
}

/** Spoils a command: a missing or wrong field, an unknown name, a strange id. */
function spoil(command: AnyRecord, roll: Dice): AnyRecord {
  const names = Object.keys(command).filter((name) => name !== "type");
  const name = names[roll(names.length)];
  switch (roll(4)) {
    case 0:
      return { ...command, type: `${command.type as string}_not` };
    case 1:
      return name === undefined ? { ...command, extra: {} } : { ...command, [name]: undefined };
    case 2:
      return name === undefined ? { ...command, extra: 1 } : { ...command, [name]: { wrong: [1] } };
    default:
      return { ...command, message: 5, entryId: null, sessionPath: 1e9, extra: "\u2028\ud800" };
  }
}

const script: readonly ScriptedStep[] = [
  { text: ["some ", "text"] },
  { calls: [{ name: "bash", arguments: { command: "echo tool" } }] },
  { calls: [{ name: "bash", arguments: { command: "sleep 60" } }] },
  { calls: [{ name: "no_such_tool", arguments: {} }] },
  { status: 529 },
  { status: 400 },
  { raw: (respond) => respond.reset() },
];

async function walk(relay: RpcProcess, workspace: Workspace, roll: Dice): Promise<string[]> {
  const ids: string[] = [];
  let entryIds: string[] = [];
  for (let step = 0; step < stepsOfWalk; step++) {
    const type = rpcCommandTypes[roll(rpcCommandTypes.length)] as RpcCommandType;
    const legal = { type, ...legalFields(type, roll, { workspace, entryIds }) };
    const id = relay.send(roll(4) === 0 ? spoil(legal, roll) : legal);
    ids.push(id);
    if (roll(3) > 0) continue;
    // What hangs must not hold up the walk.
    relay.send({ type: "abort_bash" });
    relay.send({ type: "abort" });
    const known = await relay.request({ type: "get_entries" });
    entryIds = (known.data.entries as AnyRecord[]).map((entry) => entry.id as string);
  }
  return ids;
}

describe("rpc: a random walk over all commands", function () {
  this.timeout(600_000);
  const suite = useRpc({ retry: { baseDelayMs: 1 } });

  for (const seed of [1, 2, 3]) {
    it(`${stepsOfWalk} steps, legal and illegal: nothing crashes, every id is answered once (seed ${seed})`, async () => {
      const roll = dice(seed);
      suite.model.reset(
        Array.from({ length: 2000 }, () => script[roll(script.length)] as ScriptedStep),
        { repeatLast: true },
      );
      const relay = suite.start([], { mayReport: true });
      const ids = await walk(relay, suite.workspace, roll);
      relay.send({ type: "abort_bash" });
      await relay.request({ type: "abort" });
      for (const id of ids) {
        await relay.waitFor((record) => record.type === "response" && record.id === id);
        relay.send({ type: "abort_bash" });
        relay.send({ type: "abort" });
      }
      assert.equal((await relay.request({ type: "get_state" })).success, true);
      const { code } = await relay.close();
      assert.equal(code, 0, relay.stderr);
      for (const id of ids) {
        const answers = relay.records.filter((record) => record.type === "response" && record.id === id);
        assert.equal(answers.length, 1, `answers to ${id}`);
      }
    });
  }
});
