import { realpath, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";

const maxSlugCharacters = 60;
const maxSameName = 1000;

export interface OutputPlace {
  cwd: string;
  title: string;
  /** As the user or the model named it; absent: the default folder. */
  out?: string;
  /** The user named it. Else it has to be in the project, links included. */
  isUsers?: boolean;
  now: Date;
}

export interface OutputPath {
  path: string;
  /** Named by the user: a file that is there already is replaced. */
  overwrites: boolean;
}

/** Where a questionnaire goes (harness.md §11, File). Rejects for a place that nobody but the user may name. */
export async function outputPath(place: OutputPlace): Promise<OutputPath> {
  const found = await findPath(place);
  if (!place.isUsers && !(await isInside(place.cwd, found.path))) {
    throw new Error(
      `Cannot write ${found.path}: it is outside the project. Only the user can name such a place, with /intake --out.`,
    );
  }
  return found;
}

async function findPath({ cwd, title, out, now }: OutputPlace): Promise<OutputPath> {
  const name = `${localDay(now)}-${slug(title)}`;
  if (out === undefined || out.trim() === "") {
    return { path: await freePath(join(cwd, ".relay", "intake"), name), overwrites: false };
  }
  const named = out.trim();
  const place = resolve(cwd, expandHome(named));
  if (/[/\\]$/u.test(named) || (await isDirectory(place))) {
    return { path: await freePath(place, name), overwrites: false };
  }
  return { path: /\.docx$/iu.test(place) ? place : `${place}.docx`, overwrites: true };
}

/** As the disk has it: of the path, the folders that exist. The file itself is replaced, not followed. */
async function isInside(folder: string, path: string): Promise<boolean> {
  let parent = dirname(path);
  while (!(await exists(parent)) && parent !== dirname(parent)) parent = dirname(parent);
  const way = relative(await realpath(folder), await realpath(parent));
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** Lower-case letters and digits of the title, joined by `-`. */
export function slug(title: string): string {
  const words = title
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-");
  const cut = [...words.replace(/^-+/u, "")].slice(0, maxSlugCharacters).join("");
  return cut.replace(/-+$/u, "") || "questionnaire";
}

function localDay(now: Date): string {
  const two = (value: number): string => String(value).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

async function freePath(folder: string, name: string): Promise<string> {
  for (let count = 1; count <= maxSameName; count++) {
    const path = join(folder, `${name}${count === 1 ? "" : `-${count}`}.docx`);
    if (!(await exists(path))) return path;
  }
  throw new Error(`Cannot write a questionnaire to ${folder}: ${maxSameName} files have the name ${name}`);
}

function expandHome(path: string): string {
  const isHome = path === "~" || /^~[/\\]/u.test(path);
  return isHome && !isAbsolute(path) ? join(homedir(), path.slice(1)) : path;
}

async function isDirectory(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch (error) {
    if (isAbsent(error)) return false;
    throw error;
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if (isAbsent(error)) return false;
    throw error;
  }
}

function isAbsent(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR");
}
