// The conversation: finished, running, in trouble, every kind of row.
import type { HostRow } from "@relay-harness/protocol/webview";
import type { Scene } from "./sceneParts.ts";
import { Story } from "./story.ts";
import { check, evidence, harnessState } from "./harnessStates.ts";
import {
  context,
  cost,
  idle,
  model,
  models,
  queueDiff,
  quiet,
  running,
  selection,
  usual,
} from "./sceneParts.ts";

export const finishedScene: Scene = {
  name: "2 Finished turn",
  state: {
    ...usual,
    selection: selection(true),
    context: context(38),
    cost: cost(0.41),
    harness: quiet(1),
    turns: [
      {
        entryId: "e0000001",
        files: ["src/queue.ts", "src/retry.ts", "src/clock.ts"].map((path, index) => ({
          path,
          kind: "modified",
          added: [4, 30, 14][index] ?? 0,
          removed: [2, 8, 2][index] ?? 0,
          source: "tool",
          canRevert: true,
          isReverted: false,
        })),
      },
    ],
  },
  story: () => {
    const story = new Story();
    story.asks(
      'The retry test is flaky. Find out why and fix it. Never touch the fixtures.\n\n<file name="retry.test.ts">\ntest\n</file>\n<file name="Terminal: npm test">\nfail\n</file>',
    );
    story.record("relay.harness.constraint", {
      v: 1,
      op: "add",
      id: "c1",
      text: "Never touch the fixtures.",
      lang: "en",
      form: "never",
      entryId: "e0000001",
    });
    for (let index = 0; index < 7; index++)
      story.calls("read", { path: `src/part${index}.ts` }, { text: "a\nb" });
    story.calls("edit", { path: "src/queue.ts" }, { details: { diff: queueDiff, patch: "" } });
    story.wait(58_000).calls("bash", { command: "npm test" }, { text: "ok" });
    story
      .wait(12_000)
      .says(
        "The test waits a fixed 50 ms, but the queue backs off up to 80 ms with jitter, so about one run in six reads the counter too early. The clock is now injected.\n\nI did not change the fixtures. The retry limit itself is untouched.",
      );
    story.record("relay.harness.evidence", {
      ...evidence,
      checks: [{ ...check, at: "2026-01-01T10:00:13.000Z" }],
    });
    return story;
  },
};

export const runningScene: Scene = {
  name: "3 Running, streaming, queue",
  state: {
    ...usual,
    run: running,
    context: context(52),
    cost: cost(0.52),
    harness: quiet(2),
    queue: [
      { id: "q1", kind: "steer", text: "Keep the CSV header byte for byte", attachments: [] },
      {
        id: "q2",
        kind: "followUp",
        text: "Then add a benchmark with 1 M rows and print the peak memory",
        attachments: [],
      },
    ],
    branches: [{ entryId: "e0000001", index: 2, count: 3, previousId: "x1", nextId: "x3" }],
    statuses: [{ key: "turns", text: "Turn 3" }],
    settings: {
      sendOnEnter: true,
      enterWhileRunning: "steer",
      showThinking: true,
      foldFinishedTurns: true,
      fontSize: 0,
    },
  },
  story: () => {
    const story = new Story();
    story.asks(
      "Make the export stream instead of building one big string. Prefer Node streams over libraries.",
    );
    story.calls(
      "read",
      { path: "src/export/writer.ts" },
      {
        text: "x\n".repeat(212),
        before: [
          {
            type: "thinking",
            thinking:
              "The writer buffers every row before it flushes. A Transform between the cursor and the response keeps memory flat and keeps back-pressure…",
          },
        ],
      },
    );
    story.calls("grep", { pattern: "buildCsv", path: "src" }, { text: "a:1\n".repeat(7) });
    story.calls("write", { path: "src/export/rowStream.ts", content: "x\n".repeat(64) });
    story.calls(
      "bash",
      { command: "npx tsc --noEmit" },
      { text: "error\n\nCommand exited with code 2", isError: true },
    );
    return story;
  },
  live: () => {
    const story = new Story();
    const toolCallId = "call_live";
    const args = { command: "npm test -- export" };
    const call = { type: "toolCall" as const, id: toolCallId, name: "bash", arguments: args };
    story.assistant([call]);
    const earlier = Array.from({ length: 31 }, (_, index) => `PASS unit ${index}`).join("\n");
    const shown = Array.from({ length: 9 }, (_, index) => ` PASS  export/part${index}.test.ts (0.2 s)`).join(
      "\n",
    );
    const tail =
      " PASS  export/cursor.test.ts (0.8 s)\n PASS  export/header.test.ts (0.2 s)\n RUNS  export/writer.test.ts";
    story.emit(
      { type: "tool_execution_start", toolCallId, toolName: "bash", args },
      {
        type: "tool_execution_update",
        toolCallId,
        toolName: "bash",
        args,
        partialResult: { content: [{ type: "text", text: `${earlier}\n${shown}\n${tail}` }] },
      },
    );
    return [{ type: "agent_start" as const }, ...story.take()].map((event) => ({ kind: "event", event }));
  },
  act: async ({ page }) =>
    page.getByRole("textbox", { name: "Message Relay" }).fill("And update the docs page about exports"),
};

