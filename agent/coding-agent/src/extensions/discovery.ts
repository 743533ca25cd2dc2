import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { isJsonObject } from "@relay-harness/protocol";
import { statReachable } from "../base/reachable.ts";

/** Entry files in a folder of extensions, one level deep, in code-unit order (extension-api.md §2.1). */
export function discoverEntries(folder: string): string[] {
  return namesIn(folder).flatMap((name) => {
    const path = join(folder, name);
    if (isDirectory(path)) return folderEntries(path) ?? [];
    return isExtensionFile(name) ? [path] : [];
  });
}

/**
 * Entry files of one folder: those its `package.json` lists, else its index; `undefined` when it has
 * neither.
 */
function folderEntries(folder: string): string[] | undefined {
  const listed = manifestEntries(folder);
  if (listed) return listed;
  const index = ["index.ts", "index.js"].map((name) => join(folder, name)).find(isFile);
  return index === undefined ? undefined : [index];
}

/** Entry files of a path that somebody named: a file, a folder with an entry, or a folder of extensions. */
export function explicitEntries(path: string): string[] {
  if (!isDirectory(path)) return [path];
  return folderEntries(path) ?? discoverEntries(path);
}

function manifestEntries(folder: string): string[] | undefined {
  const path = join(folder, "package.json");
  if (!isFile(path)) return undefined;
  let manifest: unknown;
  try {
    manifest = JSON.parse(readFileSync(path, "utf8"));
  } catch {
    // A manifest that cannot be read lists nothing; the index counts.
    return undefined;
  }
  const relay = isJsonObject(manifest) ? manifest.relay : undefined;
  const listed = isJsonObject(relay) ? relay.extensions : undefined;
  if (!Array.isArray(listed)) return undefined;
  return listed.filter((item) => typeof item === "string").map((item) => resolve(folder, item));
}

/** Sorted by code units; empty when there is no such folder. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => !name.startsWith(".") && name !== "node_modules")
      .sort((a, b) => (a < b ? -1 : 1));
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR");
}

function isExtensionFile(name: string): boolean {
  return /\.[tj]s$/.test(name) && !name.endsWith(".d.ts");
}

function isDirectory(path: string): boolean {
  return statReachable(path)?.isDirectory() ?? false;
}

function isFile(path: string): boolean {
  return statReachable(path)?.isFile() ?? false;
}
