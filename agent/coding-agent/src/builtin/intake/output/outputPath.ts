import { stat } from "node:fs/promises";
import { homedir } from "node:os";
import { isAbsolute, join, resolve } from "node:path";

const maxSlugCharacters = 60;
const maxSameName = 1000;

export interface OutputPlace {
  cwd: string;
  title: string;
  /** As the user or the model named it; absent: the default folder. */
  out?: string;
  now: Date;
}

export interface OutputPath {
  path: string;
  /** Named by the user: a file that is there already is replaced. */
  overwrites: boolean;
}

/** Where a questionnaire goes (harness.md §11, File). */
export async function outputPath({ cwd, title, out, now }: OutputPlace): Promise<OutputPath> {
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
