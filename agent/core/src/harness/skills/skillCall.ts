import type { ToolEffect } from "../alignment/toolEffect.ts";
import type { SkillCall } from "./skillUsageTracker.ts";

/** What a call meant for skills; `resolvePath` makes the paths that it names absolute. */
export function skillCallOf(effect: ToolEffect, resolvePath: (path: string) => string): SkillCall {
  const { kind, path, command, analysis } = effect;
  if (kind === "read")
    return { reads: path === undefined ? [] : [resolvePath(path)], executes: [], isAction: false };
  if (kind !== "command" || command === undefined) return { reads: [], executes: [], isAction: true };
  const words = command.match(/[^\s"'`;|&<>()]+/g) ?? [];
  const paths = words.filter((word) => /[/.]/.test(word) && !word.startsWith("-")).map(resolvePath);
  const isRead = analysis?.isReadOnly ?? false;
  return { reads: isRead ? paths : [], executes: isRead ? [] : paths, isAction: !isRead };
}
