import type { RpcSlashCommand } from "@relay-harness/protocol";
import type { ResourceLoader } from "../resources/resourceLoader.ts";

/** Prompt templates, then skills where they are commands (rpc.md §4.7). */
export function resourceCommands(
  loader: Pick<ResourceLoader, "getPrompts" | "getSkills">,
  hasSkillCommands: boolean,
): RpcSlashCommand[] {
  const templates = loader.getPrompts().prompts.map(({ name, description, sourceInfo }): RpcSlashCommand => ({
    name,
    ...(description !== "" && { description }),
    source: "prompt",
    sourceInfo,
  }));
  if (!hasSkillCommands) return templates;
  const skills = loader.getSkills().skills.map(({ name, description, sourceInfo }): RpcSlashCommand => ({
    name: `skill:${name}`,
    description,
    source: "skill",
    sourceInfo,
  }));
  return [...templates, ...skills];
}
