import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import { useApp } from "../app.ts";

/** At the latest; before that as soon as nothing else is to be done. */
const completeAfterMs = 500;

/**
 * Says whether a transcript that was just opened is still to be seen for the first time: then little of it is
 * drawn, so that it is there soon. What does not fill the view is completed before it is seen.
 */
export function useFirstScreen(
  log: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
): boolean {
  const { store } = useApp();
  const opening = store.openings.value;
  const [seen, setSeen] = useState<number>();
  useLayoutEffect(() => {
    const isFilled =
      log.current && content.current && content.current.offsetHeight > log.current.clientHeight;
    if (!isFilled) setSeen(opening);
  }, [opening]);
  useEffect(() => {
    const waiting = requestIdleCallback(() => setSeen(opening), { timeout: completeAfterMs });
    return () => cancelIdleCallback(waiting);
  }, [opening]);
  return seen !== opening;
}
