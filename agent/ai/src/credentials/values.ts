import type { VariableLookup } from "./types.ts";

/** Result of resolving a configured value; `reason` completes the sentence "could not be resolved: …". */
export type ResolvedValue = { value: string } | { reason: string };

/** Runs a shell command and returns its trimmed output, or `undefined` when it failed or printed nothing. */
export type CommandRunner = (command: string) => Promise<string | undefined>;

const reference = /\$(?:(\$|!)|\{([A-Za-z_][A-Za-z0-9_]*)\}|([A-Za-z_][A-Za-z0-9_]*))/g;

/** Variables of a credential first, then those of the process; empty values count as unset. */
export function variableLookup(
  processEnv: Readonly<Record<string, string | undefined>>,
  credentialEnv?: Readonly<Record<string, string>>,
): VariableLookup {
  return (name) => credentialEnv?.[name] || processEnv[name] || undefined;
}

/** The command of a `!command` value. */
export function commandOf(text: string): string | undefined {
  return text.startsWith("!") ? text.slice(1) : undefined;
}

/** Replaces `$NAME`, `${NAME}`, `$$` and `$!` (models.md §3.2). Commands are not expanded here. */
export function interpolate(text: string, lookup: VariableLookup): ResolvedValue {
  let missing: string | undefined;
  const value = text.replace(reference, (_, escaped?: string, braced?: string, bare?: string) => {
    if (escaped) return escaped;
    const name = braced ?? bare ?? "";
    const found = lookup(name);
    if (found === undefined) missing ??= name;
    return found ?? "";
  });
  if (missing !== undefined) return { reason: `environment variable ${missing} is not set` };
  return { value };
}

/** Name of the first variable a value refers to, for labels. */
export function referencedVariable(text: string): string | undefined {
  if (commandOf(text) !== undefined) return undefined;
  for (const [, , braced, bare] of text.matchAll(reference)) {
    if (braced ?? bare) return braced ?? bare;
  }
  return undefined;
}

/** True when a value is worth trying: it is a command or its variables are set. Runs nothing. */
export function isResolvable(text: string, lookup: VariableLookup): boolean {
  return commandOf(text) !== undefined || "value" in interpolate(text, lookup);
}

/** Resolves a value, running its command if it is one. */
export async function resolveValue(
  text: string,
  lookup: VariableLookup,
  runCommand: CommandRunner,
): Promise<ResolvedValue> {
  const command = commandOf(text);
  if (command === undefined) return interpolate(text, lookup);
  const output = await runCommand(command);
  if (output === undefined) return { reason: "its command failed or printed nothing" };
  return { value: output };
}
