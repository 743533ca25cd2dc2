import type { JsonObject } from "@relay-harness/protocol";

/** One thing that a message asks for and that the guide can carry out. */
export type Intent =
  | { kind: "list"; path: string }
  | { kind: "read"; path: string; lines?: LineRange }
  | { kind: "search"; text: string; path: string }
  | { kind: "findFiles"; pattern: string; path: string }
  | { kind: "create"; path: string; content: string }
  | { kind: "replace"; path: string; oldText: string; newText: string }
  | { kind: "run"; command: string }
  | { kind: "test" }
  /** A call that the message spells out; `note` ends the answer. */
  | { kind: "call"; tool: string; arguments: JsonObject; note?: string }
  | { kind: "help" }
  /** A command was asked for but not quoted, so its ends are a guess. */
  | { kind: "unquotedCommand"; text: string }
  | { kind: "unknown"; text: string };

/** Lines from 1; `last` included, absent means to the end. */
export interface LineRange {
  first: number;
  last?: number;
}

export type IntentKind = Intent["kind"];

export type LanguageId = "english" | "portuguese" | "spanish";

/** What a message asks for, in order, and the language to answer in. */
export interface Understanding {
  language: LanguageId;
  intents: Intent[];
}
