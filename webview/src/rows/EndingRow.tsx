import type { AssistantItem } from "@relay-harness/protocol";
import { useApp } from "../app.ts";
import { text } from "../strings/text.ts";
import { showHidden } from "../text/hidden.ts";
import { Row } from "../ui/Row.tsx";

/** How an answer ended, when it did not simply end: a provider's failure, a stop, the output limit. */
export function EndingRow({ item, isNewest }: { item: AssistantItem; isNewest: boolean }) {
  if (item.stopReason === "aborted") return <Row icon="debug-disconnect">{text("stoppedByYou")}</Row>;
  if (item.stopReason === "length") {
    return (
      <Row icon="warning" tone="warn">
        {text("outputLimit")}
      </Row>
    );
  }
  return <FailureRow message={item.errorMessage ?? text("failed")} isNewest={isNewest} />;
}

const missingKey = /api key|authentication|unauthorized|credential|\b401\b/i;

function FailureRow({ message, isNewest }: { message: string; isNewest: boolean }) {
  const { chat, host, act } = useApp();
  const needsKey = missingKey.test(message);
  const canAct = isNewest && !chat.run.value.isRunning;
  return (
    <>
      <Row icon="error" tone="bad">
        <strong>{showHidden(message)}</strong>
        {needsKey && ` ${text("keyMissing")}`}
      </Row>
      {canAct && (
        <div class="rl-end-line">
          {needsKey && (
            <button
              type="button"
              class="rl-btn small"
              onClick={() => act(host.request("command/run", { name: "setApiKey" }))}
            >
              {text("setApiKey")}
            </button>
          )}
          <button
            type="button"
            class="rl-btn secondary small"
            onClick={() => act(host.request("retry/again", {}))}
          >
            {text("tryAgain")}
          </button>
        </div>
      )}
    </>
  );
}
