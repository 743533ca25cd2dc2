import { useApp } from "../app.ts";
import { MarkdownText } from "../markdown/MarkdownText.tsx";
import { text } from "../strings/text.ts";
import { roundDuration } from "../text/units.ts";
import { Fold } from "../ui/Fold.tsx";
import { useFold } from "../ui/useFold.ts";

/** What the model thought, folded unless the user wants to see it. */
export function Thinking({ itemId, index }: { itemId: string; index: number }) {
  const { store, chat } = useApp();
  const item = store.item(itemId);
  const key = item?.entryId ? `entry:${item.entryId}:${index}` : `${itemId}:${index}`;
  const [isOpen, setOpen] = useFold(key, chat.settings.value.showThinking);
  const block = item?.kind === "assistant" ? item.blocks[index] : undefined;
  if (item?.kind !== "assistant" || block?.kind !== "thinking") return null;
  const isGrowing = item.stopReason === "pending" && index === item.blocks.length - 1;
  const isAlone = !item.blocks.some(({ kind }) => kind === "text");
  const ms = store.clocks.thoughtMs(itemId, index) ?? (isAlone ? item.durationMs : undefined);
  const label = isGrowing
    ? text("thinking")
    : ms === undefined
      ? text("thought")
      : text("thoughtFor", roundDuration(ms));
  return (
    <Fold isOpen={isOpen} onToggle={setOpen} label={label}>
      {() => (
        <div class="rl-thinking">
          {block.redacted && block.text === "" ? (
            text("redactedThinking")
          ) : (
            <MarkdownText source={block.text} isGrowing={isGrowing} />
          )}
        </div>
      )}
    </Fold>
  );
}
