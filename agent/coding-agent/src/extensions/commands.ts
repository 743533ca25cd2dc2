import type { Extension } from "./extension.ts";
import type { CommandDefinition } from "./types/api.ts";

export interface ExtensionCommand {
  command: CommandDefinition;
  extension: Extension;
}

/**
 * Commands by the name that calls them, in load order. A name that several extensions hold calls none of
 * them; `name:1`, `name:2` do (extension-api.md §2.5).
 */
export function invocationNames(extensions: readonly Extension[]): Map<string, ExtensionCommand> {
  const holders = new Map<string, number>();
  for (const { commands } of extensions) {
    for (const name of commands.keys()) holders.set(name, (holders.get(name) ?? 0) + 1);
  }
  const seen = new Map<string, number>();
  const named = new Map<string, ExtensionCommand>();
  for (const extension of extensions) {
    for (const [name, command] of extension.commands) {
      const number = (seen.get(name) ?? 0) + 1;
      seen.set(name, number);
      const called = (holders.get(name) ?? 0) > 1 ? `${name}:${number}` : name;
      if (!named.has(called)) named.set(called, { command, extension });
    }
  }
  return named;
}

/** A command line taken apart (extension-api.md §12); `undefined` when the text is none. */
export function parseCommandText(text: string): { name: string; args: string } | undefined {
  const match = /^\/([^\s]+)(?:\s([^]*))?$/.exec(text);
  return match?.[1] === undefined ? undefined : { name: match[1], args: match[2] ?? "" };
}
