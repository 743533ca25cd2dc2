import assert from "node:assert/strict";
import type { AssistantMessage, Model } from "@relay-harness/protocol";
import type { AgentSessionEvent } from "../events.ts";
import { prepareCompaction, type CompactionPreparation } from "./preparation.ts";
import { summarize, type Summary } from "./summarize.ts";
import { aborted } from "./summaryRequest.ts";
import { failure, History, scriptedStream, testModel, type SummaryCall } from "./testing/history.ts";

interface Run {
  outcome: Summary | typeof aborted | Error;
  calls: SummaryCall[];
  events: AgentSessionEvent[];
}

interface RunOptions {
  model?: Model;
  customInstructions?: string;
  retry?: { enabled?: boolean; maxRetries?: number; baseDelayMs?: number };
  controller?: AbortController;
  onEvent?: (event: AgentSessionEvent) => void;
}

async function run(
  preparation: CompactionPreparation,
  answers: (string | Partial<AssistantMessage>)[],
  { model = testModel, retry, controller = new AbortController(), onEvent, ...options }: RunOptions = {},
): Promise<Run> {
  const { stream, calls } = scriptedStream(answers);
  const events: AgentSessionEvent[] = [];
  const work = summarize(preparation, {
    ...options,
    model,
    thinkingLevel: "high",
    stream,
    retrySettings: () => ({ enabled: true, maxRetries: 2, baseDelayMs: 1, maxAgentDelayMs: 5, ...retry }),
    emit: (event) => {
      events.push(event);
      onEvent?.(event);
    },
    signal: controller.signal,
    reason: "overflow",
  });
  return { outcome: await work.catch((error: Error) => error), calls, events };
}

interface Shape {
  reserveTokens?: number;
  /** A turn before the one that is split. */
  history?: boolean;
  split?: boolean;
  previous?: string;
}

function prepared({ reserveTokens = 16_384, history = true, split = true, previous }: Shape = {}) {
  const session = new History();
  if (previous !== undefined) {
    session.user(1);
    session.manager.appendCompaction(previous, null, 1);
  }
  if (history) {
    session.user("old request");
    session.assistant("old answer");
  }
  if (split) session.user("this request");
  if (split) session.assistant(10);
  else session.user(10);
  const settings = { enabled: true, reserveTokens, keepRecentTokens: 10 };
  const preparation = prepareCompaction(session.path, 0, settings);
  assert.ok(typeof preparation !== "string", String(preparation));
  return preparation;
}

function textOfOutcome({ outcome }: Run): string {
  assert.ok(outcome !== aborted && !(outcome instanceof Error), String(outcome));
  return outcome.summary;
}

