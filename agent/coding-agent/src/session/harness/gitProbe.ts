import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { lstat, open } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { promisify } from "node:util";
import {
  diffLines,
  isLockFile,
  lineCount,
  type FileFacts,
  type WorkspaceProbe,
} from "@relay-harness/agent-core/harness";

const run = promisify(execFile);

const statusTimeoutMs = 2000;
const countTimeoutMs = 5000;
/** What a repository without a commit is compared with. */
const emptyTree = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";
const maxOutput = 64 * 1024 * 1024;
/** More changed files than this are not looked at one by one. */
const maxFiles = 5000;
const maxFileBytes = 4 * 1024 * 1024;

/**
 * Looks at the files of a folder, through git where it is one of a worktree. What takes too long is not
 * known, which is what `undefined` and `null` say.
 */
export class GitProbe implements WorkspaceProbe {
  private root: Promise<string | undefined> | undefined;
  private base = emptyTree;
  private isTooSlow = false;

  constructor(private readonly cwd: string) {}

  async startRequest(): Promise<void> {
    this.isTooSlow = false;
    if ((await this.worktree()) === undefined) return;
    this.base =
      (await this.git(["rev-parse", "--verify", "-q", "HEAD"], countTimeoutMs))?.trim() || emptyTree;
  }

  async snapshot(signal?: AbortSignal): Promise<ReadonlyMap<string, string> | undefined> {
    const root = await this.worktree();
    if (root === undefined) return undefined;
    const args = ["status", "--porcelain", "-z", "--untracked-files=all", "--no-renames"];
    const output = await this.git(args, statusTimeoutMs, signal);
    if (output === undefined) return undefined;
    const entries = output.split("\0").filter((entry) => entry.length > 3);
    if (entries.length > maxFiles) return undefined;
    const facts = entries.map(async (entry): Promise<[string, string]> => {
      const path = join(root, entry.slice(3));
      return [this.relative(path), `${entry.slice(0, 2)} ${await stamp(path)}`];
    });
    return new Map(await Promise.all(facts));
  }

  async changedLines(): Promise<number | null> {
    const root = await this.worktree();
    if (root === undefined || this.isTooSlow) return null;
    const [tracked, untracked] = await Promise.all([
      this.git(["diff", "--numstat", "-z", this.base], countTimeoutMs),
      this.git(["ls-files", "--others", "--exclude-standard", "-z", "--full-name", ":/"], countTimeoutMs),
    ]);
    const names = untracked?.split("\0").filter((name) => name !== "" && !isLockFile(name)) ?? [];
    if (tracked === undefined || untracked === undefined || names.length > maxFiles) {
      this.isTooSlow = true;
      return null;
    }
    const counts = await Promise.all(
      names.map(async (name) => (await readFacts(join(root, name)))?.lines ?? 0),
    );
    return diffLines(tracked) + counts.reduce((sum, lines) => sum + lines, 0);
  }

  inspect(path: string): Promise<FileFacts | undefined> {
    return readFacts(resolve(this.cwd, path));
  }

  relative(path: string): string {
    return relative(this.cwd, resolve(this.cwd, path)).replaceAll("\\", "/") || ".";
  }

  /** Root of the worktree that holds the folder. */
  private worktree(): Promise<string | undefined> {
    this.root ??= this.git(["rev-parse", "--show-toplevel"], statusTimeoutMs).then(
      (root) => root?.trim() || undefined,
    );
    return this.root;
  }

  /** `undefined`: git is missing, refused, was too slow or too verbose. */
  private async git(args: string[], timeout: number, signal?: AbortSignal): Promise<string | undefined> {
    try {
      const options = { cwd: this.cwd, timeout, maxBuffer: maxOutput, windowsHide: true, signal };
      const { stdout } = await run("git", ["--no-optional-locks", ...args], options);
      return stdout;
    } catch {
      // Whatever the reason: nothing is known, and the caller goes on without.
      return undefined;
    }
  }
}

async function stamp(path: string): Promise<string> {
  try {
    const { size, mtimeMs } = await lstat(path);
    return `${size} ${mtimeMs}`;
  } catch {
    return "absent";
  }
}

/** Of a text file of usual size. */
async function readFacts(path: string): Promise<FileFacts | undefined> {
  try {
    const file = await open(path, "r");
    try {
      const stats = await file.stat();
      if (!stats.isFile() || stats.size > maxFileBytes) return undefined;
      const content = await file.readFile();
      const hash = createHash("sha1").update(content).digest("hex");
      return { hash, lines: content.includes(0) ? 0 : lineCount(content.toString("utf8")) };
    } finally {
      await file.close();
    }
  } catch {
    // Absent, or not ours to read.
    return undefined;
  }
}
