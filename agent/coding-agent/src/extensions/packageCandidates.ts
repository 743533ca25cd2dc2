import { resolve } from "node:path";
import { packageEntries } from "../packages/packageFiles.ts";
import type { ResolvedPackage } from "../packages/resolvePackages.ts";
import { explicitEntries } from "./discovery.ts";
import { isGlob } from "../base/resourcePatterns.ts";
import { globFiles } from "./settingsEntries.ts";
import type { SourceInfo } from "@relay-harness/protocol";

/** Extension files of a package that its manifest offers and the settings let count. */
export function packageExtensions(
  pkg: ResolvedPackage,
): { path: string; metadata: Omit<SourceInfo, "path"> }[] {
  const { baseDir, entries, isOffered, isSelected, metadata } = packageEntries(pkg, "extensions");
  return entries
    .flatMap((entry) => (isGlob(entry) ? globFiles(baseDir, entry) : [resolve(baseDir, entry)]))
    .flatMap(explicitEntries)
    .filter((path) => isOffered(path) && isSelected(path))
    .map((path) => ({ path, metadata }));
}
