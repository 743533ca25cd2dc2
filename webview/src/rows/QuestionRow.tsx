import { useApp } from "../app.ts";
import { text } from "../strings/text.ts";
import { Link } from "../ui/Link.tsx";
import { Row } from "../ui/Row.tsx";
import { useDisabled } from "../ui/useDisabled.ts";

/** An edit that waits because the message only asked. */
export function QuestionRow({ isNewest }: { isNewest: boolean }) {
  const { chat, host, act } = useApp();
  const disabled = useDisabled("allowEdits");
  const turn = chat.harness.value?.turn;
  const canAllow = isNewest && turn?.editBlocked === true && !turn.editsAllowed;
  const allow = (
    <Link
      wide
      disabled={disabled !== undefined}
      title={disabled}
      onClick={() => act(host.request("edits/allow", {}))}
    >
      {text("allowEdits")}
    </Link>
  );
  return (
    <Row icon="comment-discussion" action={canAllow ? allow : undefined}>
      {text("questionWaits")}
    </Row>
  );
}
