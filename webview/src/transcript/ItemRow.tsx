import { useApp } from "../app.ts";
import { CustomRow } from "../rows/CustomRow.tsx";
import { NoticeRow } from "../rows/NoticeRow.tsx";
import { RecordRow } from "../rows/RecordRow.tsx";
import { SummaryRow } from "../rows/SummaryRow.tsx";
import { text } from "../strings/text.ts";
import { showHidden } from "../text/hidden.ts";
import { Row } from "../ui/Row.tsx";

/** An item that is a row of its own. */
export function ItemRow({ itemId }: { itemId: string }) {
  const item = useApp().store.item(itemId);
  switch (item?.kind) {
    case "custom":
      return <CustomRow item={item} />;
    case "record":
      return <RecordRow item={item} />;
    case "compaction":
    case "branchSummary":
      return <SummaryRow item={item} />;
    case "modelChange":
      return <Row icon="sparkle">{text("modelChanged", showHidden(item.modelId))}</Row>;
    case "thinkingChange":
      return <Row icon="lightbulb">{text("levelChanged", showHidden(item.level))}</Row>;
    case "notice":
      return <NoticeRow item={item} />;
    default:
      return null;
  }
}
