import type { ComponentChildren } from "preact";
import { useRef, useState } from "preact/hooks";
import { useApp } from "../app.ts";
import { pageLimit } from "../state/transcriptStore.ts";
import { text } from "../strings/text.ts";
import { Spinner } from "../ui/Icon.tsx";
import { Link } from "../ui/Link.tsx";
import { Row } from "../ui/Row.tsx";

/** Pages of older entries, one at a time; `status` says above the conversation how that goes. */
export function useOlderPages(): { load: () => void; status: ComponentChildren } {
  const { store, host } = useApp();
  const isLoading = useRef(false);
  const [state, setState] = useState<{ failure?: string; isLoading: boolean }>({ isLoading: false });
  const load = (): void => {
    const before = store.oldestEntryId();
    if (isLoading.current || before === undefined || !store.hasOlder.peek()) return;
    isLoading.current = true;
    setState({ isLoading: true });
    host
      .request("entries/page", { before, limit: pageLimit })
      .then((page) => {
        // Another session, or another way through this one, may have been opened meanwhile.
        if (store.oldestEntryId() === before) store.prepend(page);
        setState({ isLoading: false });
      })
      .catch((error: Error) => setState({ isLoading: false, failure: error.message }))
      .finally(() => {
        isLoading.current = false;
      });
  };
  return { load, status: <OlderStatus {...state} onRetry={load} /> };
}

interface OlderStatusProps {
  isLoading: boolean;
  failure?: string;
  onRetry: () => void;
}

function OlderStatus({ isLoading, failure, onRetry }: OlderStatusProps) {
  if (failure !== undefined) {
    return (
      <div class="rl-older">
        <Row icon="error" tone="bad" action={<Link onClick={onRetry}>{text("tryAgain")}</Link>}>
          {text("loadFailed", failure)}
        </Row>
      </div>
    );
  }
  if (!isLoading) return null;
  return (
    <div class="rl-older">
      <div class="rl-row">
        <Spinner />
        <div class="body">{text("loadingOlder")}</div>
      </div>
    </div>
  );
}
