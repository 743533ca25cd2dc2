import { useState } from "preact/hooks";
import type { DialogContext } from "@relay-harness/protocol";
import type { DialogAnswer, DialogCard } from "@relay-harness/protocol/webview";
import { useApp } from "../app.ts";
import { isSubmit } from "../composer/keys.ts";
import { text } from "../strings/text.ts";
import { showHidden } from "../text/hidden.ts";
import { CardBox, CardButton } from "./CardBox.tsx";
import { LoginHelp } from "./LoginCard.tsx";

interface Props<M extends DialogCard["method"]> {
  card: Extract<DialogCard, { method: M }>;
  count: string | undefined;
  onAnswer: (answer: DialogAnswer) => void;
}

/** Yes or no. */
export function ConfirmCard({ card, count, onAnswer }: Props<"confirm">) {
  return (
    <CardBox
      id={card.id}
      name={`${card.title} ${card.message}`}
      title={card.title}
      icon="question"
      tone="note"
      count={count}
      onCancel={() => onAnswer({ cancelled: true })}
      footer={
        <>
          <CardButton label={text("no")} isFirst onClick={() => onAnswer({ confirmed: false })} />
          <CardButton label={text("yes")} onClick={() => onAnswer({ confirmed: true })} />
        </>
      }
    >
      {card.message !== "" && <div class="content rl-lines">{showHidden(card.message)}</div>}
    </CardBox>
  );
}

/** A line of text; a secret is masked. */
export function InputCard({ card, count, onAnswer }: Props<"input">) {
  const [value, setValue] = useState("");
  const login = loginOf(card.context);
  const field = {
    class: "rl-input",
    "data-first": "true",
    autocomplete: "off",
    "aria-label": showHidden(card.title),
    placeholder: card.placeholder,
    value,
    onInput: (event: InputEvent) => setValue((event.currentTarget as HTMLInputElement).value),
    onKeyDown: (event: KeyboardEvent) => {
      if (isSubmit(event)) onAnswer({ value });
    },
  };
  return (
    <CardBox
      id={card.id}
      name={card.title}
      title={card.title}
      icon={login ? "key" : "question"}
      tone="note"
      count={count}
      onCancel={() => onAnswer({ cancelled: true })}
      footer={
        <>
          {login && <LoginHelp id={card.id} context={login} />}
          <CardButton label={text("submit")} primary={!login} onClick={() => onAnswer({ value })} />
          <CardButton label={text("cancel")} onClick={() => onAnswer({ cancelled: true })} />
        </>
      }
    >
      <div class="content">
        {login?.secret ? <input type="password" {...field} /> : <input type="text" {...field} />}
      </div>
    </CardBox>
  );
}

/** A longer text is written in an editor tab; the card says so and ends it. */
export function EditorCard({ card, count, onAnswer }: Props<"editor">) {
  const { host, act } = useApp();
  return (
    <CardBox
      id={card.id}
      name={card.title}
      title={card.title}
      icon="edit"
      tone="note"
      count={count}
      onCancel={() => onAnswer({ cancelled: true })}
      footer={
        <>
          <CardButton
            label={text("openInEditor")}
            isFirst
            onClick={() => act(host.request("dialog/act", { id: card.id, action: "show" }))}
          />
          <CardButton
            label={text("submit")}
            onClick={() => act(host.request("dialog/act", { id: card.id, action: "submit" }))}
          />
          <CardButton label={text("cancel")} onClick={() => onAnswer({ cancelled: true })} />
        </>
      }
    >
      <div class="content muted">{text("dialogWaits")}</div>
    </CardBox>
  );
}

export function loginOf(
  context: DialogContext | undefined,
): Extract<DialogContext, { kind: "login" }> | undefined {
  return context?.kind === "login" ? context : undefined;
}
