import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { Context } from "@relay-harness/ai";
import { emptyUsage, type AssistantMessage, type Model } from "@relay-harness/protocol";
import { strFromU8, unzipSync } from "fflate";
import type { ExportSource } from "../exportSource.ts";
import { assistantEntry, testHeader, userEntry } from "../testing/entries.ts";
import type { ReportSupport } from "./reportInput.ts";
import { writeBugReport, type BugReportInput } from "./writeBugReport.ts";

const model: Model = {
  id: "m1",
  name: "M 1",
  api: "openai-completions",
  provider: "fake",
  baseUrl: "https://u:p@h/v1?api_key=k",
  reasoning: true,
  input: ["text"],
  cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
  contextWindow: 1000,
  maxTokens: 100,
  headers: { "X-Team": "hidden" },
  compat: { authToken: "hidden", flag: true },
};

const entries = [
  userEntry("u1", null, "secret talk"),
  assistantEntry("a1", "u1", "said", {
    stopReason: "error",
    errorMessage: "401 for Bearer abc.def",
    rawStopReason: "failed",
    diagnostics: [{ type: "http", timestamp: 1, error: { message: "https://u:p@h/ refused" } }],
  }),
  assistantEntry("a2", "a1", "fine"),
];

const source: ExportSource = { header: testHeader, entries, leafId: "a2", branch: entries, stem: "one" };

