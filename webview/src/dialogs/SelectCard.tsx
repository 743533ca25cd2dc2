import { useState } from "preact/hooks";
import type { DialogAnswer, DialogCard } from "@relay-harness/protocol/webview";
import { matchAt } from "../composer/completion.ts";
import { isInputMethod } from "../composer/keys.ts";
import { text } from "../strings/text.ts";
import { showHidden } from "../text/hidden.ts";
import { CardBox, CardButton } from "./CardBox.tsx";

/** More options than this get a filter. */
const filterFrom = 8;

interface SelectCardProps {
  card: Extract<DialogCard, { method: "select" }>;
  count: string | undefined;
  onAnswer: (answer: DialogAnswer) => void;
}

/** One of several; digits choose the first nine. */
export function SelectCard({ card, count, onAnswer }: SelectCardProps) {
  const [filter, setFilter] = useState("");
  const hasFilter = card.options.length > filterFrom;
  const shown = card.options.filter((option) => filter === "" || matchAt(option, filter) !== -1);
  const choose = (option: string | undefined): void => {
    if (option !== undefined) onAnswer({ value: option });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (isInputMethod(event) || event.ctrlKey || event.metaKey || event.altKey) return;
    const isTyping = event.target instanceof HTMLInputElement;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      moveFocus(event, event.key === "ArrowDown" ? 1 : -1);
    } else if (isTyping && event.key === "Enter") choose(shown[0]);
    else if (!isTyping && /^[1-9]$/.test(event.key)) choose(shown[Number(event.key) - 1]);
  };
  return (
    <CardBox
      id={card.id}
      name={card.title}
      title={card.title}
      icon="question"
      tone="note"
      count={count}
      onCancel={() => onAnswer({ cancelled: true })}
      footer={<CardButton label={text("cancel")} small onClick={() => onAnswer({ cancelled: true })} />}
    >
      <div class="content" onKeyDown={onKeyDown}>
        {hasFilter && (
          <input
            class="rl-input"
            data-first="true"
            aria-label={text("filterOptions")}
            placeholder={text("filterOptions")}
            value={filter}
            onInput={(event) => setFilter(event.currentTarget.value)}
          />
        )}
        <div class="rl-options rl-scroll">
          {shown.map((option, index) => (
            <button
              key={`${index}:${option}`}
              type="button"
              data-first={!hasFilter && index === 0 ? "true" : undefined}
              onClick={() => choose(option)}
            >
              {index < 9 && <kbd aria-hidden="true">{index + 1}</kbd>}
              <span>{showHidden(option)}</span>
            </button>
          ))}
        </div>
      </div>
    </CardBox>
  );
}

function moveFocus(event: KeyboardEvent, step: 1 | -1): void {
  const box = event.currentTarget instanceof HTMLElement ? event.currentTarget : null;
  const places = [...(box?.querySelectorAll<HTMLElement>("input, .rl-options button") ?? [])];
  const index = places.findIndex((element) => element === document.activeElement);
  places[(index + step + places.length) % places.length]?.focus();
}
