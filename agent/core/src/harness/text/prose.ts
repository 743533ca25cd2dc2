import { maxClassifiedLength } from "./limits.ts";

const fencePattern = /^\s*(?:[-*•]\s+)?(`{3,}|~{3,})(.*)$/u;

const droppedLines: readonly RegExp[] = [
  /^\s*>/u,
  /^\s*\$ /u,
  /^(?:\+\+\+|---|@@)/u,
  /^[+-][^\s+-].*[;{}()]\s*$/u,
  /^\s*at\s.*:\d/u,
  /^\s*File "[^"]*", line \d/u,
  /^\s*Traceback \(/u,
];

/**
 * What the developer wrote in words: the message without expanded skills and files, fenced code,
 * quotations, shell lines, diffs and stack traces. Inline code stays.
 */
export function prose(text: string): string {
  const normal = text.slice(0, maxClassifiedLength).replace(/\r\n?/gu, "\n").normalize("NFC");
  const kept: string[] = [];
  let fence: string | undefined;
  for (const line of withoutExpansions(normal).split("\n")) {
    const mark = fencePattern.exec(line);
    if (fence !== undefined) {
      if (mark && closesFence(mark, fence)) fence = undefined;
      continue;
    }
    if (mark && opensFence(mark)) {
      fence = mark[1];
      continue;
    }
    if (!droppedLines.some((pattern) => pattern.test(line))) kept.push(line);
  }
  return kept.join("\n");
}

/** A line such as "```code``` is slow" holds inline code and opens no block. */
function opensFence(mark: RegExpExecArray): boolean {
  return mark[1]?.startsWith("~") === true || mark[2]?.includes("`") !== true;
}

function closesFence(mark: RegExpExecArray, fence: string): boolean {
  return mark[1]?.startsWith(fence) === true && mark[2]?.trim() === "";
}

const expansionNames = ["skill", "file"] as const;

/**
 * Drops `<skill ...>...</skill>` and `<file ...>...</file>`; one that is never closed reaches to the end.
 * A bare `<file>` in the middle of a line that nothing closes is a word of the sentence.
 */
function withoutExpansions(text: string): string {
  const out: string[] = [];
  const noClose = new Set<string>();
  let from = 0;
  const opening = /<(skill|file)(?=[\s>])/gu;
  for (let match = opening.exec(text); match; match = opening.exec(text)) {
    const name = expansionNames.find((candidate) => candidate === match?.[1]) ?? "file";
    const tagEnd = text.indexOf(">", match.index);
    if (tagEnd < 0) break;
    const closing = `</${name}>`;
    const close = noClose.has(name) ? -1 : text.indexOf(closing, tagEnd);
    if (close < 0) {
      noClose.add(name);
      const bare = tagEnd === match.index + match[0].length;
      if (bare && match.index > 0 && text[match.index - 1] !== "\n") continue;
      out.push(text.slice(from, match.index));
      return out.join("");
    }
    out.push(text.slice(from, match.index));
    from = close + closing.length;
    opening.lastIndex = from;
  }
  out.push(text.slice(from));
  return out.join("");
}
