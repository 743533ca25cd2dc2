import type { ContextReport, Model } from "@relay-harness/protocol";
import type { ChatRecord, ChatState, HostRow } from "@relay-harness/protocol/webview";
import { initialChatState } from "@relay-harness/protocol/webview";
import { check, evidence, harnessState, quietSlice } from "./harnessStates.ts";
import { Story } from "./story.ts";
import type { View } from "./openView.ts";

/** A state of the chat as the design shows it: what the host holds, what was said, what the user did. */
export interface Scene {
  readonly name: string;
  readonly state: Partial<ChatState>;
  readonly story?: () => Story;
  /** Records after the stored ones: what runs. */
  readonly live?: () => ChatRecord[];
  readonly act?: (view: View) => Promise<void>;
}

export function model(provider: string, id: string, fields: Partial<Model> = {}): Model {
  return {
    id,
    name: id,
    api: "anthropic-messages",
    provider,
    baseUrl: "https://api.example.com",
    reasoning: true,
    input: ["text"],
    cost: { input: 3, output: 15, cacheRead: 0, cacheWrite: 0 },
    contextWindow: 200_000,
    maxTokens: 8192,
    ...fields,
  };
}

const sonnet = model("anthropic", "claude-sonnet-4-5");
const models: ChatState["models"] = {
  current: sonnet,
  routed: null,
  all: [
    sonnet,
    model("openai", "gpt-5", {
      contextWindow: 400_000,
      cost: { input: 1.25, output: 10, cacheRead: 0, cacheWrite: 0 },
    }),
    model("relay", "Auto (Laya)", {
      contextWindow: 0,
      cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
    }),
    model("ollama", "qwen3-coder", {
      baseUrl: "http://localhost:11434/v1",
      contextWindow: 256_000,
      cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
    }),
  ],
  scoped: [
    { provider: "anthropic", id: "claude-sonnet-4-5" },
    { provider: "openai", id: "gpt-5" },
  ],
  hasCredential: true,
};
const thinking: ChatState["thinking"] = { level: "medium", levels: ["off", "low", "medium", "high"] };
const folder: ChatState["folder"] = { path: "/work/harbor", label: "harbor", choices: [] };
const session: ChatState["session"] = { id: "s1", cwd: "/work/harbor", title: "Fix", hasMessages: true };
const agent: ChatState["agent"] = {
  kind: "ready",
  relay: "0.1.0",
  protocol: "1.1",
  isOfflineDemo: false,
  isTrusted: true,
};
const idle: ChatState["run"] = {
  isRunning: false,
  isCompacting: false,
  isRetrying: false,
  isBashRunning: false,
  since: null,
  retryAt: null,
};
const running: ChatState["run"] = { ...idle, isRunning: true };
const context = (percent: number): ChatState["context"] => ({
  tokens: percent * 2000,
  contextWindow: 200_000,
  percent,
});
const cost = (dollars: number): ChatState["cost"] => ({
  tokens: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
  cost: dollars,
  byModel: [],
});
const selection = (isIncluded: boolean): ChatState["selection"] => ({
  path: "src/queue.ts",
  label: "queue.ts:40-52",
  startLine: 40,
  endLine: 52,
  isIncluded,
});
const usual: Partial<ChatState> = { models, thinking, folder, session, agent, run: idle };
const quiet = (rules: number): ChatState["harness"] => {
  const state = harnessState({ slice: quietSlice });
  return { ...state, constraints: state.constraints.slice(0, rules) };
};

export const queueDiff = [
  " 40 export class Queue {",
  "-41   constructor(private readonly store: Store) {}",
  "+41   constructor(",
  "+42     private readonly store: Store,",
  "+43     private readonly clock: Clock = systemClock,",
  "+44   ) {}",
  "    ...",
].join("\n");

const emptyScene: Scene = {
  name: "1 New session",
  state: {
    ...usual,
    session: null,
    agent: { ...agent, isOfflineDemo: true } as ChatState["agent"],
    models: {
      current: model("offline", "Offline demo"),
      routed: null,
      all: [],
      scoped: [],
      hasCredential: false,
    },
    thinking: { level: "off", levels: [] },
    folder: {
      ...folder,
      choices: [
        { path: "/work/harbor", label: "harbor" },
        { path: "/work/pier", label: "pier" },
      ],
    },
    selection: selection(false),
  },
  act: async ({ page }) => page.getByRole("textbox", { name: "Message Relay" }).focus(),
};

