import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { encodeRecord } from "@relay-harness/protocol";
import type { AnyRecord } from "./relayProcess.ts";
import type { Workspace } from "./workspace.ts";

/** Paths of the session files below a directory, by default that of all sessions; sorted by name. */
export function sessionFiles(workspace: Workspace, dir = join(workspace.agentDir, "sessions")): string[] {
  if (!existsSync(dir)) return [];
  return readdirSync(dir, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".jsonl"))
    .map((name) => join(dir, name))
    .sort();
}

/** The lines of a session file; each must be JSON. */
export function readSession(path: string): AnyRecord[] {
  return readFileSync(path, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as AnyRecord);
}

/** What an entry is, in one word: the role of a message, else its type. */
export function kindOf(entry: AnyRecord): string {
  return (entry.message?.role as string | undefined) ?? (entry.type as string);
}

/** Writes a session file with these lines. Returns its path. */
export function writeSessionFile(path: string, lines: readonly object[]): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, lines.map(encodeRecord).join(""));
  return path;
}

/**
 * The session of rpc.md vector 51: u1 - a1, then u2 - a2 and u3 - a3 below a1; the leaf is a3. u2 holds an
 * image.
 */
export function treeSession(cwd: string): AnyRecord[] {
  const cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0.5 };
  const usage = { input: 10, output: 2, cacheRead: 0, cacheWrite: 0, totalTokens: 12, cost };
  const timestamp = "2026-01-01T00:00:00.000Z";
  const entry = (id: string, parentId: string | null, message: object): AnyRecord => ({
    type: "message",
    id,
    parentId,
    timestamp,
    message: { ...message, timestamp: 1 },
  });
  const user = (text: string, ...more: object[]): object => ({
    role: "user",
    content: [{ type: "text", text }, ...more],
  });
  const answer = (text: string): object => ({
    role: "assistant",
    content: [{ type: "text", text }],
    api: "openai-completions",
    provider: "fake",
    model: "m1",
    usage,
    stopReason: "stop",
  });
  return [
    { type: "session", version: 3, id: "tree", timestamp, cwd },
    entry("u1", null, user("first")),
    entry("a1", "u1", answer("one")),
    entry("u2", "a1", user("second", { type: "image", data: "aGk=", mimeType: "image/png" })),
    entry("a2", "u2", answer("two")),
    entry("u3", "a1", user("third")),
    entry("a3", "u3", answer("three")),
  ];
}

/** A chain of questions and answers. */
export function chainSession(cwd: string, length: number): object[] {
  const timestamp = "2026-01-01T00:00:00.000Z";
  const cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 };
  const usage = { input: 1, output: 1, cacheRead: 0, cacheWrite: 0, totalTokens: 2, cost };
  const answer = { api: "openai-completions", provider: "fake", model: "m1", usage, stopReason: "stop" };
  const idOf = (index: number): string => index.toString(16).padStart(8, "0");
  return [
    { type: "session", version: 3, id: "chain", timestamp, cwd },
    ...Array.from({ length }, (_, index) => {
      const isQuestion = index % 2 === 0;
      const text = `${isQuestion ? "question" : "answer"} ${index}`;
      const body = { content: [{ type: "text", text }], timestamp: 1 };
      return {
        type: "message",
        id: idOf(index),
        parentId: index === 0 ? null : idOf(index - 1),
        timestamp,
        message: isQuestion ? { role: "user", ...body } : { role: "assistant", ...answer, ...body },
      };
    }),
  ];
}
