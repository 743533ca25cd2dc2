import { execFile } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";
import { env, RelativePattern, Uri, workspace } from "vscode";

const keptMs = 10_000;
const maxFiles = 100_000;
const maxListBytes = 32 * 1024 * 1024;
const timeoutMs = 10_000;

/** Paths of the files of a folder that git does not ignore, with `/`, relative to it. Kept for 10 s. */
export class FileList {
  private readonly lists = new Map<string, { at: number; paths: Promise<string[]> }>();

  files(folder: string): Promise<string[]> {
    const kept = this.lists.get(folder);
    if (kept && Date.now() - kept.at < keptMs) return kept.paths;
    const paths = readList(folder);
    this.lists.set(folder, { at: Date.now(), paths });
    paths.catch(() => this.lists.delete(folder));
    return paths;
  }
}

async function readList(folder: string): Promise<string[]> {
  const program = ripgrepPath();
  if (program === undefined) return findFiles(folder);
  // 1 says that there is no file, 2 that some could not be read: what was listed counts.
  const output = await new Promise<string>((resolve) => {
    execFile(
      program,
      ["--files", "--hidden", "--glob", "!.git"],
      { cwd: folder, maxBuffer: maxListBytes, timeout: timeoutMs },
      (_error, stdout) => resolve(stdout),
    );
  });
  return output
    .split("\n")
    .filter(Boolean)
    .slice(0, maxFiles)
    .map((path) => path.replaceAll("\\", "/"));
}

async function findFiles(folder: string): Promise<string[]> {
  const uris = await workspace.findFiles(new RelativePattern(Uri.file(folder), "**/*"), undefined, maxFiles);
  return uris.map((uri) => workspace.asRelativePath(uri, false).replaceAll("\\", "/"));
}

/** On PATH, else the one that the editor brings along. */
function ripgrepPath(): string | undefined {
  const name = process.platform === "win32" ? "rg.exe" : "rg";
  const onPath = (process.env["PATH"] ?? "").split(delimiter).map((folder) => join(folder, name));
  const modules = join(env.appRoot, "node_modules", "@vscode");
  const packages = existsSync(modules)
    ? readdirSync(modules).filter((entry) => entry.startsWith("ripgrep"))
    : [];
  const bundled = packages.flatMap((entry) => [
    join(modules, entry, "bin", name),
    join(modules, entry, "bin", `${process.platform}-${process.arch}`, name),
  ]);
  return [...onPath, ...bundled].find((path) => existsSync(path));
}
