import type { DialogContext } from "@relay-harness/protocol";
import type { DialogAnswer, DialogCard } from "@relay-harness/protocol/webview";
import { useApp } from "../app.ts";
import { text } from "../strings/text.ts";
import { showHidden } from "../text/hidden.ts";
import { CardBox, CardButton } from "./CardBox.tsx";

type Login = Extract<DialogContext, { kind: "login" }>;

interface LoginCardProps {
  card: DialogCard;
  context: Login;
  count: string | undefined;
  onAnswer: (answer: DialogAnswer) => void;
}

/** A sign-in that goes on in the browser. */
export function LoginCard({ card, context, count, onAnswer }: LoginCardProps) {
  return (
    <CardBox
      id={card.id}
      name={card.title}
      title={card.title}
      icon="key"
      tone="note"
      count={count}
      onCancel={() => onAnswer({ cancelled: true })}
      footer={
        <>
          <LoginHelp id={card.id} context={context} />
          <CardButton label={text("cancel")} onClick={() => onAnswer({ cancelled: true })} />
        </>
      }
    >
      <div class="content">
        {context.userCode === undefined ? (
          "message" in card && <span class="rl-lines">{showHidden(card.message)}</span>
        ) : (
          <>
            {text("openPage")}
            <pre class="mono rl-code-to-copy">{context.userCode}</pre>
          </>
        )}
      </div>
    </CardBox>
  );
}

/** Buttons of every sign-in that has an address or a code. */
export function LoginHelp({ id, context }: { id: string; context: Login }) {
  const { host, act } = useApp();
  return (
    <>
      {context.url !== undefined && (
        <CardButton
          label={text("openInBrowser")}
          primary
          isFirst
          onClick={() => act(host.request("dialog/act", { id, action: "open" }))}
        />
      )}
      {context.userCode !== undefined && (
        <CardButton
          label={text("copyCode")}
          onClick={() => act(host.request("dialog/act", { id, action: "copyCode" }))}
        />
      )}
    </>
  );
}
