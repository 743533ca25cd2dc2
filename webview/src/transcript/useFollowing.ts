import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { useApp } from "../app.ts";

/** Closer than this to the end counts as being there, in pixels. */
const endMargin = 24;

/** Keeps the end in view while the reader is there, and never moves the view otherwise. */
export function useFollowing(
  log: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
  onScroll: (log: HTMLElement, isAtEnd: boolean) => void,
): void {
  const { navigation } = useApp();
  const lastTop = useRef(0);
  const toEnd = (): void => {
    const element = log.current;
    if (!element || !navigation.isFollowing.peek()) return;
    element.scrollTop = element.scrollHeight;
    lastTop.current = element.scrollTop;
  };
  useLayoutEffect(toEnd);
  useEffect(() => {
    const element = log.current;
    if (!element || !content.current) return undefined;
    const observer = new ResizeObserver(toEnd);
    observer.observe(content.current);
    observer.observe(element);
    let frame = 0;
    const handle = (): void => {
      frame = 0;
      const isAtEnd = element.scrollHeight - element.scrollTop - element.clientHeight <= endMargin;
      // Content that grows moves the end, not the reader: only going up is leaving it.
      if (!isAtEnd && element.scrollTop < lastTop.current - 1) navigation.isFollowing.value = false;
      lastTop.current = element.scrollTop;
      onScroll(element, isAtEnd);
    };
    const listen = (): void => {
      frame ||= requestAnimationFrame(handle);
    };
    element.addEventListener("scroll", listen, { passive: true });
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
      element.removeEventListener("scroll", listen);
    };
  }, []);
}
