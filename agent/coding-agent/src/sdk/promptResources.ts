import type { ContextFile } from "../resources/contextFiles.ts";
import type { ResourceLoader } from "../resources/resourceLoader.ts";
import { joinPromptParts } from "../resources/systemPromptFiles.ts";
import type { PromptResources } from "../session/runSupport.ts";

/** What a session needs of a resource loader. Context files are asked for before each request. */
export function promptResourcesOf(loader: ResourceLoader): PromptResources {
  const customPrompt = loader.getSystemPrompt();
  const append = loader.getAppendSystemPrompt();
  const texts = joinPromptParts({ ...(customPrompt !== undefined && { customPrompt }), append });
  if (loader.noContextFiles) return { texts, contextFiles: undefined };
  let files: readonly ContextFile[] = [];
  return {
    texts,
    contextFiles: {
      get files() {
        return files;
      },
      refresh: () => {
        const { agentsFiles } = loader.getAgentsFiles();
        if (isEqual(agentsFiles, files)) return false;
        files = agentsFiles;
        return true;
      },
      drainWarnings: () => loader.drainWarnings?.() ?? [],
    },
  };
}

function isEqual(a: readonly ContextFile[], b: readonly ContextFile[]): boolean {
  return (
    a.length === b.length &&
    a.every(({ path, content }, index) => path === b[index]?.path && content === b[index].content)
  );
}
