import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { FindResult } from "@relay-harness/protocol/webview";
import { useApp } from "../app.ts";
import { isInputMethod } from "../composer/keys.ts";
import { text } from "../strings/text.ts";
import { IconButton } from "../ui/IconButton.tsx";
import { useMarks } from "./useMarks.ts";
import { useReveal } from "./useReveal.ts";

const queryDelayMs = 150;

/** Looks for words in all of the session: the host searches its entries, the view shows where they are. */
export function Find() {
  const { navigation, host, composing, act } = useApp();
  const query = navigation.query.value;
  const [result, setResult] = useState<FindResult>({ matches: [], isCut: false });
  const [current, setCurrent] = useState(0);
  const field = useRef<HTMLInputElement>(null);
  const reveal = useReveal();
  const isOpen = query !== null;
  useMarks(query);

  const show = (found: FindResult, index: number): void => {
    const match = found.matches[index];
    setCurrent(index);
    if (match) act(reveal(match.entryId).then((itemId) => void (navigation.matchId.value = itemId ?? null)));
  };
  useLayoutEffect(() => {
    if (isOpen) field.current?.select();
  }, [isOpen]);
  useEffect(() => {
    if (query === null || query.trim() === "") {
      setResult({ matches: [], isCut: false });
      return undefined;
    }
    let isCurrent = true;
    const timer = setTimeout(() => {
      const request = host.request("find/query", { query }).then((found) => {
        if (!isCurrent) return;
        setResult(found);
        // The newest match is nearest to where one reads.
        show(found, Math.max(0, found.matches.length - 1));
      });
      act(request);
    }, queryDelayMs);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [query]);

  if (query === null) return null;
  const { matches, isCut } = result;
  const step = (by: number): void => {
    if (matches.length > 0) show(result, (current + by + matches.length) % matches.length);
  };
  const close = (): void => {
    navigation.query.value = null;
    navigation.matchId.value = null;
    composing.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (isInputMethod(event)) return;
    if (event.key === "Escape") close();
    else if (event.key === "Enter") step(event.shiftKey ? -1 : 1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const count =
    matches.length > 0
      ? text("findCount", current + 1, isCut ? `${matches.length}+` : matches.length)
      : query.trim() === ""
        ? ""
        : text("noResults");
  return (
    <div class="rl-find" role="search" onKeyDown={onKeyDown}>
      <input
        ref={field}
        class="rl-input"
        aria-label={text("findInChat")}
        placeholder={text("findInChat")}
        value={query}
        onInput={(event) => (navigation.query.value = event.currentTarget.value)}
      />
      <span class="count" role="status">
        {count}
      </span>
      <IconButton
        icon="arrow-up"
        label={text("previousMatch")}
        disabled={matches.length === 0}
        onClick={() => step(-1)}
      />
      <IconButton
        icon="arrow-down"
        label={text("nextMatch")}
        disabled={matches.length === 0}
        onClick={() => step(1)}
      />
      <IconButton icon="close" label={text("closeFind")} onClick={close} />
    </div>
  );
}
