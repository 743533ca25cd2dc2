import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  emptyUsage,
  type AssistantMessage,
  type JsonObject,
  type UserMessage,
} from "@relay-harness/protocol";

/** Messages and files that the tests of this folder share. */

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

export function header(fields: JsonObject = {}): JsonObject {
  return {
    type: "session",
    version: 3,
    id: "s1",
    timestamp: "2026-01-01T00:00:00.000Z",
    cwd: "/w",
    ...fields,
  };
}

export function messageEntry(id: string, parentId: string | null, message: JsonObject): JsonObject {
  return { type: "message", id, parentId, timestamp: "2026-01-01T00:00:01.000Z", message };
}

/** Content of a file with these records, strings as raw lines. */
export function jsonl(...records: (JsonObject | string)[]): string {
  return records
    .map((record) => `${typeof record === "string" ? record : JSON.stringify(record)}\n`)
    .join("");
}

export function readLines(path: string): string[] {
  const text = readFileSync(path, "utf8");
  return text.endsWith("\n") ? text.slice(0, -1).split("\n") : text.split("\n");
}

export function readRecords(path: string): JsonObject[] {
  return readLines(path).map((line) => JSON.parse(line) as JsonObject);
}

/** A directory of its own for each test. */
export class TestDir {
  path = "";

  create(): void {
    this.path = realpathSync(mkdtempSync(join(tmpdir(), "relay-sessions-")));
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }

  file(name: string, content: string | Uint8Array): string {
    const path = join(this.path, name);
    writeFileSync(path, content);
    return path;
  }
}
