import type { Stats } from "node:fs";
import { stat } from "node:fs/promises";
import { homedir } from "node:os";
import { resolve } from "node:path";
import { findSources, type NamedSource } from "./findSources.ts";
import { readLink } from "./readLink.ts";
import { reasonOf } from "./reasonOf.ts";
import { readFileSource, readFolderSource } from "./readFileSource.ts";

/** Text of something that the description names. */
export interface ReadSource {
  name: string;
  text: string;
  /** Only the beginning. */
  isCut: boolean;
}

export interface SourcesRead {
  sources: ReadSource[];
  /** What could not be read, one line each. */
  failures: string[];
  /** Named beyond the limit, and not read. */
  skipped: string[];
}

const maxSources = 20;
/** Of words that may be paths. */
const maxLookups = 1000;
/** Characters of one source, and of all of them, that a model is given. */
const maxSourceCharacters = 60_000;
const maxCharacters = 240_000;

export interface ReadSourcesOptions {
  cwd: string;
  signal?: AbortSignal;
}

/** Reads the files, folders and links that a description names. */
export async function readSources(description: string, options: ReadSourcesOptions): Promise<SourcesRead> {
  const outcome: SourcesRead = { sources: [], failures: [], skipped: [] };
  const named = findSources(description);
  const links = startLinks(named, options);
  let left = maxCharacters;
  let lookups = 0;
  for (const source of named) {
    if (source.kind === "path" && !source.isCertain && ++lookups > maxLookups) continue;
    if (outcome.sources.length + outcome.failures.length >= maxSources) {
      if (source.kind === "link" || source.isCertain) outcome.skipped.push(source.name);
      continue;
    }
    try {
      const text = await (links.get(source.name)?.() ?? readOne(source, options));
      if (text === undefined) continue;
      const limit = Math.min(maxSourceCharacters, left);
      outcome.sources.push({ name: source.name, text: text.slice(0, limit), isCut: text.length > limit });
      left -= Math.min(text.length, limit);
    } catch (error) {
      outcome.failures.push(`Cannot read ${source.name}: ${reasonOf(error)}`);
    }
  }
  return outcome;
}

/** Begins to read all links at once: one that hangs takes no time from the others. */
function startLinks(
  named: readonly NamedSource[],
  { signal }: ReadSourcesOptions,
): Map<string, () => Promise<string>> {
  const links = named.filter(({ kind }) => kind === "link").slice(0, maxSources);
  return new Map(
    links.map(({ name }) => {
      const outcome = readLink(name, { signal }).then(
        (text) => () => Promise.resolve(text),
        (error: unknown) => () => Promise.reject(error as Error),
      );
      return [name, async () => (await outcome)()];
    }),
  );
}

/** `undefined`: it is no source after all. */
async function readOne(
  source: NamedSource,
  { cwd, signal }: ReadSourcesOptions,
): Promise<string | undefined> {
  if (source.kind === "link") return readLink(source.name, { signal });
  const path = resolve(
    cwd,
    source.name.replace(/^~(?=[/\\]|$)/u, () => homedir()),
  );
  const info = await statOf(path);
  if (!info) {
    if (!source.isCertain) return undefined;
    throw new Error("there is no such file");
  }
  if (info.isDirectory()) return readFolderSource(path);
  if (!info.isFile()) throw new Error("it is neither a file nor a folder");
  return readFileSource(path, info.size);
}

async function statOf(path: string): Promise<Stats | undefined> {
  try {
    return await stat(path);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "ENOENT" || code === "ENOTDIR" || code === "ENAMETOOLONG") return undefined;
    throw error;
  }
}
