import type { BranchSummaryItem, CompactionItem } from "@relay-harness/protocol";
import { MarkdownText } from "../markdown/MarkdownText.tsx";
import { text } from "../strings/text.ts";
import { Fold } from "../ui/Fold.tsx";
import { useFold } from "../ui/useFold.ts";

/** A line across the conversation; what was summarized is behind it. */
export function SummaryRow({ item }: { item: CompactionItem | BranchSummaryItem }) {
  const [isOpen, setOpen] = useFold(item.entryId ? `entry:${item.entryId}` : item.id, false);
  return (
    <Fold rule isOpen={isOpen} onToggle={setOpen} label={label(item)}>
      {() => (
        <div class="rl-summary">
          <MarkdownText source={item.summary} isGrowing={false} />
        </div>
      )}
    </Fold>
  );
}

function label(item: CompactionItem | BranchSummaryItem): string {
  if (item.kind === "branchSummary") return text("branchSummary");
  const after = item.live?.estimatedTokensAfter;
  return after === undefined
    ? text("compactedFrom", item.tokensBefore)
    : text("compacted", item.tokensBefore, after);
}
