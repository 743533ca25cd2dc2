import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import { isInputMethod } from "../composer/keys.ts";
import { text } from "../strings/text.ts";
import { showHidden } from "../text/hidden.ts";
import { Icon } from "../ui/Icon.tsx";
import { useCardFocus } from "./useCardFocus.ts";

interface CardBoxProps {
  id: string;
  /** The whole question, as it is read out. */
  name: string;
  title: string;
  icon: string;
  tone: "note" | "warn";
  /** `1 of 3`, `0:24`. */
  count?: string;
  isWarning?: boolean;
  /** Esc. */
  onCancel: () => void;
  /** Of the buttons at the end. */
  footer: ComponentChildren;
  stack?: boolean;
  children?: ComponentChildren;
}

/** A question above the composer. */
export function CardBox(props: CardBoxProps) {
  const { id, name, title, icon, tone, count, isWarning, onCancel, footer, stack, children } = props;
  const box = useRef<HTMLDivElement>(null);
  useCardFocus(box, id);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== "Escape" || isInputMethod(event)) return;
    event.preventDefault();
    event.stopPropagation();
    onCancel();
  };
  return (
    <div
      ref={box}
      class={isWarning ? "rl-box warning" : "rl-box"}
      role="alertdialog"
      aria-label={showHidden(name)}
      onKeyDown={onKeyDown}
    >
      <header>
        <Icon name={icon} class={tone} />
        <span class="grow">{showHidden(title)}</span>
        {count !== undefined && <span class="count">{count}</span>}
      </header>
      {children}
      <footer class={stack ? "stack" : undefined}>{footer}</footer>
    </div>
  );
}

interface CardButtonProps {
  label: string;
  primary?: boolean;
  small?: boolean;
  /** Takes the focus when the card does. */
  isFirst?: boolean;
  onClick: () => void;
}

export function CardButton({ label, primary, small, isFirst, onClick }: CardButtonProps) {
  const look = `rl-btn${primary ? "" : " secondary"}${small ? " small" : ""}`;
  return (
    <button type="button" class={look} data-first={isFirst ? "true" : undefined} onClick={onClick}>
      {label}
    </button>
  );
}

/** Place among the cards that wait. */
export function placeText(index: number, total: number): string | undefined {
  return total > 1 ? text("cardOf", index, total) : undefined;
}
