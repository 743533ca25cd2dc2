import type { ToolItem, Transcript, TranscriptItem, TranscriptUsage } from "./model.ts";

/** A transcript as plain data, without what only a live one knows. */
export interface TranscriptView {
  /** The items of the top level, each followed by its calls. */
  items: Omit<TranscriptItem, "version">[];
  usage: TranscriptUsage;
  sessionName?: string;
}

/**
 * What live events and stored entries agree on. Left out: `status`, the current model and level (both are
 * in `get_state`), versions, notices and every `live` field. Items are named after their entries. Differs
 * between the two ways only in nested calls beyond the stored ones, in usage of cache warming, which no
 * event tells, and in the place of shell commands run during a response.
 */
export function transcriptView(transcript: Transcript): TranscriptView {
  const items: TranscriptView["items"] = [];
  const visit = (id: string): void => {
    const item = transcript.items.get(id);
    if (!item || item.kind === "notice") return;
    items.push(plainItem(item));
    if (item.kind === "tool") item.children.forEach(visit);
    if (item.kind !== "assistant") return;
    for (const block of item.blocks) if (block.kind === "toolCall") visit(block.itemId);
  };
  transcript.order.forEach(visit);
  const { usage, sessionName } = transcript;
  return { items, usage: { ...usage }, ...(sessionName !== undefined && { sessionName }) };
}

function plainItem(item: TranscriptItem): Omit<TranscriptItem, "version"> {
  const plain: Partial<TranscriptItem> & Pick<ToolItem, "live"> = copyOf(item);
  delete plain.version;
  delete plain.live;
  const isNamed = item.kind !== "tool" && item.entryId !== undefined;
  // Only members that every kind may lack were taken away.
  return (isNamed ? { ...plain, id: `entry:${item.entryId}` } : plain) as Omit<TranscriptItem, "version">;
}

/** A copy that later changes of the transcript do not reach. */
function copyOf(item: TranscriptItem): TranscriptItem {
  if (item.kind === "assistant") return { ...item, blocks: item.blocks.map((block) => ({ ...block })) };
  return item.kind === "tool" ? { ...item, children: [...item.children] } : { ...item };
}
