import { realpathSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { SourceInfo } from "@relay-harness/protocol";
import type { PackageEntries } from "../../packages/packageFiles.ts";
import { statReachable } from "../../base/reachable.ts";
import type { ResourceDiagnostic, ResourceType } from "../../base/resourceDiagnostic.ts";
import { errorText, warning } from "../diagnostics.ts";
import {
  missingPathMessage,
  type NamedPath,
  type ResourceRoot,
  type ResourceSources,
  type ScopeSources,
} from "../sources.ts";
import { scanDirectories } from "./directories.ts";
import {
  isGlob,
  parseEntries,
  pathMatcher,
  readGlob,
  type ResourceEntries,
} from "../../base/resourcePatterns.ts";

/** How files of one kind are found in a directory. */
export type FindFiles = (dir: string, diagnostics: ResourceDiagnostic[]) => string[];

export interface FoundFile {
  path: string;
  sourceInfo: SourceInfo;
  /** Named itself, not found in a directory. */
  isNamed: boolean;
}

/** What is particular to one kind. */
export interface ResourceKind {
  resourceType: ResourceType;
  /** How Relay's own directories and named ones are searched. */
  find: FindFiles;
  /** How directories are searched that other agents use too. */
  findShared?: FindFiles;
  /** Of the files that globs are to find. */
  ending: string;
  /** A file that stands for its directory, as SKILL.md does. */
  entryFile?: string;
}

interface Candidate {
  path: string;
  source: "local" | "auto";
  isNamed: boolean;
}

export interface CollectedFiles {
  files: FoundFile[];
  /** Found, and left out by an entry of its scope. */
  disabled: FoundFile[];
}

/** Every file of one kind in order of precedence, each real file once (cli.md §3.2, §3.3). */
export function collectFiles(
  kind: ResourceKind,
  { named, scopes, packages = [], extended }: ResourceSources,
  diagnostics: ResourceDiagnostic[],
): CollectedFiles {
  const collector = new Collector(kind, diagnostics);
  const ofPackages = (isWanted: (scope: SourceInfo["scope"]) => boolean): FoundFile[] =>
    packages
      .filter(({ metadata }) => isWanted(metadata.scope))
      .flatMap((entries) => collector.package(entries));
  const found = [
    ...named.flatMap((path) => collector.named(path, "error")),
    ...ofPackages((scope) => scope === "temporary"),
    ...scopes.flatMap((scope) => collector.scope(scope)),
    ...ofPackages((scope) => scope === "project"),
    ...ofPackages((scope) => scope === "user"),
    ...extended.flatMap((path) => collector.named(path, "warning")),
  ];
  const seen = new Set<string>();
  const isNew = ({ path }: FoundFile): boolean => {
    const real = realPath(path);
    if (seen.has(real)) return false;
    seen.add(real);
    return true;
  };
  return { files: found.filter(isNew), disabled: collector.disabled.filter(isNew) };
}

class Collector {
  readonly disabled: FoundFile[] = [];

  constructor(
    private readonly kind: ResourceKind,
    private readonly diagnostics: ResourceDiagnostic[],
  ) {}

  named({ path, metadata }: NamedPath, problem: "error" | "warning"): FoundFile[] {
    return this.expand(path, problem).map(({ path: file, isNamed }) => ({
      path: file,
      isNamed,
      sourceInfo: { path: file, ...metadata },
    }));
  }

  /** What a package offers and the settings let count; what they do not is turned off. */
  package({ baseDir, entries, isOffered, isSelected, metadata }: PackageEntries): FoundFile[] {
    const offered = entries
      .flatMap((entry) => this.entry(entry, baseDir))
      .filter(({ path }) => isOffered(path))
      .map(({ path, isNamed }): FoundFile => ({ path, isNamed, sourceInfo: { path, ...metadata } }));
    this.disabled.push(...offered.filter(({ path }) => !isSelected(path)));
    return offered.filter(({ path }) => isSelected(path));
  }

  scope(sources: ScopeSources): FoundFile[] {
    try {
      return this.search(sources);
    } catch (error) {
      const { resourceType } = this.kind;
      const message = `Cannot search the ${resourceType}s of ${sources.baseDir}: ${errorText(error)}`;
      this.diagnostics.push({ type: "error", message, path: sources.baseDir });
      return [];
    }
  }

  private search({ scope, baseDir, entries, roots }: ScopeSources): FoundFile[] {
    const parsed = parseEntries(entries);
    const candidates = [
      ...parsed.plain.flatMap((entry) => this.entry(entry, baseDir)),
      ...roots
        .filter(({ dir }) => statReachable(dir)?.isDirectory())
        .flatMap((root) => this.searchRoot(root))
        .map((path): Candidate => ({ path, source: "auto", isNamed: false })),
    ];
    const selected = this.select(candidates, parsed, baseDir);
    const fileOf = ({ path, source, isNamed }: Candidate): FoundFile => ({
      path,
      isNamed,
      sourceInfo: { path, source, scope, origin: "top-level", baseDir },
    });
    this.disabled.push(...candidates.filter((candidate) => !selected.includes(candidate)).map(fileOf));
    return selected.map(fileOf);
  }

  private searchRoot({ dir, isShared }: ResourceRoot): string[] {
    const { find, findShared = find } = this.kind;
    return (isShared ? findShared : find)(dir, this.diagnostics);
  }

  /** Drops `!` matches, then adds `+`, then drops `-`. */
  private select(candidates: Candidate[], entries: ResourceEntries, baseDir: string): Candidate[] {
    const forced = entries.force.flatMap((entry) => this.local(resolve(baseDir, entry)));
    const isForced = new Set(forced.map(({ path }) => path));
    const isRemoved = new Set(entries.remove.map((entry) => resolve(baseDir, entry)));
    const matches = pathMatcher(entries.exclude, baseDir);
    const kept = candidates.filter(
      ({ path }) => isForced.has(path) || !this.addresses(path).some((address) => matches(address)),
    );
    return [...kept, ...forced].filter(
      ({ path }) => !this.addresses(path).some((address) => isRemoved.has(address)),
    );
  }

  /** What a file may be called by: its path, and its directory when it stands for that. */
  private addresses(path: string): string[] {
    const { entryFile } = this.kind;
    return entryFile !== undefined && path === resolve(dirname(path), entryFile)
      ? [path, dirname(path)]
      : [path];
  }

  private entry(entry: string, baseDir: string): Candidate[] {
    const path = resolve(baseDir, entry);
    // A name may hold the characters of a glob.
    if (statReachable(path) || !isGlob(entry)) return this.local(path);
    const { root, matches } = readGlob(entry, baseDir);
    if (!statReachable(root)?.isDirectory()) return [];
    const found: string[] = [];
    scanDirectories(
      root,
      (listing) => {
        if (listing.dir !== root && matches(listing.dir)) {
          found.push(listing.dir);
          return false;
        }
        found.push(...listing.files.filter((path) => path.endsWith(this.kind.ending) && matches(path)));
        return true;
      },
      this.diagnostics,
    );
    return found.flatMap((match) => this.local(match));
  }

  private local(path: string): Candidate[] {
    return this.expand(path, "warning").map((file) => ({ ...file, source: "local" }));
  }

  /** The file itself, or the files of a directory. */
  private expand(path: string, problem: "error" | "warning"): { path: string; isNamed: boolean }[] {
    const { resourceType, find } = this.kind;
    const stats = statReachable(path);
    if (stats?.isDirectory()) {
      return find(path, this.diagnostics).map((file) => ({ path: file, isNamed: false }));
    }
    if (stats?.isFile()) return [{ path, isNamed: true }];
    const message = stats ? `Not a file or directory: ${path}` : missingPathMessage(resourceType, path);
    this.diagnostics.push(stats ? warning(path, message) : { type: problem, message, path });
    return [];
  }
}

function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    // gone since it was found: reading it will say so
    return path;
  }
}
