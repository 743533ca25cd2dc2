import { useApp } from "../app.ts";
import { MarkdownText } from "../markdown/MarkdownText.tsx";
import { text } from "../strings/text.ts";
import { IconButton } from "../ui/IconButton.tsx";

/** A text of an answer; it follows the item that holds it, and nothing else does. */
export function AnswerText({ itemId, index }: { itemId: string; index: number }) {
  const { store, host, act } = useApp();
  const item = store.item(itemId);
  const block = item?.kind === "assistant" ? item.blocks[index] : undefined;
  if (item?.kind !== "assistant" || block?.kind !== "text") return null;
  const isGrowing = item.stopReason === "pending" && index === item.blocks.length - 1;
  return (
    <div class="rl-text" data-item={itemId}>
      <MarkdownText source={block.text} isGrowing={isGrowing} />
      {!isGrowing && (
        <div class="rl-actions" role="group" aria-label={text("messageActions")}>
          <IconButton
            icon="copy"
            label={text("copy")}
            onClick={() => act(host.request("text/copy", { text: block.text }))}
          />
        </div>
      )}
    </div>
  );
}
