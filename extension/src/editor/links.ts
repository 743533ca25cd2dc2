import { localize } from "../base/localize.ts";
/** What an address in a transcript leads to (vscode.md 4). */
export type LinkTarget =
  | { kind: "external"; url: string }
  | { kind: "file"; path: string; line?: number; column?: number }
  | { kind: "refused"; reason: string };

const externalSchemes = new Set(["http:", "https:", "mailto:"]);
const maxLength = 4096;

/** Text of an address, as hostile as the model's whole output. */
export function classifyLink(href: string): LinkTarget {
  const text = href.trim();
  if (text === "" || text.length > maxLength)
    return { kind: "refused", reason: localize("This is no address") };
  if (hasControl(text)) return { kind: "refused", reason: localize("The address has hidden characters") };
  // One letter is a drive, and digits after the colon are a line.
  const [, scheme] = /^([a-z][a-z0-9+.-]+):(?!\d+(?::\d+)?$)/i.exec(text) ?? [];
  if (scheme === undefined) return filePlace(text);
  if (!externalSchemes.has(`${scheme.toLowerCase()}:`)) {
    return { kind: "refused", reason: localize("Links that begin with {0}: are not opened", scheme) };
  }
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url) return { kind: "refused", reason: localize("This is no address") };
  if (url.username !== "" || url.password !== "") {
    return { kind: "refused", reason: localize("The address holds a name or a password") };
  }
  return { kind: "external", url: url.href };
}

/** `path`, `path:line`, `path:line:column`, `path#L3`. */
function filePlace(text: string): LinkTarget {
  const [, path = text, line, column] =
    /^(.*?)(?::(\d+))?(?::(\d+))?$/.exec(text.replace(/#L(\d+).*$/, ":$1")) ?? [];
  if (path === "" || path.startsWith("\\\\") || path.startsWith("//")) {
    return { kind: "refused", reason: localize("Paths of other machines are not opened") };
  }
  return {
    kind: "file",
    path: decode(path),
    ...(line !== undefined && { line: Number(line) }),
    ...(column !== undefined && { column: Number(column) }),
  };
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    // A percent sign of its own.
    return path;
  }
}

function hasControl(text: string): boolean {
  return /[\p{Cc}\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/u.test(text);
}
