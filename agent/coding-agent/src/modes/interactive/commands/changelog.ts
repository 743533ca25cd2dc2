import { readFile } from "node:fs/promises";
import type { LineCommandContext } from "./lineCommand.ts";

/** It lies beside the built program. */
export async function showChangelog({ transcript }: LineCommandContext): Promise<void> {
  transcript.line((await readFile(new URL("../CHANGELOG.md", import.meta.url), "utf8")).trimEnd());
}
