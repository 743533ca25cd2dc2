import type { NoticeItem } from "@relay-harness/protocol";
import { text } from "../strings/text.ts";
import { showHidden } from "../text/hidden.ts";
import { Row } from "../ui/Row.tsx";

/** Something that failed beside the conversation. */
export function NoticeRow({ item }: { item: NoticeItem }) {
  const title =
    item.topic === "compaction" ? text("compactionFailed") : text("extensionFailed", item.source ?? "");
  return (
    <Row icon="error" tone="bad">
      <strong>{showHidden(title)}</strong>
      <pre class="mono">{showHidden(item.text)}</pre>
    </Row>
  );
}
