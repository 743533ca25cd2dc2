import { useApp } from "../app.ts";
import { MarkdownText } from "../markdown/MarkdownText.tsx";

/** A text of an answer; it follows the item that holds it, and nothing else does. */
export function AnswerText({ itemId, index }: { itemId: string; index: number }) {
  const item = useApp().store.item(itemId);
  const block = item?.kind === "assistant" ? item.blocks[index] : undefined;
  if (item?.kind !== "assistant" || block?.kind !== "text") return null;
  const isGrowing = item.stopReason === "pending" && index === item.blocks.length - 1;
  return (
    <div data-item={itemId}>
      <MarkdownText source={block.text} isGrowing={isGrowing} />
    </div>
  );
}
