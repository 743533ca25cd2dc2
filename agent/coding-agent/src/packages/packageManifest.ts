import { existsSync, readFileSync } from "node:fs";
import { isAbsolute, join, relative, resolve } from "node:path";
import { statReachable } from "../base/reachable.ts";
import { isJsonObject, type JsonObject } from "@relay-harness/protocol";
import { parseEntries } from "../base/resourcePatterns.ts";
import { packageResourceTypes, type PackageResourceType } from "./packageEntries.ts";

/** What a package says that it brings (cli.md §11.2). */
export interface PackageManifest {
  /** The package is one file: an extension. */
  isFile?: true;
  /** Of `package.json`. */
  version?: string;
  /** Paths, globs and `!` exclusions from the package's root; a kind without any brings nothing. */
  entries: Readonly<Record<PackageResourceType, readonly string[]>>;
  /** Absolute. */
  changelogPath?: string;
}

/** Folders that count where no manifest says anything else: those that are there. */
function conventions(root: string): PackageManifest["entries"] {
  const folder = (name: string): string[] => (existsSync(join(root, name)) ? [name] : []);
  return {
    extensions: folder("extensions"),
    skills: folder("skills"),
    prompts: folder("prompts"),
    themes: folder("themes"),
  };
}

/** Reads `package.json`. A file in place of a folder is one extension. */
export function readManifest(root: string): { manifest: PackageManifest; warnings: string[] } {
  if (statReachable(root)?.isFile()) {
    return {
      manifest: { isFile: true, entries: { extensions: ["."], skills: [], prompts: [], themes: [] } },
      warnings: [],
    };
  }
  const warnings: string[] = [];
  const json = readPackageJson(root, warnings);
  const version = typeof json.version === "string" ? json.version : undefined;
  const { relay } = json;
  if (relay === undefined) return { manifest: { version, entries: conventions(root) }, warnings };
  if (!isJsonObject(relay)) {
    warnings.push(`"relay" in package.json is ignored: expected an object`);
    return { manifest: { version, entries: conventions(root) }, warnings };
  }
  const entries = Object.fromEntries(
    packageResourceTypes.map((type) => [type, readEntries(root, type, relay[type], warnings)]),
  ) as Record<PackageResourceType, string[]>;
  const { changelogPath } = relay;
  return {
    manifest: {
      version,
      entries,
      ...(typeof changelogPath === "string" && isInside(root, changelogPath)
        ? { changelogPath: resolve(root, changelogPath) }
        : {}),
    },
    warnings,
  };
}

/** Content of `package.json`; empty where there is none. */
export function readPackageJson(root: string, warnings: string[] = []): JsonObject {
  let text: string;
  try {
    text = readFileSync(join(root, "package.json"), "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return {};
    warnings.push(`package.json cannot be read: ${error instanceof Error ? error.message : String(error)}`);
    return {};
  }
  try {
    const value: unknown = JSON.parse(text);
    if (isJsonObject(value)) return value;
    warnings.push("package.json is ignored: expected an object");
  } catch (error) {
    warnings.push(`package.json is ignored: ${error instanceof Error ? error.message : String(error)}`);
  }
  return {};
}

function readEntries(root: string, type: PackageResourceType, value: unknown, warnings: string[]): string[] {
  if (value === undefined) return [];
  if (!Array.isArray(value) || !value.every((item) => typeof item === "string")) {
    warnings.push(`"relay.${type}" in package.json is ignored: expected an array of strings`);
    return [];
  }
  const [leaving] = parseEntries(value).plain.filter((entry) => !isInside(root, entry));
  if (leaving === undefined) return value;
  warnings.push(`"relay.${type}" in package.json is ignored: "${leaving}" lies outside the package`);
  return [];
}

function isInside(root: string, entry: string): boolean {
  const name = relative(root, resolve(root, entry));
  return !name.startsWith("..") && !isAbsolute(name);
}
