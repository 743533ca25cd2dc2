import { useEffect } from "preact/hooks";
import { useApp } from "../app.ts";

const all = "rl-find";
const currentOne = "rl-find-current";
/** More marks than this help nobody. */
const maxMarks = 500;

/** Marks what is looked for in the text that is drawn, without touching the document. */
export function useMarks(query: string | null): void {
  const { navigation, store } = useApp();
  const matchId = navigation.matchId.value;
  const revision = store.revision.value;
  const target = navigation.target.value;
  useEffect(() => {
    if (!("highlights" in CSS)) return undefined;
    const words = query?.trim().toLowerCase() ?? "";
    const log = document.querySelector('[role="log"]');
    if (words === "" || !log) {
      clear();
      return undefined;
    }
    const frame = requestAnimationFrame(() => mark(log, words, matchId));
    return () => cancelAnimationFrame(frame);
  }, [query, matchId, revision, target]);
  useEffect(() => clear, []);
}

function mark(log: Element, words: string, matchId: string | null): void {
  const ranges = rangesOf(log, words);
  const match = matchId === null ? null : log.querySelector(`[data-item="${CSS.escape(matchId)}"]`);
  const inMatch = ranges.filter((range) => match?.contains(range.startContainer));
  CSS.highlights.set(all, new Highlight(...ranges.filter((range) => !inMatch.includes(range))));
  CSS.highlights.set(currentOne, new Highlight(...inMatch));
}

function rangesOf(root: Element, words: string): Range[] {
  const ranges: Range[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node && ranges.length < maxMarks; node = walker.nextNode()) {
    const content = (node.nodeValue ?? "").toLowerCase();
    for (let at = content.indexOf(words); at !== -1; at = content.indexOf(words, at + words.length)) {
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + words.length);
      ranges.push(range);
    }
  }
  return ranges;
}

function clear(): void {
  CSS.highlights.delete(all);
  CSS.highlights.delete(currentOne);
}
