import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AssistantMessage, SessionEntry, UserMessage } from "@relay-harness/protocol";
import { emptyUsage } from "@relay-harness/protocol";
import { SessionManager } from "./sessionManager.ts";

export function user(text: string, timestamp = 1): UserMessage {
  return { role: "user", content: [{ type: "text", text }], timestamp };
}

export function assistant(text: string, timestamp = 2): AssistantMessage {
  return {
    role: "assistant",
    content: [{ type: "text", text }],
    api: "faux",
    provider: "stub",
    model: "m1",
    usage: emptyUsage(),
    stopReason: "stop",
    timestamp,
  };
}

function linesOf(path: string): SessionEntry[] {
  return readFileSync(path, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as SessionEntry);
}

describe("SessionManager", () => {
  let dir: string;
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), "relay-sessions-"));
  });
  afterEach(() => rmSync(dir, { recursive: true, force: true }));

  it("sessions-and-tools.md 1: keeps setup in memory and writes everything with the first user message", () => {
    const manager = SessionManager.create("/w", dir);
    const file = manager.getSessionFile() ?? "";
    manager.appendModelChange("stub", "m1");
    manager.appendThinkingLevelChange("medium");
    manager.appendSessionInfo("n");
    manager.appendMessage({
      role: "bashExecution",
      command: "echo hi",
      output: "hi",
      exitCode: 0,
      cancelled: false,
      truncated: false,
      timestamp: 1,
    });
    manager.appendMessage({ role: "system", content: "", sections: { cwd: "/w" }, timestamp: 1 });
    assert.equal(existsSync(file), false);
    manager.appendMessage(user("hello"));
    const lines = linesOf(file);
    assert.deepEqual(
      lines.map((line) => (line.type === "message" ? line.message.role : line.type)),
      ["session", "model_change", "thinking_level_change", "session_info", "bashExecution", "system", "user"],
    );
    assert.deepEqual(
      lines.slice(2).map((line) => line.parentId),
      lines
        .slice(1, -1)
        .map((line) => line.id)
        .map((id, index) => (index === 0 ? lines[1]?.id : id)),
    );
    manager.appendMessage(assistant("ok"));
    assert.equal(linesOf(file).length, 8);
    manager.close();
  });
});
