import { useEffect, useRef, useState } from "preact/hooks";
import { optionId, Popup } from "../ui/Popup.tsx";
import type { Option } from "../ui/Popup.tsx";
import { matchAt } from "./completion.ts";
import { isInputMethod } from "./keys.ts";

interface PickerPopupProps {
  id: string;
  label: string;
  options: readonly Option[];
  /** Shown in the filter; without it there is no filter. */
  filterLabel?: string;
  onChoose: (index: number) => void;
  onClose: () => void;
}

/** A list with a filter that takes the focus while it is open. */
export function PickerPopup({ id, label, options, filterLabel, onChoose, onClose }: PickerPopupProps) {
  const [filter, setFilter] = useState("");
  const box = useRef<HTMLDivElement>(null);
  const focusable = useRef<HTMLInputElement>(null);
  const shown = options
    .map((option, index) => ({ option, index }))
    .filter(({ option }) => filter === "" || matchAt(`${option.name} ${option.desc ?? ""}`, filter) !== -1);
  const chosen = shown.findIndex(({ option }) => option.isChosen);
  const [active, setActive] = useState(Math.max(0, chosen));
  const current = Math.min(active, Math.max(0, shown.length - 1));

  useEffect(() => {
    focusable.current?.focus();
    const onPointer = (event: Event): void => {
      if (event.target instanceof Node && box.current?.contains(event.target)) return;
      onClose();
    };
    document.addEventListener("pointerdown", onPointer, { capture: true });
    return () => document.removeEventListener("pointerdown", onPointer, { capture: true });
  }, []);

  const choose = (place: number): void => {
    const entry = shown[place];
    if (entry) onChoose(entry.index);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (isInputMethod(event)) return;
    if (event.key === "ArrowDown") setActive((current + 1) % Math.max(1, shown.length));
    else if (event.key === "ArrowUp") setActive((current + shown.length - 1) % Math.max(1, shown.length));
    else if (event.key === "Enter") choose(current);
    else if (event.key === "Escape" || event.key === "Tab") onClose();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div ref={box} class="rl-picker-popup" onKeyDown={onKeyDown}>
      <Popup
        id={id}
        label={label}
        options={shown.map(({ option }) => option)}
        active={current}
        query={filter}
        onChoose={choose}
        onHover={setActive}
      >
        <div class={filterLabel === undefined ? "visually-hidden" : "filter"}>
          <input
            ref={focusable}
            class="rl-input"
            role="combobox"
            aria-label={filterLabel ?? label}
            aria-expanded="true"
            aria-controls={id}
            aria-activedescendant={shown.length > 0 ? optionId(id, current) : undefined}
            placeholder={filterLabel}
            value={filter}
            onInput={(event) => {
              setFilter(event.currentTarget.value);
              setActive(0);
            }}
          />
        </div>
      </Popup>
    </div>
  );
}
