import type { SourceInfo } from "@relay-harness/protocol";
import { parseEntries } from "../base/resourcePatterns.ts";
import type { PackageResourceType } from "./packageEntries.ts";
import { packageSelection, type IsSelected } from "./packageSelection.ts";
import type { ResolvedPackage } from "./resolvePackages.ts";

/** What one package brings of one kind, before its folders are searched. */
export interface PackageEntries {
  baseDir: string;
  /** Paths and globs from `baseDir` or `root`; folders are searched as the kind has it. */
  entries: readonly string[];
  /** Whether the manifest lets a file that was found there count. */
  isOffered: IsSelected;
  /** Whether the settings do. */
  isSelected: IsSelected;
  metadata: Omit<SourceInfo, "path">;
}

export function packageEntries(pkg: ResolvedPackage, type: PackageResourceType): PackageEntries {
  const { source, scope, root, baseDir, manifest, layers } = pkg;
  const { plain } = parseEntries(manifest.entries[type]);
  const marks = manifest.entries[type].filter((entry) => /^[!+-]/.test(entry));
  return {
    baseDir,
    entries: !manifest.isFile ? plain : type === "extensions" ? [root] : [],
    isOffered:
      marks.length === 0
        ? () => true
        : packageSelection([{ filters: { [type]: marks }, isDelta: false }], type, baseDir),
    isSelected: packageSelection(layers, type, baseDir),
    metadata: {
      source,
      scope,
      origin: "package",
      baseDir,
      ...(manifest.changelogPath !== undefined && { changelogPath: manifest.changelogPath }),
    },
  };
}
