import type { SessionEntry } from "@relay-harness/protocol";
import { textOf } from "@relay-harness/protocol";
import type { EntryPage, FindResult } from "@relay-harness/protocol/webview";
import type { OpenSession } from "./openSession.ts";

const pageSize = 50;
/** Entries that one request to the agent reads at most. */
const readSize = 1000;
const maxMatches = 500;
const snippetMargin = 40;

/** The newest entries of the active path, with which a transcript begins. */
export async function newestPage(session: OpenSession): Promise<EntryPage> {
  const { entries, hasMore = false } = await session.request({
    type: "get_entries",
    path: "active",
    limit: pageSize,
  });
  return { entries, hasMore };
}

export interface PageRequest {
  before?: string;
  after?: string;
  through?: string;
  limit?: number;
}

/** Entries before or after one; at least through the one that is named. */
export async function readPage(session: OpenSession, request: PageRequest): Promise<EntryPage> {
  const { before, after, through, limit = pageSize } = request;
  if ((before === undefined) === (after === undefined)) throw new Error("A page is before or after an entry");
  let page = await readOnce(session, { before, after, limit });
  if (through === undefined || after !== undefined) return page;
  while (page.hasMore && !page.entries.some(({ id }) => id === through)) {
    const older = await readOnce(session, { before: page.entries[0]?.id ?? before, limit: readSize });
    page = { entries: [...older.entries, ...page.entries], hasMore: older.hasMore };
  }
  return page;
}

async function readOnce(
  session: OpenSession,
  { before, after, limit }: { before?: string; after?: string; limit: number },
): Promise<EntryPage> {
  const { entries, hasMore = false } = await session.request({
    type: "get_entries",
    path: "active",
    limit,
    ...(before !== undefined && { before }),
    ...(after !== undefined && { since: after }),
  });
  return { entries, hasMore };
}

/** Looks in the stored entries of the active path, so that folded and unloaded ones are found too. */
export async function findInEntries(session: OpenSession, query: string): Promise<FindResult> {
  if (query === "") return { matches: [], isCut: false };
  const { entries } = await session.request({ type: "get_entries", path: "active" });
  return matchesIn(entries, query);
}

export function matchesIn(entries: readonly SessionEntry[], query: string): FindResult {
  const wanted = new RegExp(query.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"), "giu");
  const matches: FindResult["matches"] = [];
  for (const entry of entries) {
    const text = searchableText(entry);
    for (const { index, 0: found } of text.matchAll(wanted)) {
      if (matches.length === maxMatches) return { matches, isCut: true };
      const from = Math.max(0, index - snippetMargin);
      const end = index + found.length;
      const snippet = text.slice(from, end + snippetMargin).replace(/\s/g, " ");
      matches.push({ entryId: entry.id, snippet, start: index - from, end: end - from });
    }
  }
  return { matches, isCut: false };
}

/** What a reader can see of an entry. */
function searchableText(entry: SessionEntry): string {
  switch (entry.type) {
    case "message":
      return messageText(entry.message);
    case "custom_message":
      return entry.display ? textOf(entry.content) : "";
    case "compaction":
    case "branch_summary":
      return entry.summary;
    default:
      return "";
  }
}

function messageText(message: Extract<SessionEntry, { type: "message" }>["message"]): string {
  if (message.role === "bashExecution") return `${message.command}\n${message.output}`;
  if (message.role === "system") return "";
  if (!("content" in message)) return "";
  if (typeof message.content === "string") return message.content;
  return message.content
    .map((block) => {
      if (block.type === "text") return block.text;
      if (block.type === "thinking") return block.thinking;
      return block.type === "toolCall" ? JSON.stringify(block.arguments) : "";
    })
    .join("\n");
}
