import type { SessionEntry } from "@relay-harness/protocol";
import type { ChatRequestParams, EntryPage } from "@relay-harness/protocol/webview";
import { Story } from "./story.ts";

const prose = [
  "The writer buffers every row before it flushes, which is why the **peak memory** grows with the file.",
  "- the cursor yields batches of 500 rows;\n- the transform turns them into lines;\n- the response applies back-pressure.",
  "```ts\nconst rows = cursor.stream({ batch: 500 });\nawait pipeline(rows, toCsv(options), response);\n```",
  "| step | before | after |\n|---|--:|--:|\n| read | 120 ms | 118 ms |\n| write | 900 ms | 240 ms |",
].join("\n\n");

/** A session of many turns: a prompt, a call, its result and an answer each. */
export function longStory(entries: number): Story {
  const story = new Story();
  for (let turn = 1; story.entries.length < entries; turn++) {
    story.asks(`Prompt ${turn}: make step ${turn} faster.`);
    story.calls("read", { path: `src/step${turn}.ts` }, { text: "const a = 1;\n".repeat(20) });
    story.says(`Answer ${turn}.\n\n${prose}`);
  }
  return story;
}

/** What the host answers to `entries/page` for a session that it holds. */
export function pageOf(
  entries: readonly SessionEntry[],
  params: ChatRequestParams<"entries/page">,
): EntryPage {
  const { before, through, limit = 50 } = params;
  const end = before === undefined ? entries.length : entries.findIndex(({ id }) => id === before);
  const least = through === undefined ? end : entries.findIndex(({ id }) => id === through);
  // A page is never shorter than asked for, and shows a little of what led to the entry.
  const start = Math.max(0, Math.min(end - limit, least - 8));
  return { entries: entries.slice(start, end), hasMore: start > 0 };
}
