import type { RefObject } from "preact";
import { useEffect } from "preact/hooks";
import { useApp } from "../app.ts";

/**
 * Brings the focus to a card that has appeared, unless that would take it from somewhere else: only while
 * the chat has it and nothing is being written. Gives it back to the composer when the card goes.
 */
export function useCardFocus(box: RefObject<HTMLElement | null>, id: string): void {
  const { memory, composing } = useApp();
  useEffect(() => {
    if (document.hasFocus() && memory.draft.peek() === "") focusCard(box.current);
    return () => {
      const { activeElement } = document;
      const isOurs = activeElement === document.body || box.current?.contains(activeElement);
      // The next card takes the focus itself.
      if (isOurs && !document.querySelector('[role="alertdialog"]')) composing.focus();
    };
  }, [id]);
}

export function focusCard(box: HTMLElement | null): void {
  const first =
    box?.querySelector<HTMLElement>("[data-first]") ?? box?.querySelector<HTMLElement>("button, input");
  first?.focus();
}
