import { basename } from "node:path";
import type { ResourceDiagnostic } from "../../base/resourceDiagnostic.ts";
import { keepFirstOfName } from "../diagnostics.ts";
import { collectFiles, type FoundFile, type ResourceKind } from "../scan/collectFiles.ts";
import { filesIn } from "../scan/directories.ts";
import type { ResourceSources } from "../sources.ts";
import { unusedResources, type UnusedResource } from "../unused.ts";
import { readPromptTemplate, type PromptTemplate } from "./promptTemplate.ts";

export interface LoadPromptsResult {
  /** In order of precedence, each name once. */
  prompts: PromptTemplate[];
  diagnostics: ResourceDiagnostic[];
  /** Found beside them. */
  unused: UnusedResource[];
}

const kind: ResourceKind = {
  resourceType: "prompt",
  find: (dir, diagnostics) => filesIn(dir, ".md", diagnostics),
  ending: ".md",
};

export function loadPromptSources(sources: ResourceSources): LoadPromptsResult {
  const diagnostics: ResourceDiagnostic[] = [];
  const collected = collectFiles(kind, sources, diagnostics);
  const read = collected.files.flatMap((file) => readPromptTemplate(file, diagnostics) ?? []);
  const prompts = keepFirstOfName("prompt", read, diagnostics);
  const nameOf = ({ path }: FoundFile): string => basename(path, ".md");
  return { prompts, diagnostics, unused: unusedResources(collected, prompts, diagnostics, nameOf) };
}
