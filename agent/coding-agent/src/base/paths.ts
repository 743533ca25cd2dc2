import { access } from "node:fs/promises";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const unicodeSpaces = /[\u00A0\u2000-\u200A\u202F\u205F\u3000]/g;

/** Replaces the Unicode spaces that look like a plain one. */
export function normalizeSpaces(text: string): string {
  return text.replace(unicodeSpaces, " ");
}

/** `~` and `~/…` become the home directory; `~user` is left alone. */
export function expandTilde(path: string): string {
  if (path === "~") return homedir();
  if (path.startsWith("~/") || (process.platform === "win32" && path.startsWith("~\\"))) {
    return join(homedir(), path.slice(2));
  }
  return path;
}

/** `/c/x`, `/mnt/c/x` and `/cygdrive/c/x` as `C:\x`; other paths as they are. */
export function windowsDrivePath(path: string): string {
  const match = /^\/(?:mnt\/|cygdrive\/)?([a-zA-Z])(?:\/(.*))?$/s.exec(path);
  if (!match) return path;
  return `${(match[1] ?? "").toUpperCase()}:\\${(match[2] ?? "").replaceAll("/", "\\")}`;
}

function resolveArgument(argument: string, cwd: string, keepSpaces: boolean): string {
  let path = argument.startsWith("@") ? argument.slice(1) : argument;
  if (!keepSpaces) path = normalizeSpaces(path);
  path = expandTilde(path);
  if (path.startsWith("file://")) path = fileURLToPath(path);
  if (process.platform === "win32") path = windowsDrivePath(path);
  return resolve(cwd, path);
}

/** Absolute path of a tool's path argument (sessions-and-tools.md §11). The empty path is `cwd`. */
export function resolveToolPath(argument: string, cwd: string): string {
  return resolveArgument(argument, cwd, false);
}

/**
 * Absolute paths that `read` tries, best first: the plain one, then names as macOS writes them
 * (narrow no-break space before AM and PM, decomposed letters, curly apostrophe), then the literal
 * argument.
 */
export function readPathCandidates(argument: string, cwd: string): string[] {
  const plain = resolveToolPath(argument, cwd);
  const decomposed = plain.normalize("NFD");
  const candidates = [
    plain,
    plain.replace(/ (?=[AP]M(?![A-Za-z]))/gi, "\u202F"),
    decomposed,
    plain.replaceAll("'", "\u2019"),
    decomposed.replaceAll("'", "\u2019"),
    resolveArgument(argument, cwd, true),
  ];
  return [...new Set(candidates)];
}

/** First candidate of {@link readPathCandidates} that exists, else the plain one. */
export async function resolveReadPath(
  argument: string,
  cwd: string,
  exists: (path: string) => Promise<boolean> = pathExists,
): Promise<string> {
  const candidates = readPathCandidates(argument, cwd);
  for (const candidate of candidates) {
    if (await exists(candidate)) return candidate;
  }
  return candidates[0] ?? resolve(cwd);
}

/** Whether something is there that `access` can reach. */
export async function pathExists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
