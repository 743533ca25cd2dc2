import { readFile, stat } from "node:fs/promises";
import { basename, extname, isAbsolute, relative, resolve } from "node:path";
import { Uri } from "vscode";
import { localize } from "../base/localize.ts";
import type { ResolvedFiles } from "../chat/chatContext.ts";
import { isInside } from "./openPlaces.ts";

const maxImageBytes = 20 * 1024 * 1024;
const imageTypes: Readonly<Record<string, string>> = {
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".jpeg": "image/jpeg",
  ".gif": "image/gif",
  ".webp": "image/webp",
};

/** What becomes of files that were dropped, pasted or picked: images go along, others are named. */
export async function resolveFiles(uris: readonly string[], cwd: string): Promise<ResolvedFiles> {
  const result: ResolvedFiles = { mentions: [], images: [], refused: [] };
  for (const text of uris) {
    const path = pathOf(text, cwd);
    if (path === undefined) {
      result.refused.push({
        name: text.slice(0, 100),
        reason: localize("Only files of this machine can be added"),
      });
      continue;
    }
    const mimeType = imageTypes[extname(path).toLowerCase()];
    const name = basename(path);
    try {
      const { size } = await stat(path);
      if (mimeType === undefined) result.mentions.push(mentionOf(path, cwd));
      else if (size > maxImageBytes)
        result.refused.push({ name, reason: localize("The image is larger than 20 MB") });
      else {
        const data = (await readFile(path)).toString("base64");
        result.images.push({ name, image: { type: "image", data, mimeType } });
      }
    } catch (error) {
      result.refused.push({ name, reason: error instanceof Error ? error.message : String(error) });
    }
  }
  return result;
}

function pathOf(text: string, cwd: string): string | undefined {
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(text)) {
    const uri = Uri.parse(text, true);
    // The extension runs where the files are: a remote address of its own host is a file here.
    return uri.scheme === "file" || uri.scheme === "vscode-remote" ? Uri.file(uri.path).fsPath : undefined;
  }
  return isAbsolute(text) ? text : resolve(cwd, text);
}

function mentionOf(path: string, cwd: string): string {
  const shown = (isInside(path, cwd) ? relative(cwd, path) : path).replaceAll("\\", "/");
  return /\s/.test(shown) ? `@"${shown}"` : `@${shown}`;
}
