import { writeFile } from "node:fs/promises";
import type { SystemState } from "../../sessions/systemState.ts";
import { demandConversation, type ExportSource } from "../exportSource.ts";
import { systemPromptText } from "../systemPromptText.ts";
import { readPageAssets } from "./pageAssets.ts";
import { sessionPageHtml } from "./sessionPageHtml.ts";

/**
 * Writes the page of a session to `path`, whose folder must exist. `system` is the prompt of a session
 * that is running. Rejects with `nothing-to-export` or an error of the file system.
 */
export async function exportHtml(source: ExportSource, path: string, system?: SystemState): Promise<void> {
  demandConversation(source);
  const { header, entries, leafId } = source;
  const declared = system && {
    systemPrompt: systemPromptText(system),
    tools: system.tools.map(({ name, description, parameters }) => ({ name, description, parameters })),
  };
  await writeFile(path, sessionPageHtml({ header, entries, leafId, ...declared }, readPageAssets()));
}
