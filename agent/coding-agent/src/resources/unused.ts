import type { SourceInfo } from "@relay-harness/protocol";
import type { ResourceDiagnostic } from "../base/resourceDiagnostic.ts";
import type { CollectedFiles, FoundFile } from "./scan/collectFiles.ts";

/** A file that was found and does not count. */
export interface UnusedResource {
  name: string;
  sourceInfo: SourceInfo;
  /** False: a setting turns it off. True: a diagnostic says what is wrong. */
  isEnabled: boolean;
}

/**
 * What was collected and is not among the resources that count. `nameOf` is `undefined` for a file that is
 * no resource of this kind; so is a file that is not used and of which nothing is said.
 */
export function unusedResources(
  { files, disabled }: CollectedFiles,
  used: readonly { filePath: string }[],
  diagnostics: readonly ResourceDiagnostic[],
  nameOf: (file: FoundFile) => string | undefined,
): UnusedResource[] {
  const usedPaths = new Set(used.map(({ filePath }) => filePath));
  const knownPaths = new Set(diagnostics.map(({ path }) => path));
  const entry = (file: FoundFile, isEnabled: boolean): UnusedResource[] => {
    const name = nameOf(file);
    return name === undefined ? [] : [{ name, sourceInfo: file.sourceInfo, isEnabled }];
  };
  return [
    ...files
      .filter(({ path }) => !usedPaths.has(path) && knownPaths.has(path))
      .flatMap((file) => entry(file, true)),
    ...disabled.flatMap((file) => entry(file, false)),
  ];
}
