import type { DialogAnswer, DialogCard, HostCard } from "@relay-harness/protocol/webview";
import { useApp } from "../app.ts";
import { text } from "../strings/text.ts";
import { showHidden } from "../text/hidden.ts";
import { clock } from "../text/units.ts";
import { Icon } from "../ui/Icon.tsx";
import { IconButton } from "../ui/IconButton.tsx";
import { useTick } from "../ui/useTick.ts";
import { AuthorizationCard } from "./AuthorizationCard.tsx";
import { CardBox, CardButton, placeText } from "./CardBox.tsx";
import { LoginCard } from "./LoginCard.tsx";
import { SelectCard } from "./SelectCard.tsx";
import { ConfirmCard, EditorCard, InputCard, loginOf } from "./TextCards.tsx";

/** The oldest question that waits; those of the agent before those of the editor. */
export function Cards() {
  const { chat } = useApp();
  const dialogs = chat.dialogs.value;
  const cards = chat.cards.value;
  const total = dialogs.length + cards.length;
  const dialog = dialogs[0];
  if (dialog) return <Dialog key={dialog.id} card={dialog} total={total} />;
  const card = cards[0];
  return card ? <HostCardView key={card.id} card={card} count={placeText(1, total)} /> : null;
}

function Dialog({ card, total }: { card: DialogCard; total: number }) {
  const { host, act } = useApp();
  const onAnswer = (answer: DialogAnswer): void =>
    act(host.request("dialog/answer", { id: card.id, answer }));
  const now = useTick(card.expiresAt !== undefined && !card.isExpired);
  if (card.isExpired) return <ExpiredCard card={card} onClose={() => onAnswer({ cancelled: true })} />;
  const parts = [
    placeText(1, total),
    card.expiresAt === undefined ? undefined : clock(Math.max(0, card.expiresAt - now) + 999),
  ].filter((part) => part !== undefined);
  const count = parts.length > 0 ? parts.join(" · ") : undefined;
  const { context } = card;
  if (context?.kind === "authorization") {
    return <AuthorizationCard card={card} context={context} count={count} onAnswer={onAnswer} />;
  }
  const login = loginOf(context);
  if (login && card.method !== "input" && card.method !== "select") {
    return <LoginCard card={card} context={login} count={count} onAnswer={onAnswer} />;
  }
  switch (card.method) {
    case "select":
      return <SelectCard card={card} count={count} onAnswer={onAnswer} />;
    case "confirm":
      return <ConfirmCard card={card} count={count} onAnswer={onAnswer} />;
    case "input":
      return <InputCard card={card} count={count} onAnswer={onAnswer} />;
    case "editor":
      return <EditorCard card={card} count={count} onAnswer={onAnswer} />;
    default:
      return card satisfies never;
  }
}

function ExpiredCard({ card, onClose }: { card: DialogCard; onClose: () => void }) {
  return (
    <div class="rl-box" role="status">
      <header>
        <Icon name="circle-slash" class="muted" />
        <span class="grow">{showHidden(card.title)}</span>
        <span class="count">{text("expired")}</span>
        <IconButton icon="close" label={text("close")} class="in-header" onClick={onClose} />
      </header>
      <div class="content last muted">{text("expiredNote")}</div>
    </div>
  );
}

const hostIcons = {
  trust: "shield",
  dirtyFiles: "save",
  replaceDraft: "edit",
  restoreFiles: "discard",
  confirmOpen: "link-external",
  confirmRevert: "discard",
} as const satisfies Record<HostCard["kind"], string>;

/** A question of the editor itself. */
function HostCardView({ card, count }: { card: HostCard; count: string | undefined }) {
  const { host, act } = useApp();
  const answer = (action: string): void => act(host.request("card/answer", { id: card.id, action }));
  return (
    <CardBox
      id={card.id}
      name={[card.title, card.text ?? "", ...card.items].join(" ").trim()}
      title={card.title}
      icon={hostIcons[card.kind]}
      tone="note"
      count={count}
      onCancel={() => answer(card.cancelAction)}
      footer={card.actions.map(({ id, label, primary }, index) => (
        <CardButton
          key={id}
          label={label}
          small
          primary={primary}
          isFirst={index === 0}
          onClick={() => answer(id)}
        />
      ))}
    >
      {(card.items.length > 0 || card.text !== undefined) && (
        <div class="content">
          {card.items.map((item, index) => (
            <span key={item}>
              <span class="mono">{showHidden(item)}</span>
              {index < card.items.length - 1 ? ", " : ""}
            </span>
          ))}
          {card.items.length > 0 && card.text !== undefined && ". "}
          {card.text !== undefined && <span class="rl-lines">{showHidden(card.text)}</span>}
        </div>
      )}
    </CardBox>
  );
}
