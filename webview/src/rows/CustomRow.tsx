import { textOf } from "@relay-harness/protocol";
import type { CustomItem } from "@relay-harness/protocol";
import { MarkdownText } from "../markdown/MarkdownText.tsx";
import { text } from "../strings/text.ts";
import { showHidden } from "../text/hidden.ts";
import { Images } from "../tools/Images.tsx";
import { Row } from "../ui/Row.tsx";
import { useFold } from "../ui/useFold.ts";

/** A message of an extension: neutral, under its own name. */
export function CustomRow({ item }: { item: CustomItem }) {
  if (item.customType === "relay.harness.evidence") return <AskedRow item={item} />;
  const said = textOf(item.content, "\n");
  return (
    <Row icon="info" tone="note">
      <strong>{showHidden(item.customType)}</strong>
      {said !== "" && <MarkdownText source={said} isGrowing={false} />}
      <Images content={item.content} />
    </Row>
  );
}

/** The harness asked the agent to verify what it said. */
function AskedRow({ item }: { item: CustomItem }) {
  const said = textOf(item.content, "\n");
  const [isOpen, setOpen] = useFold(item.entryId ? `entry:${item.entryId}` : item.id, false);
  return (
    <Row icon="checklist">
      <button type="button" class="rl-plain" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {text("askedToVerify", showHidden(askedReason(said)))}
      </button>
      {isOpen && <pre class="mono">{showHidden(said)}</pre>}
    </Row>
  );
}

/** `[harness:evidence] Status: unverified. <reason> Run …` */
function askedReason(said: string): string {
  const reason = /^\[harness:evidence\] Status: [\w-]+\. (.+?) Run /s.exec(said)?.[1] ?? said;
  return reason.charAt(0).toLowerCase() + reason.slice(1);
}
