import { keepFirstOfName, type ResourceDiagnostic } from "../diagnostics.ts";
import { collectFiles, type ResourceKind } from "../scan/collectFiles.ts";
import { filesIn } from "../scan/directories.ts";
import type { ResourceSources } from "../sources.ts";
import { readPromptTemplate, type PromptTemplate } from "./promptTemplate.ts";

export interface LoadPromptsResult {
  /** In order of precedence, each name once. */
  prompts: PromptTemplate[];
  diagnostics: ResourceDiagnostic[];
}

const kind: ResourceKind = {
  resourceType: "prompt",
  find: (dir, diagnostics) => filesIn(dir, ".md", diagnostics),
  ending: ".md",
};

export function loadPromptSources(sources: ResourceSources): LoadPromptsResult {
  const diagnostics: ResourceDiagnostic[] = [];
  const prompts = collectFiles(kind, sources, diagnostics).flatMap(
    (file) => readPromptTemplate(file, diagnostics) ?? [],
  );
  return { prompts: keepFirstOfName("prompt", prompts, diagnostics), diagnostics };
}
