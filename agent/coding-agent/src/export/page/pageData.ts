import type { SessionEntry, SessionHeader, ToolDeclaration } from "@relay-harness/protocol";

/** What an exported page holds (sessions-and-tools.md §7). */
export interface SessionPageData {
  header: SessionHeader;
  /** All entries of the file, every branch. */
  entries: readonly SessionEntry[];
  leafId: string | null;
  /** Of a session that was running; otherwise the entries say what they know. */
  systemPrompt?: string;
  tools?: readonly Pick<ToolDeclaration, "name" | "description" | "parameters">[];
}

/** Id of the element that holds the data: base64 of UTF-8 JSON. */
export const dataElementId = "session-data";
export const rootElementId = "session";
