import { existsSync, realpathSync, statSync, type BigIntStats } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { resolveAgentDir } from "../base/agentDir.ts";
import { readTextFile } from "./readText.ts";
import { nestedWorktree } from "./gitWorktree.ts";

/** A file of project or user instructions. */
export interface ContextFile {
  /** Absolute. */
  path: string;
  content: string;
}

export interface ContextFilesOptions {
  cwd: string;
  agentDir: string;
}

interface Candidate {
  path: string;
  /** Changes whenever the file may have. Absent: written so recently that it says nothing. */
  stamp: string | undefined;
}

/** First existing regular file of a directory wins. */
const contextFileNames = ["AGENTS.override.md", "AGENTS.md", "AGENTS.MD", "CLAUDE.md", "CLAUDE.MD"] as const;

/** Younger files may change again without a new time stamp. */
const unstableAgeMs = 50;

/**
 * The context files of a session: the agent directory's, then from the root down to `cwd`
 * (cli.md §6). `refresh` costs a few `stat` calls while nothing changes.
 */
export class ContextFiles {
  readonly #cwd: string;
  readonly #agentDir: string;
  #key: string | undefined;
  #files: readonly ContextFile[] = [];
  #warnings: string[] = [];
  readonly #warned = new Set<string>();

  constructor({ cwd, agentDir }: ContextFilesOptions) {
    this.#cwd = cwd;
    this.#agentDir = agentDir;
  }

  /** As of the last `refresh`; the same array while nothing changes. */
  get files(): readonly ContextFile[] {
    return this.#files;
  }

  /** Reads what is new, changed or gone. True when the files differ from before. */
  refresh(): boolean {
    const candidates = this.#candidates();
    const key = stampOf(candidates);
    if (key !== undefined && key === this.#key) return false;
    this.#key = key;
    const files = this.#read(candidates);
    if (isEqual(files, this.#files)) return false;
    this.#files = files;
    return true;
  }

  /** Takes the warnings since the last call; each appears once. */
  drainWarnings(): string[] {
    const warnings = this.#warnings;
    this.#warnings = [];
    return warnings;
  }

  #candidates(): Candidate[] {
    const now = Date.now();
    const worktree = nestedWorktree(this.#cwd);
    const candidates: Candidate[] = [];
    for (const dir of [this.#agentDir, ...directoriesDownTo(this.#cwd)]) {
      const candidate = this.#candidateIn(dir, now);
      if (candidate === undefined) continue;
      const isMainCopy =
        dir === worktree?.mainRoot && existsSync(join(worktree.root, basename(candidate.path)));
      if (!isMainCopy) candidates.push(candidate);
    }
    return candidates;
  }

  #candidateIn(dir: string, now: number): Candidate | undefined {
    for (const name of contextFileNames) {
      const path = join(dir, name);
      const stats = this.#stat(path);
      if (!stats?.isFile()) continue;
      const isUnstable = now - Number(stats.ctimeMs) < unstableAgeMs;
      const stamp = `${stats.ino}:${stats.size}:${stats.mtimeNs}:${stats.ctimeNs}`;
      return { path, stamp: isUnstable ? undefined : stamp };
    }
    return undefined;
  }

  #stat(path: string): BigIntStats | undefined {
    try {
      return statSync(path, { throwIfNoEntry: false, bigint: true });
    } catch (error) {
      this.#warnUnreadable(path, error);
      return undefined;
    }
  }

  #read(candidates: readonly Candidate[]): ContextFile[] {
    const files: ContextFile[] = [];
    const seen = new Set<string>();
    for (const { path } of candidates) {
      try {
        const real = realpathSync(path);
        if (seen.has(real)) continue;
        seen.add(real);
        // A repository must not get at files of its user by a link.
        if (!/\.md$/i.test(real)) throw new Error(`It is a link to ${real}, which is no Markdown file`);
        files.push({ path, content: readTextFile(path) });
      } catch (error) {
        this.#warnUnreadable(path, error);
      }
    }
    return files;
  }

  #warnUnreadable(path: string, error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    const warning = `Cannot read context file ${path}: ${reason}`;
    if (this.#warned.has(warning)) return;
    this.#warned.add(warning);
    this.#warnings.push(warning);
  }
}

/** The context files of a session in `cwd`, as they are now. Files that cannot be read are left out. */
export function loadProjectContextFiles({
  cwd = process.cwd(),
  agentDir = resolveAgentDir(process.env),
}: Partial<ContextFilesOptions> = {}): ContextFile[] {
  const context = new ContextFiles({ cwd: resolve(cwd), agentDir });
  context.refresh();
  return [...context.files];
}

/** `undefined` when any file is too young to be told by its stamp. */
function stampOf(candidates: readonly Candidate[]): string | undefined {
  const parts: string[] = [];
  for (const { path, stamp } of candidates) {
    if (stamp === undefined) return undefined;
    parts.push(`${path}\0${stamp}`);
  }
  return parts.join("\n");
}

/** From the filesystem root to `dir`. */
function directoriesDownTo(dir: string): string[] {
  const directories = [dir];
  for (let at = dir, parent = dirname(at); parent !== at; at = parent, parent = dirname(at)) {
    directories.unshift(parent);
  }
  return directories;
}

function isEqual(a: readonly ContextFile[], b: readonly ContextFile[]): boolean {
  return (
    a.length === b.length &&
    a.every((file, index) => file.path === b[index]?.path && file.content === b[index].content)
  );
}