describe("summarize", () => {
  it("sessions-and-tools.md 35: a split turn without history needs one request", async () => {
    const made = await run(prepared({ history: false }), ["PREFIX"]);
    assert.equal(textOfOutcome(made), "No prior history.\n\n---\n\n**Turn Context (split turn):**\n\nPREFIX");
    assert.equal(made.calls.length, 1);
  });

  it("a split turn without new history reuses the earlier summary", async () => {
    const made = await run(prepared({ history: false, previous: "EARLIER" }), ["PREFIX"]);
    assert.equal(textOfOutcome(made), "EARLIER\n\n---\n\n**Turn Context (split turn):**\n\nPREFIX");
    assert.equal(made.calls.length, 1);
  });

  it("history and the beginning of a turn are two requests, one after the other", async () => {
    const usage = { input: 10, output: 5, cacheRead: 0, cacheWrite: 0, totalTokens: 15, reasoning: 2 };
    const cost = { input: 1, output: 2, cacheRead: 0, cacheWrite: 0, total: 3 };
    const part = (text: string): Partial<AssistantMessage> => ({
      content: [{ type: "text", text }],
      usage: { ...usage, cost },
    });
    const made = await run(prepared(), [part("HISTORY"), part("PREFIX")]);
    const { outcome } = made;
    assert.equal(textOfOutcome(made), "HISTORY\n\n---\n\n**Turn Context (split turn):**\n\nPREFIX");
    assert.deepEqual(outcome !== aborted && !(outcome instanceof Error) && outcome.usage, {
      input: 20, output: 10, cacheRead: 0, cacheWrite: 0, totalTokens: 30, reasoning: 4,
      cost: { input: 2, output: 4, cacheRead: 0, cacheWrite: 0, total: 6 },
    }); // prettier-ignore
    const [history, prefix] = made.calls;
    assert.match(
      history?.prompt ?? "",
      /^<conversation>\n\[User\]: old request\n\n\[Assistant\]: old answer\n</,
    );
    assert.match(prefix?.prompt ?? "", /^<conversation>\n\[User\]: this request\n<\/conversation>/);
  });

  const historySections = [
    "## Goal",
    "## Constraints & Preferences",
    "## Progress",
    "### Done",
    "- [x]",
    "### In Progress",
    "- [ ]",
    "### Blocked",
    "## Key Decisions",
    "- **decision**: why",
    "## Next Steps",
    "1. ",
    "## Critical Context",
  ];
  const rows: [name: string, shape: Shape, index: number, demanded: string[]][] = [
    ["a history", { split: false }, 0, historySections],
    [
      "an update",
      { split: false, previous: "OLD <read-files>" },
      0,
      ["<previous-summary>\nOLD <read-files>\n</previous-summary>", "Done", ...historySections],
    ],
    [
      "a turn's beginning",
      {},
      1,
      ["kept separately", "## Original Request", "## Progress So Far", "## Context Needed to Continue"],
    ],
  ];
  for (const [name, shape, index, demanded] of rows) {
    it(`demands the sections of ${name}, with the custom focus at the end`, async () => {
      const { calls } = await run(prepared(shape), ["A", "B"], { customInstructions: "the tests" });
      const { prompt = "", systemPrompt = "" } = calls[index] ?? {};
      let from = 0;
      for (const text of demanded) {
        from = prompt.indexOf(text, from);
        assert.notEqual(from, -1, text);
      }
      assert.match(prompt, /\n\nAdditional focus: the tests$/);
      assert.match(systemPrompt, /Do not continue the conversation.*only the summary/);
    });
  }

  const limits: [reserve: number, modelMax: number, history: number, prefix: number][] = [
    [10_000, 16_384, 8000, 5000],
    [16_384, 4096, 4096, 4096],
    [16_384, 0, 13_107, 8192],
    [100, 16_384, 1024, 1024],
    [100, 500, 500, 500],
  ];
  for (const [reserveTokens, maxTokens, history, prefix] of limits) {
    it(`sessions-and-tools.md 37: a reserve of ${reserveTokens} and a maximum of ${maxTokens} allow ${history} and ${prefix} tokens`, async () => {
      const { calls } = await run(prepared({ reserveTokens }), ["A", "B"], {
        model: { ...testModel, maxTokens },
      });
      assert.deepEqual(
        calls.map(({ options }) => options.maxTokens),
        [history, prefix],
      );
    });
  }

  it("asks apart from the conversation: no cache, a routing id of its own, the session's thinking level", async () => {
    const { calls } = await run(prepared(), ["A", "B"]);
    assert.deepEqual(
      calls.map(({ options }) => [options.cacheRetention, options.reasoning, options.toolChoice]),
      [
        ["none", "high", undefined],
        ["none", "high", undefined],
      ],
    );
    const ids = new Set(calls.map(({ options }) => options.sessionId));
    assert.equal(ids.size, 2);
    assert.ok(!ids.has(undefined));
  });

  const failures: [name: string, answer: string | Partial<AssistantMessage>, message: string][] = [
    ["a provider's refusal", failure("400: bad request"), "400: bad request"],
    [
      "a length stop",
      { content: [{ type: "text", text: "half" }], stopReason: "length" },
      "generation hit the token cap and the summary is incomplete",
    ],
    ["an empty answer", " \n", "empty summary"],
  ];
  for (const [name, answer, message] of failures) {
    it(`fails with the reason after ${name}, without another try`, async () => {
      const { outcome, calls, events } = await run(prepared(), [answer, "B"]);
      assert.ok(outcome instanceof Error);
      assert.equal(outcome.message, message);
      assert.equal(calls.length, 1);
      assert.deepEqual(events, []);
    });
  }

  it("does not ask the offline guide", async () => {
    const { outcome, calls } = await run(prepared(), [], { model: { ...testModel, api: "relay-offline" } });
    assert.match(String(outcome), /offline guide cannot summarize/);
    assert.equal(calls.length, 0);
  });

  it("sessions-and-tools.md 40: a transient failure is tried again", async () => {
    const { events, outcome } = await run(prepared({ split: false }), [failure("500: broken"), "OK"]);
    assert.ok(outcome !== aborted && !(outcome instanceof Error));
    assert.equal(outcome.summary, "OK");
    assert.deepEqual(events, [
      {
        type: "summarization_retry_scheduled",
        attempt: 1,
        maxAttempts: 2,
        delayMs: 1,
        errorMessage: "500: broken",
      },
      { type: "summarization_retry_attempt_start", source: "compaction", reason: "overflow" },
      { type: "summarization_retry_finished" },
    ]);
  });

  it("sessions-and-tools.md 40: the last failure stands when the tries are used up", async () => {
    const { events, outcome, calls } = await run(prepared(), [
      failure("500: one"),
      failure("500: two"),
      failure("500: three"),
    ]);
    assert.equal(String(outcome), "SummaryError: 500: three");
    assert.equal(calls.length, 3);
    assert.deepEqual(
      events.map((event) => ("delayMs" in event ? event.delayMs : event.type)),
      [
        1,
        "summarization_retry_attempt_start",
        2,
        "summarization_retry_attempt_start",
        "summarization_retry_finished",
      ],
    );
  });

  it("does not try again when retries are off", async () => {
    const { calls, events } = await run(prepared(), [failure("500: one")], { retry: { enabled: false } });
    assert.deepEqual([calls.length, events.length], [1, 0]);
  });

  it("ends at once when it is aborted while it waits", async () => {
    const controller = new AbortController();
    const { outcome, events, calls } = await run(prepared(), [failure("500: one"), "OK"], {
      retry: { baseDelayMs: 60_000 },
      controller,
      onEvent: ({ type }) => type === "summarization_retry_scheduled" && controller.abort(),
    });
    assert.equal(outcome, aborted);
    assert.equal(calls.length, 1);
    assert.equal(events.at(-1)?.type, "summarization_retry_finished");
  });
});
