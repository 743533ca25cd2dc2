import assert from "node:assert/strict";
import {
  fauxAssistantMessage,
  fauxProvider,
  fauxToolCall,
  ModelRuntime,
  type FauxHandle,
  type FauxStep,
} from "@relay-harness/ai";
import { textOf, type AgentMessage, type UserMessage } from "@relay-harness/protocol";
import { defaultCompactionSettings } from "../session/compaction/settings.ts";
import { SessionManager } from "../sessions/sessionManager.ts";
import {
  compact,
  generateBranchSummary,
  generateSummary,
  generateSummaryWithUsage,
  shouldCompact,
  type SummaryOptions,
} from "./summaries.ts";

describe("summaries of the SDK", () => {
  let faux: FauxHandle;
  let options: SummaryOptions;
  /** What the summarizer was asked. */
  let prompts: string[];
  beforeEach(async () => {
    faux = fauxProvider();
    const modelRuntime = await ModelRuntime.create({ env: {} });
    modelRuntime.registerNativeProvider(faux.provider);
    modelRuntime.setRuntimeApiKey("faux", "key");
    options = { model: faux.getModel(), modelRuntime };
    prompts = [];
  });

  const user = (text: string): UserMessage => ({ role: "user", content: text, timestamp: 1 });

  function answer(text: string): FauxStep {
    return ({ messages }) => {
      const last = messages.at(-1);
      prompts.push(last?.role === "user" ? textOf(last.content) : "");
      return fauxAssistantMessage(text);
    };
  }

  function conversation(): SessionManager {
    const manager = SessionManager.inMemory("/project");
    const call = fauxToolCall("write", { path: "a.ts", content: "1" });
    const messages: AgentMessage[] = [
      user("Write a file"),
      fauxAssistantMessage([call]),
      {
        role: "toolResult",
        toolCallId: call.id,
        toolName: "write",
        content: [{ type: "text", text: "done" }],
        isError: false,
        timestamp: 2,
      },
      fauxAssistantMessage("Written"),
      user("Thanks"),
    ];
    for (const message of messages) manager.appendMessage(message);
    return manager;
  }

  it("shouldCompact looks at the reserve, and at whether it may", () => {
    const settings = { ...defaultCompactionSettings, reserveTokens: 100 };
    assert.deepEqual(
      [
        shouldCompact(901, 1000, settings),
        shouldCompact(900, 1000, settings),
        shouldCompact(901, 0, settings),
        shouldCompact(901, 1000, { ...settings, enabled: false }),
      ],
      [true, false, false, false],
    );
  });

  it("generateSummary summarizes messages, after an earlier summary and with instructions", async () => {
    faux.setResponses([answer("They wrote a file.")]);
    const { messages } = conversation().buildSessionContext();
    const summary = await generateSummary(messages, {
      ...options,
      previousSummary: "Before that, nothing.",
      customInstructions: "Mind the tests.",
    });
    assert.match(summary, /^They wrote a file\.[^]*a\.ts/);
    for (const part of ["Write a file", "Before that, nothing.", "Mind the tests."]) {
      assert.ok(prompts[0]?.includes(part), part);
    }
  });

  it("generateSummaryWithUsage tells what it took", async () => {
    faux.setResponses([answer("Short.")]);
    const { summary, usage } = await generateSummaryWithUsage([user("Hello")], options);
    assert.equal(summary, "Short.");
    assert.ok((usage?.totalTokens ?? 0) > 0);
  });

  it("compact says what a compaction would append, and stores nothing", async () => {
    faux.setResponses([answer("HISTORY")]);
    const manager = conversation();
    const path = manager.getBranch();
    const settings = { ...defaultCompactionSettings, keepRecentTokens: 1 };
    const { summary, firstKeptEntryId, tokensBefore, details } = await compact(path, {
      ...options,
      settings,
    });
    assert.match(summary, /^HISTORY/);
    assert.equal(firstKeptEntryId, path.at(-1)?.id);
    assert.ok(tokensBefore > 0);
    assert.deepEqual(details, { readFiles: [], modifiedFiles: ["a.ts"] });
    assert.equal(manager.getBranch().length, path.length);
    await assert.rejects(compact(path, options), { message: "Nothing to compact (session too small)" });
  });

  it("generateBranchSummary tells of a branch that is left", async () => {
    faux.setResponses([answer("A file was written.")]);
    const { summary } = await generateBranchSummary(conversation().getEntries(), {
      ...options,
      customInstructions: "One sentence.",
      replaceInstructions: true,
    });
    assert.match(summary, /A file was written\./);
    assert.match(prompts[0] ?? "", /One sentence\./);
  });

  it("rejects with the reason of a failure, and with that of an abort", async () => {
    faux.setResponses([fauxAssistantMessage("", { stopReason: "error", errorMessage: "no such thing" })]);
    await assert.rejects(generateSummary([user("Hello")], options), { message: "no such thing" });
    const controller = new AbortController();
    const reason = new Error("changed my mind");
    faux.setResponses([
      () => {
        controller.abort(reason);
        return fauxAssistantMessage("too late");
      },
    ]);
    const aborted = { ...options, signal: controller.signal };
    await assert.rejects(generateBranchSummary(conversation().getEntries(), aborted), reason);
    await assert.rejects(
      compact(conversation().getBranch(), {
        ...aborted,
        settings: { ...defaultCompactionSettings, keepRecentTokens: 1 },
      }),
      reason,
    );
    await assert.rejects(generateSummary([user("Hello")], aborted), reason);
  });
});