export const crashRow: HostRow = {
  id: "crash",
  kind: "crash",
  severity: "error",
  text: "The agent stopped (exit code 137)",
  detail:
    "Your draft and the queue are kept. Restart continues this session.\n<--- Last few GCs --->\nFATAL ERROR: Reached heap limit",
  actions: [
    { id: "restart", label: "Restart", primary: true },
    { id: "logs", label: "Show Logs" },
  ],
};

export const troubleScene: Scene = {
  name: "5 Find, compaction, evidence, crash",
  state: {
    ...usual,
    thinking: { level: "off", levels: [] },
    models: { ...models, current: model("relay", "Auto (Laya)") },
    context: context(84),
    cost: cost(1.37),
    harness: quiet(2),
    turns: [
      {
        entryId: "e0000002",
        files: [
          {
            path: "src/export/writer.ts",
            kind: "modified",
            added: 31,
            removed: 19,
            source: "tool",
            canRevert: true,
            isReverted: false,
          },
        ],
      },
    ],
  },
  story: () => {
    const story = new Story();
    story.append<"compaction">({
      type: "compaction",
      summary: "Earlier: the writer.",
      firstKeptEntryId: "x",
      tokensBefore: 128_400,
    });
    story.asks("Does the writer honour back-pressure now?");
    story.says("Done. The writer now honours back-pressure, and all tests pass.");
    story.record("relay.harness.evidence", {
      ...evidence,
      status: "contradicted",
      reason: "The message says all tests pass. The record does not.",
      checks: [
        { ...check, exitCode: 1, result: "failed" },
        { ...check, command: "npm run check | tail -3", exitCode: null, result: "masked", why: "pipe" },
      ],
    });
    return story;
  },
  live: () => [
    {
      kind: "event",
      event: {
        type: "auto_retry_start",
        attempt: 2,
        maxAttempts: 3,
        delayMs: 4000,
        errorMessage: "Overloaded (529).",
      },
    },
    { kind: "row", row: crashRow },
  ],
  act: async ({ page, host }) => {
    host.answer("find/query", () => ({
      matches: Array.from({ length: 9 }, () => ({
        entryId: "e0000003",
        snippet: "back-pressure",
        start: 0,
        end: 13,
      })),
      isCut: false,
    }));
    await page.getByRole("button", { name: "Evidence: contradicted" }).click();
    await page
      .getByRole("textbox", { name: "Message Relay" })
      .fill("Why does the writer test fail only on CI?");
    await host.notify("command", { name: "find" });
    await page.getByRole("textbox", { name: "Find in chat" }).fill("back-pressure");
    await page.getByText("9 of 9").waitFor();
    await page.getByRole("button", { name: "Next match" }).click();
    await page.getByRole("button", { name: "Next match" }).click();
    await page.getByText("2 of 9").waitFor();
  },
};

const verdicts = ["verified", "unverified", "contradicted", "no-effect", "acknowledged"] as const;

export const rowsScene: Scene = {
  name: "6 Verdicts and rows",
  state: {
    ...usual,
    run: idle,
    thinking: { level: "off", levels: [] },
    cost: cost(0.18),
    harness: {
      ...harnessState({ slice: { git: true, changedLines: 612, limit: 500, fired: true, files: [] } }),
      turn: { entryId: "e0000001", kind: "question", editBlocked: true, editsAllowed: false },
    },
    statuses: [{ key: "my-ext", text: "my-ext: Turn 3 running…" }],
    dialogs: [
      {
        method: "select",
        id: "d1",
        title: "Which database should the migration target?",
        options: ["Staging", "A fresh local copy", "None, only write the file"],
        receivedAt: 0,
        isExpired: false,
      },
    ],
  },
  story: () => {
    const story = new Story();
    for (const status of verdicts) {
      story.asks(status).says("Yes.");
      story.record("relay.harness.evidence", { ...evidence, status });
    }
    story.asks("Could this be simpler?");
    story.calls(
      "edit",
      { path: "a.ts" },
      { text: "[harness:question] Not applied: it only asks.", isError: true },
    );
    story.append<"custom_message">({
      type: "custom_message",
      customType: "relay.harness.evidence",
      content:
        "[harness:evidence] Status: unverified. No check passed after the last change. Run npm test without masking.",
      display: true,
    });
    story.record("relay.harness.correction", {
      v: 1,
      op: "add",
      id: "k1",
      text: "Simpler, no new class.",
      entryId: "e1",
    });
    story.record("relay.harness.approval", {
      v: 1,
      id: "a1",
      status: "message",
      tool: "bash",
      command: "git push",
      cwd: "/",
      ops: [],
    });
    story.calls("bash", { command: "git push" });
    story.append<"custom_message">({
      type: "custom_message",
      customType: "my-extension",
      content: "Indexed 1,204 files\\\nSkipped 3 over 256 KiB",
      display: true,
    });
    return story;
  },
  live: () => [
    {
      kind: "row",
      row: {
        id: "w",
        kind: "windowClosed",
        severity: "info",
        text: "Stopped when the window closed.",
        actions: [{ id: "continue", label: "Continue" }],
      },
    },
  ],
};
