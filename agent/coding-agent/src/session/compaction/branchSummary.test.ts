import assert from "node:assert/strict";
import type { AssistantMessage } from "@relay-harness/protocol";
import type { AgentSessionEvent } from "../events.ts";
import { hasBranchContent, summarizeBranch, type BranchSummaryOptions } from "./branchSummary.ts";
import { failure, History, scriptedStream, testModel } from "./testing/history.ts";

function setUp(answers: (string | Partial<AssistantMessage>)[], history: History) {
  const { stream, calls } = scriptedStream(answers);
  const events: AgentSessionEvent[] = [];
  const options: BranchSummaryOptions = {
    entries: history.path,
    model: testModel,
    thinkingLevel: "off",
    stream,
    retrySettings: () => ({ enabled: true, maxRetries: 1, baseDelayMs: 1, maxAgentDelayMs: 5 }),
    emit: (event) => void events.push(event),
    signal: new AbortController().signal,
    reserveTokens: 16_384,
  };
  return { options, calls, events };
}

function branch(): History {
  const history = new History();
  history.system(10);
  history.user("please");
  history.assistant(
    "looking",
    history.call("read", { path: "a.txt" }),
    history.call("write", { path: "b.txt" }),
  );
  history.result("secret output");
  return history;
}

describe("summarizeBranch", () => {
  it("tells what happened, without tool results, and lists the files", async () => {
    const { options, calls } = setUp(["SUMMARY"], branch());
    const outcome = await summarizeBranch(options);
    assert.ok("summary" in outcome);
    const [leadIn, ...rest] = outcome.summary.split("\n\n");
    assert.match(leadIn ?? "", /^Another branch [^\n]*$/);
    assert.deepEqual(rest, [
      "SUMMARY",
      "<read-files>\na.txt\n</read-files>",
      "<modified-files>\nb.txt\n</modified-files>",
    ]);
    assert.deepEqual(outcome.details, { readFiles: ["a.txt"], modifiedFiles: ["b.txt"] });
    const prompt = calls[0]?.prompt ?? "";
    assert.match(prompt, /\[User\]: please/);
    assert.doesNotMatch(prompt, /secret output|ssss/);
    for (const section of [
      "## Goal",
      "## Constraints",
      "### Done",
      "### Blocked",
      "## Key Decisions",
      "## Next Steps",
    ]) {
      assert.ok(prompt.includes(section), section);
    }
    assert.doesNotMatch(prompt, /Critical Context/);
    assert.equal(calls[0]?.options.maxTokens, testModel.maxTokens);
  });

  it("adds custom instructions as a focus, or puts them in place of its own", async () => {
    const { options, calls } = setUp(["A", "B"], branch());
    await summarizeBranch({ ...options, customInstructions: "the tests" });
    await summarizeBranch({ ...options, customInstructions: "Only say hi.", replaceInstructions: true });
    assert.match(calls[0]?.prompt ?? "", /## Goal[^]*Additional focus: the tests$/);
    assert.match(calls[1]?.prompt ?? "", /<\/conversation>\n\nOnly say hi\.$/);
  });

  it("reads the newest entries that fit, and earlier summaries as user text", async () => {
    const history = new History();
    history.user("too old");
    history.manager.appendCompaction("COMPACTED", null, 1);
    history.manager.branchWithSummary(history.manager.getLeafId(), "BRANCHED", {
      modifiedFiles: ["old.txt"],
    });
    history.user("newest");
    const { options, calls } = setUp(["A", "B"], history);
    const outcome = await summarizeBranch(options);
    assert.ok("summary" in outcome);
    assert.deepEqual(outcome.details, { readFiles: [], modifiedFiles: ["old.txt"] });
    assert.match(calls[0]?.prompt ?? "", /too old[^]*COMPACTED[^]*BRANCHED[^]*newest/);
    await summarizeBranch({ ...options, reserveTokens: testModel.contextWindow - 4 });
    assert.match(calls[1]?.prompt ?? "", /newest/);
    assert.doesNotMatch(calls[1]?.prompt ?? "", /too old|COMPACTED/);
  });

  it("retries under its own name and throws the bare reason in the end", async () => {
    const { options, events } = setUp([failure("500: one"), failure("500: two")], branch());
    await assert.rejects(summarizeBranch(options), { message: "500: two" });
    assert.deepEqual(events[1], { type: "summarization_retry_attempt_start", source: "branchSummary" });
  });

  it("is aborted by its signal", async () => {
    const { options } = setUp(["A"], branch());
    assert.deepEqual(await summarizeBranch({ ...options, signal: AbortSignal.abort() }), { aborted: true });
  });

  it("has nothing to tell of metadata, system messages and results alone", () => {
    const history = new History();
    history.system(10);
    history.manager.appendSessionInfo("n");
    history.result("out", "c1");
    assert.equal(hasBranchContent(history.path), false);
    history.user("x");
    assert.equal(hasBranchContent(history.path), true);
  });
});
