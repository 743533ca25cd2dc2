import { useApp } from "../app.ts";
import { text } from "../strings/text.ts";
import { showHidden } from "../text/hidden.ts";
import { roundDuration } from "../text/units.ts";
import { Link } from "../ui/Link.tsx";
import { Row } from "../ui/Row.tsx";
import { useTick } from "../ui/useTick.ts";

/** A request that is tried again, with the time until then. */
export function RetryRow() {
  const { store, chat, host, act } = useApp();
  const status = store.status.value;
  const retry = status.retry ?? status.summaryRetry;
  const { retryAt } = chat.run.value;
  const now = useTick(retry?.isWaiting === true && retryAt !== null);
  if (!retry) return null;
  const { attempt, maxAttempts, errorMessage } = retry;
  const what = showHidden(errorMessage.replace(/\.$/, ""));
  const words =
    retry.isWaiting && retryAt !== null
      ? text("retryIn", what, attempt, maxAttempts, roundDuration(retryAt - now))
      : text("retrying", what, attempt, maxAttempts);
  const stop = (
    <Link wide onClick={() => act(host.request("retry/abort", {}))}>
      {text("stopRetrying")}
    </Link>
  );
  return (
    <Row icon="sync" action={stop}>
      {words}
    </Row>
  );
}
