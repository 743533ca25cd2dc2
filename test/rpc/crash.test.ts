import assert from "node:assert/strict";
import { copyFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ScriptedStep } from "../fakes/scriptedModel.ts";
import type { AnyRecord, RpcProcess } from "../support/relayProcess.ts";
import { useRpc } from "../support/rpcSuite.ts";
import { readSession, sessionFiles } from "../support/sessionFiles.ts";

const kills = 200;

/** A run without end: two tool calls and some text in every answer. */
const busyAnswer: ScriptedStep = {
  text: ["looking ", "at it ", "again"],
  calls: [
    { name: "read", arguments: { path: "a.txt" } },
    { name: "bash", arguments: { command: "echo tool" } },
  ],
};

/** Ids of the entries whose `message_end` a client has seen. */
function seenEntries(records: readonly AnyRecord[]): string[] {
  return records.flatMap((record) => (record.type === "message_end" ? [record.entryId as string] : []));
}

/** Kills the process as soon as it has written so many records. */
async function killAfter(relay: RpcProcess, count: number): Promise<void> {
  let seen = 0;
  await relay.waitFor(() => ++seen >= count);
  relay.kill();
  await relay.exit;
}

/** Random, but the same in each run: a failure names the kill that shows it. */
function* moments(seed: number, below: number): Generator<number> {
  for (let state = seed; ;) {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    yield 1 + (state % below);
  }
}

describe("rpc: a session file outlives its process", function () {
  this.timeout(900_000);
  const suite = useRpc();

  it(`keeps every entry that a client has seen, over ${kills} kills at random moments`, async () => {
    const { workspace, model } = suite;
    workspace.write("a.txt", "content\n");
    model.reset([busyAnswer], { repeatLast: true });
    const moment = moments(7, 90);
    const known: string[] = [];
    for (let kill = 0; kill < kills; kill++) {
      const relay = suite.start(kill === 0 ? [] : ["--continue"], { mayReport: true });
      relay.send({ type: "prompt", message: `go ${kill}` });
      await killAfter(relay, moment.next().value as number);
      known.push(...seenEntries(relay.records));
      const files = sessionFiles(workspace);
      if (files.length === 0) {
        assert.deepEqual(known, [], "no file, although entries were seen");
        continue;
      }
      assert.equal(files.length, 1, "every start goes on with the one session");
      const stored = new Set(completeLines(files[0] ?? "").map((entry) => entry.id as string));
      const lost = known.filter((id) => !stored.has(id));
      assert.deepEqual(lost, [], `kill ${kill} lost entries that were seen`);
    }
    model.reset([{ text: "still here" }]);
    const last = suite.start(["--continue"], { mayReport: true });
    await last.prompt("are you there?");
    assert.equal((await last.request({ type: "get_last_assistant_text" })).data.text, "still here");
  });

  it("loads with a tail torn at every byte of the last line, and the next line stands alone", async () => {
    const { workspace, model } = suite;
    model.reset([{ text: "first answer" }]);
    const relay = suite.start([]);
    await relay.prompt("hello");
    await relay.close();
    const [path = ""] = sessionFiles(workspace);
    const whole = readFileSync(path);
    const lineStart = whole.lastIndexOf(0x0a, whole.length - 2) + 1;
    const before = readSession(path).length;
    const original = join(workspace.root, "original.jsonl");
    copyFileSync(path, original);
    rmSync(path);

    const { SessionManager } = await import("../../agent/coding-agent/src/sessions/sessionManager.ts");
    for (let end = lineStart; end < whole.length; end++) {
      const torn = join(workspace.root, `torn-${end}.jsonl`);
      writeFileSync(torn, whole.subarray(0, end));
      const manager = SessionManager.open(torn);
      // Without its final LF the line is whole all the same.
      const isWhole = end === whole.length - 1;
      assert.equal(manager.getEntryCount() + 1, isWhole ? before : before - 1, `torn at byte ${end}`);
      const id = manager.appendCustomEntry("test", { end });
      manager.close();
      const lines = readFileSync(torn, "utf8").split("\n");
      assert.equal(lines.at(-1), "");
      assert.equal((JSON.parse(lines.at(-2) ?? "") as AnyRecord).id, id, `torn at byte ${end}`);
      assert.ok(readFileSync(torn).subarray(0, end).equals(whole.subarray(0, end)));
      rmSync(torn);
    }
  });
});

/** Entries of the lines that are complete: the last one may be torn. */
function completeLines(path: string): AnyRecord[] {
  const lines = readFileSync(path, "utf8").split("\n");
  return lines.flatMap((line) => {
    try {
      return line === "" ? [] : [JSON.parse(line) as AnyRecord];
    } catch {
      return [];
    }
  });
}