describe("bug report", () => {
  let folder: string;
  let requests: Context[];
  let answer: Partial<AssistantMessage>;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "relay-test-"));
    requests = [];
    answer = { content: [{ type: "text", text: "It broke." }] };
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const support = (): ReportSupport => ({
    agentDir: folder,
    settings: () => ({ global: { myToken: "t", theme: "dark" }, project: {} }),
    shell: () => "/bin/bash",
    providers: {
      getProvider: () => ({ id: "fake", name: "Fake", keyVariables: [], oauth: false, acceptsApiKey: true }),
      getProviderAuthStatus: () => ({ configured: true, source: "stored", label: "sk-hidden" }),
      isUsingOAuth: () => false,
    },
    complete: (_, context) => {
      requests.push(context);
      return Promise.resolve({
        role: "assistant",
        content: [],
        api: "x",
        provider: "fake",
        model: "m1",
        usage: emptyUsage(),
        stopReason: "stop",
        timestamp: 0,
        ...answer,
      });
    },
  });
  const input = (more: Partial<BugReportInput> = {}): BugReportInput => ({
    source,
    cwd: folder,
    transcript: "none",
    model,
    thinkingLevel: "high",
    support: support(),
    env: { RELAY_OFFLINE: "hidden", TERM: "xterm", HOME: "/root" },
    ...more,
  });
  const files = (path: string): Record<string, string> =>
    Object.fromEntries(
      Object.entries(unzipSync(readFileSync(path))).map(([name, bytes]) => [name, strFromU8(bytes)]),
    );

  it("says what ran where, without a secret and without the conversation", async () => {
    const report = await writeBugReport(input({ description: "  sees sk-abc123  " }));
    assert.equal(basename(report.path), `relay-bug-report-${report.id}.zip`);
    assert.match(report.id, /^[0-9a-f]{8}-[0-9a-f]{4}-7/);
    const written = files(report.path);
    assert.deepEqual(Object.keys(written), ["report.json", "diagnostics.json"]);
    const all = Object.values(written).join("");
    assert.doesNotMatch(all, /hidden|secret talk|abc|"t"|u:p@|"said"|=k/);
    const { environment, ...facts } = JSON.parse(written["report.json"] ?? "") as Record<string, unknown>;
    assert.deepEqual(facts, {
      schemaVersion: 1,
      id: report.id,
      createdAt: report.createdAt,
      hint: "sees <redacted>",
      session: { id: "s-1", included: false, summaryIncluded: false, messageCount: 3 },
      model: {
        provider: "fake",
        id: "m1",
        name: "M 1",
        api: "openai-completions",
        baseUrl: "https://h/v1?api_key=%3Credacted%3E",
        reasoning: true,
        input: ["text"],
        contextWindow: 1000,
        maxTokens: 100,
        samplingParams: null,
        compat: { authToken: "<redacted>", flag: true },
        thinkingLevelMap: null,
        headerNames: ["X-Team"],
      },
      provider: {
        id: "fake",
        name: "Fake",
        baseUrl: "https://h/v1?api_key=%3Credacted%3E",
        headerNames: ["X-Team"],
        authTypes: ["api_key"],
        authStatus: { configured: true, source: "stored" },
        usingOAuth: false,
        registeredByExtension: false,
      },
      thinkingLevel: "high",
      extensions: [],
      extensionErrors: [],
      settings: { global: { myToken: "<redacted>", theme: "dark" }, project: {} },
    });
    const { relayEnvironmentVariables, terminal, shell } = environment as Record<string, unknown>;
    assert.deepEqual(relayEnvironmentVariables, ["RELAY_OFFLINE"]);
    assert.equal(shell, "/bin/bash");
    assert.deepEqual(terminal, {
      term: "xterm",
      program: null,
      programVersion: null,
      colorterm: null,
      tmux: false,
      ssh: false,
      ci: false,
    });
  });

  it("lists failed turns and recorded crashes", async () => {
    const crash = {
      timestamp: "now",
      version: "1",
      kind: "fatal_error",
      message: "ghp_abc",
      stack: "s",
      other: 1,
    };
    writeFileSync(join(folder, "crashes.json"), JSON.stringify([crash]));
    const { path } = await writeBugReport(input());
    assert.deepEqual(JSON.parse(files(path)["diagnostics.json"] ?? ""), {
      schemaVersion: 1,
      sessionId: "s-1",
      entryCount: 3,
      assistantMessageCount: 2,
      assistant: [
        {
          entryId: "a1",
          timestamp: Date.parse(testHeader.timestamp),
          provider: "fake",
          model: "m1",
          api: "openai-completions",
          stopReason: "error",
          rawStopReason: "failed",
          errorMessage: "401 for <redacted>",
          diagnostics: [{ type: "http", timestamp: 1, error: { message: "https://h/ refused" } }],
        },
      ],
      crashes: [
        {
          timestamp: "now",
          version: "1",
          kind: "fatal_error",
          message: "<redacted>",
          stack: "s",
          sessionFile: null,
          cwd: null,
        },
      ],
    });
  });

  it("holds the whole branch, as it is, when the transcript is wanted", async () => {
    const system = { content: "Be good", sections: {}, tools: [] };
    const report = await writeBugReport(input({ transcript: "full", system }));
    const written = files(report.path);
    const lines = (written["session.jsonl"] ?? "").trimEnd().split("\n");
    const [header, ...stored] = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    assert.equal(header?.id, "s-1");
    assert.deepEqual(stored.slice(0, -1), entries);
    const { customType, data, parentId } = stored.at(-1) ?? {};
    assert.deepEqual(
      { customType, data, parentId },
      { customType: "relay.share", data: { systemPrompt: "Be good", tools: [] }, parentId: "a2" },
    );
    const { session } = JSON.parse(written["report.json"] ?? "") as { session: unknown };
    assert.deepEqual(session, {
      id: "s-1",
      included: true,
      summaryIncluded: false,
      messageCount: 3,
      cwd: folder,
    });
    assert.deepEqual([report.sessionIncluded, report.summaryIncluded, report.delivery], [true, false, "zip"]);
  });

  it("holds what the model made of the conversation when a summary is wanted", async () => {
    const report = await writeBugReport(input({ transcript: "summary", description: "Stops" }));
    const written = files(report.path);
    assert.deepEqual(Object.keys(written), ["report.json", "diagnostics.json", "summary.md"]);
    assert.equal(written["summary.md"], "It broke.\n");
    const [message] = requests[0]?.messages ?? [];
    assert.match(JSON.stringify(message), /Stops.*secret talk.*401 for/);
  });

  it("is not written when the summary fails", async () => {
    answer = { stopReason: "error", errorMessage: "503" };
    await assert.rejects(writeBugReport(input({ transcript: "summary" })), {
      name: "ExportError",
      code: "report",
      message: "Summarizing the problem failed: 503",
    });
    await assert.rejects(writeBugReport(input({ transcript: "summary", model: undefined })), {
      code: "report",
    });
    assert.deepEqual(readdirSync(folder), []);
  });
});
