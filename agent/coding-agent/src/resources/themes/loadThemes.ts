import { basename } from "node:path";
import type { ResourceDiagnostic } from "../../base/resourceDiagnostic.ts";
import { errorText, keepFirstOfName, warning } from "../diagnostics.ts";
import { readTextFile } from "../readText.ts";
import { collectFiles, type FoundFile, type ResourceKind } from "../scan/collectFiles.ts";
import { filesIn } from "../scan/directories.ts";
import type { ResourceSources } from "../sources.ts";
import { unusedResources, type UnusedResource } from "../unused.ts";
import { parseTheme } from "./parseTheme.ts";
import type { ThemeResource } from "./theme.ts";

export interface LoadThemesResult {
  /** In order of precedence, each name once. */
  themes: ThemeResource[];
  diagnostics: ResourceDiagnostic[];
  /** Found beside them. */
  unused: UnusedResource[];
}

const kind: ResourceKind = {
  resourceType: "theme",
  find: (dir, diagnostics) => filesIn(dir, ".json", diagnostics),
  ending: ".json",
};

export function loadThemeSources(sources: ResourceSources): LoadThemesResult {
  const diagnostics: ResourceDiagnostic[] = [];
  const collected = collectFiles(kind, sources, diagnostics);
  const read = collected.files.flatMap((file) => readTheme(file, diagnostics) ?? []);
  const themes = keepFirstOfName("theme", read, diagnostics);
  const nameOf = ({ path }: FoundFile): string => basename(path, ".json");
  return { themes, diagnostics, unused: unusedResources(collected, themes, diagnostics, nameOf) };
}

function readTheme(
  { path, sourceInfo }: FoundFile,
  diagnostics: ResourceDiagnostic[],
): ThemeResource | undefined {
  try {
    return { ...parseTheme(readTextFile(path)), filePath: path, sourceInfo };
  } catch (error) {
    diagnostics.push(warning(path, `Theme is not loaded: ${errorText(error)}`));
    return undefined;
  }
}
