import { readFile } from "node:fs/promises";
import type { AgentSession } from "../../../session/agentSession.ts";
import type { LineCommandContext } from "./lineCommand.ts";

/** Relay's own lies beside the built program; then those that installed packages name. */
export async function showChangelog({ runtime, transcript }: LineCommandContext): Promise<void> {
  transcript.line((await readFile(new URL("../CHANGELOG.md", import.meta.url), "utf8")).trimEnd());
  for (const [source, path] of await packageChangelogs(runtime.session)) {
    const text = await readFile(path, "utf8").catch((error: unknown) => `Cannot be read: ${String(error)}`);
    transcript.line(`\n${source}\n${text.trimEnd()}`);
  }
}

/** Source and file of each. */
async function packageChangelogs(session: AgentSession): Promise<Map<string, string>> {
  await session.prepare();
  const loader = session.resourceLoader;
  const found = [
    ...(loader.getExtensions?.().extensions ?? []),
    ...loader.getSkills().skills,
    ...loader.getPrompts().prompts,
    ...loader.getThemes().themes,
  ];
  return new Map(
    found.flatMap(({ sourceInfo: { source, changelogPath } }) =>
      changelogPath === undefined ? [] : [[source, changelogPath] as const],
    ),
  );
}
