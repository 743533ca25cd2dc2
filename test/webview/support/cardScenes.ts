// What stands around the composer: cards, lists that complete, the empty chat.
import type { ChatState } from "@relay-harness/protocol/webview";
import type { Scene } from "./sceneParts.ts";
import { Story } from "./story.ts";
import { agent, context, cost, folder, model, quiet, running, selection, usual } from "./sceneParts.ts";

export const emptyScene: Scene = {
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
    operations: ["fs.delete"],
    targets: [
      { path: "dist", exists: true, tracked: false },
      { path: ".cache/build", exists: true, tracked: false },
    ],
    reason: "target not named",
    toolCallId: "call_live",
    allowSession: true,
  },
};

export const approvalScene: Scene = {
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

export const completionScene: Scene = {
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

export const intakeScene: Scene = {
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

export const cardsScene: Scene = {
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
        path: "docs/report.md",
        text: "has unsaved changes, so the edit was held back.",
        actions: [{ id: "save", label: "Save and Continue" }],
      },
    },
  ],
  act: async ({ page }) =>
    page
      .getByRole("textbox", { name: "Message Relay" })
      .fill("Add a --json flag to the report command, and a schema for it."),
};