const finishedScene: Scene = {
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

const runningScene: Scene = {
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

export const authorizationDialog: ChatState["dialogs"][number] = {
  method: "confirm",
  id: "d1",
  title: "Allow destructive command?",
  message: "destructive: rm -r\n\nrm -rf dist .cache/build\nin /work/harbor",
  receivedAt: 0,
  isExpired: false,
  context: {
    kind: "authorization",
    command: "rm -rf dist .cache/build",
    effects: ["destructive"],
    operations: ["Deletes files: rm -r"],
    targets: [
      { path: "dist", exists: true, tracked: false },
      { path: ".cache/build", exists: true, tracked: false },
    ],
    reason: "Your message does not name these folders.",
    toolCallId: "call_live",
    allowSession: true,
  },
};

const approvalScene: Scene = {
  name: "4 Waiting for an answer",
  state: {
    ...usual,
    run: running,
    thinking: { level: "off", levels: [] },
    context: context(21),
    cost: cost(0.18),
    harness: quiet(2),
    dialogs: [
      authorizationDialog,
      { method: "confirm", id: "d2", title: "Second", message: "", receivedAt: 0, isExpired: false },
    ],
  },
  story: () => {
    const story = new Story();
    story.asks("Clean up the branch and get it ready for review.");
    story.calls(
      "bash",
      { command: "git log --oneline main.." },
      {
        text: "a",
        before: [
          {
            type: "text",
            text: "The branch has 4 fix-up commits. I will squash them, remove the old build output and push.",
          },
        ],
      },
    );
    story.calls(
      "bash",
      { command: "git push --force-with-lease" },
      {
        text: "[harness:authorization] Not run: the developer declined git push. Reason: open a pull request instead",
        isError: true,
      },
    );
    story.calls("bash", { command: "npm run build" }, { text: "built" });
    return story;
  },
  live: () => {
    const story = new Story();
    story.assistant([
      { type: "toolCall", id: "call_live", name: "bash", arguments: { command: "rm -rf dist .cache/build" } },
    ]);
    return [{ type: "agent_start" as const }, ...story.take()].map((event) => ({ kind: "event", event }));
  },
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

const troubleScene: Scene = {
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

const rowsScene: Scene = {
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

const completionScene: Scene = {
  name: "7 Pickers and completion",
  state: {
    ...usual,
    context: context(12),
    cost: cost(0.03),
    commands: [
      {
        name: "model",
        description: "choose a model",
        source: "builtin",
        runsIn: "host",
        takesArguments: true,
      },
      {
        name: "intake",
        description: "questionnaire from a request",
        source: "builtin",
        runsIn: "host",
        takesArguments: false,
      },
      {
        name: "init",
        description: "create AGENTS.md and index",
        source: "extension",
        runsIn: "agent",
        takesArguments: false,
      },
      {
        name: "skill:/inspect",
        description: "skill, project",
        source: "skill",
        runsIn: "agent",
        takesArguments: false,
      },
    ],
  },
  story: () => {
    const story = new Story();
    story.asks("How does the export decide on a delimiter?");
    story.says(
      '### Delimiter\n\nIt is chosen once per file in [src/export/dialect.ts:31](src/export/dialect.ts:31):\n\n- an explicit `delimiter` option wins;\n- else the locale’s decimal comma selects `;`.\n\n```ts\nconst sep = options.delimiter\n  ?? (usesComma(locale) ? ";" : ","); // RFC 4180\n```\n',
    );
    story.message({
      role: "bashExecution",
      command: "git status -sb",
      output: "",
      exitCode: 0,
      cancelled: false,
      truncated: false,
      excludeFromContext: true,
      timestamp: story.tick(),
    });
    return story;
  },
  act: async ({ page }) => {
    await page.locator(".hljs-keyword").first().waitFor();
    await page.getByRole("textbox", { name: "Message Relay" }).pressSequentially("/in");
    await page.getByRole("option").first().waitFor();
  },
};

const intakeScene: Scene = {
  name: "8 Intake",
  state: {
    ...usual,
    thinking: { level: "off", levels: [] },
    intake: {
      task: "The report must show the new total.",
      sources: ["ticket-131.md"],
      outputFile: "",
      isSubmitted: false,
    },
    cards: [
      {
        id: "trust",
        kind: "trust",
        title: "Use this folder’s Relay resources?",
        text: "They can run code.",
        items: [".relay/settings.json", ".relay/extensions (2)", ".relay/mcp.json"],
        actions: [
          { id: "no", label: "Don’t Trust" },
          { id: "yes", label: "Trust" },
        ],
        cancelAction: "no",
      },
    ],
  },
  story: () => {
    const story = new Story();
    story.asks('/intake change the commission calculation\n\n<file name="notes/ticket-123.md">\nx\n</file>');
    for (let index = 0; index < 3; index++) story.calls("read", { path: `src/c${index}.ts` });
    story.wait(60_000).calls(
      "intake_questionnaire",
      { title: "commission" },
      {
        details: {
          path: ".relay/intake/2026-03-02-commission.docx",
          questions: 18,
          followUps: 4,
          groups: 5,
        },
      },
    );
    story
      .wait(65_000)
      .says(
        "The project has three commission calculations. The main open points are which one is meant, and whether past months change.",
      );
    return story;
  },
};

const cardsScene: Scene = {
  name: "9 Sign-in, edit, unsaved files",
  state: {
    ...usual,
    thinking: { level: "off", levels: [] },
    context: context(9),
    dialogs: [
      {
        method: "confirm",
        id: "d1",
        title: "Sign in to Anthropic",
        message: "",
        receivedAt: 0,
        isExpired: false,
        context: { kind: "login", provider: "anthropic", url: "https://example.com", userCode: "4F2A-91KC" },
      },
    ],
  },
  story: () => {
    const story = new Story();
    story.append<"branch_summary">({ type: "branch_summary", fromId: null, summary: "The other way." });
    story.asks("Add a --json flag to the report command.");
    story.assistant([], { stopReason: "error", errorMessage: "No API key found for anthropic." });
    return story;
  },
  live: () => [
    {
      kind: "row",
      row: {
        id: "dirty",
        kind: "dirtyFile",
        severity: "warning",
        text: "docs/report.md has unsaved changes, so the edit was held back.",
        actions: [{ id: "save", label: "Save and Continue" }],
      },
    },
  ],
  act: async ({ page }) =>
    page
      .getByRole("textbox", { name: "Message Relay" })
      .fill("Add a --json flag to the report command, and a schema for it."),
};

export const scenes: readonly Scene[] = [
  emptyScene,
  finishedScene,
  runningScene,
  approvalScene,
  troubleScene,
  rowsScene,
  completionScene,
  intakeScene,
  cardsScene,
];

/** What the Harness panel shows. */
export const panelState: Partial<ChatState> = {
  ...usual,
  session: { id: "s1", cwd: "/work/harbor", title: "Fix the flaky retry test", hasMessages: true },
  context: { tokens: 76_200, contextWindow: 200_000, percent: 38 },
  harness: harnessState({
    evidence: {
      ...evidence,
      checks: [check, { ...check, command: "npm run check | tail -3", result: "masked", why: "pipe" }],
    },
  }),
  turns: [
    ...["e0000001", "e0000003", "e0000004", "e0000005"].map((entryId) => ({
      entryId,
      files:
        entryId === "e0000001"
          ? [change("src/queue.ts", 18, 4), change("src/retry.ts", 30, 8), change("src/clock.ts", 0, 0)]
          : [],
    })),
  ],
};

function change(path: string, added: number, removed: number): ChatState["turns"][number]["files"][number] {
  return { path, kind: "modified", added, removed, source: "tool", canRevert: true, isReverted: false };
}

export const contextReport: ContextReport = {
  tokens: 76_200,
  contextWindow: 200_000,
  breakdown: {
    system: 10_000,
    tools: 8_300,
    verbatim: 31_200,
    stubbed: 2_000,
    digest: 2_600,
    summary: 22_100,
    other: 0,
  },
};

/** Brings a view into a scene. */
export async function play(view: View, scene: Scene): Promise<void> {
  const { host, page } = view;
  const entries = scene.story?.().entries ?? [];
  await host.notify("command", { name: "stopFind" });
  await host.notify("draft/change", { text: "", mode: "replace", focus: false });
  await host.set(initialChatState());
  await host.set({ ...scene.state });
  await host.open(entries, { live: scene.live?.() ?? [] });
  await page.waitForFunction(
    (isEmpty) => (document.querySelector('[role="log"]') === null) === isEmpty,
    entries.length === 0,
  );
  await scene.act?.(view);
}
