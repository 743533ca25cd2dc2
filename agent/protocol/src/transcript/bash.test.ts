import assert from "node:assert/strict";
import { ScriptedSession } from "../../fixtures/scriptedRun.ts";
import { fold, topItems } from "../../fixtures/transcripts.ts";
import { applyEntry, transcriptFromEntries } from "./applyEntry.ts";
import { applyBashCommand, applyBashResult } from "./bash.ts";
import { createTranscript } from "./state.ts";
import { transcriptView } from "./view.ts";
import type { AnyEvent } from "../../fixtures/transcripts.ts";
import type { Transcript } from "./model.ts";

/** What a client does after `agent_settled` to learn the ids of entries (rpc.md §6.3). */
function sync(transcript: Transcript, session: ScriptedSession): Transcript {
  for (const entry of session.entries) applyEntry(transcript, entry);
  return transcript;
}

describe("direct shell commands", () => {
  const result = { output: "a\n", exitCode: 3, cancelled: false, truncated: false };

  it("rpc.md 42: show their output as it comes and then their result", () => {
    const transcript = createTranscript();
    applyBashCommand(transcript, { id: "b", command: "printf 'a\n'", excludeFromContext: true });
    const output = (delta: string): AnyEvent => ({ type: "bash_execution_update", id: "b", delta });
    fold([output("a"), output("\n"), { ...output("x"), id: "other" }], transcript);
    const [item] = topItems(transcript);
    assert.ok(item?.kind === "bash");
    assert.deepEqual([item.output, item.isRunning], ["a\n", true]);
    applyBashResult(transcript, "b", {
      ...result,
      output: "tail",
      fullOutputPath: "/tmp/x",
      truncated: true,
    });
    fold([output("late")], transcript);
    assert.ok(item.version > 1);
    assert.deepEqual(
      { ...item, version: 0 },
      {
        version: 0,
        kind: "bash",
        id: "live:1",
        command: "printf 'a\n'",
        output: "tail",
        isRunning: false,
        exitCode: 3,
        cancelled: false,
        truncated: true,
        fullOutputPath: "/tmp/x",
        excludeFromContext: true,
      },
    );
  });

  it("are found again in the stored session", () => {
    const session = new ScriptedSession();
    const transcript = createTranscript();
    applyBashCommand(transcript, { id: undefined, command: "ls" });
    applyBashResult(transcript, undefined, result);
    session.message({ role: "bashExecution", command: "ls", ...result, timestamp: 1 });
    sync(transcript, session);
    assert.deepEqual(
      topItems(transcript).map((item) => item?.entryId),
      ["e0000001"],
    );
    const [stored] = transcriptView(transcriptFromEntries(session.entries)).items;
    assert.deepEqual(stored?.kind, "bash");
  });

  it("disappear when they were not executed", () => {
    const transcript = createTranscript();
    applyBashCommand(transcript, { id: "b", command: "ls" });
    applyBashResult(transcript, "b", undefined);
    applyBashResult(transcript, "never", result);
    assert.deepEqual([transcript.order, transcript.items.size], [[], 0]);
  });
});
