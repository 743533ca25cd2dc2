import type { ToolCall } from "@relay-harness/protocol";
import type { ShellLanguage, ShellParser } from "../shell/syntax.ts";
import type { CommandAnalysis, ShellFacts } from "../shell/types.ts";

/** What a tool is, as far as its name and annotations say. */
export interface ToolTraits {
  /** The annotation; absent when the tool does not say. */
  readOnlyHint?: boolean;
}

/** What a call is about to do. */
export interface ToolEffect {
  /** `command`: a shell; `edit`: it names a file that it changes; `read`; else it is not known. */
  kind: "command" | "edit" | "read" | "unknown";
  command?: string;
  /** File that it changes or reads, as the call names it. */
  path?: string;
  analysis?: CommandAnalysis;
}

/** Loads what a command is read with; grammars are loaded at its first use. */
export type LoadShellParser = (language: ShellLanguage, command: string) => Promise<ShellParser>;

export interface EffectOptions {
  facts: () => ShellFacts;
  loadParser: LoadShellParser;
  verifyCommands?: readonly string[];
  /** Runs before each command, in the same shell. */
  commandPrefix?: () => string | undefined;
  traitsOf?: (tool: string) => ToolTraits;
}

const shells: Readonly<Record<string, ShellLanguage>> = { bash: "bash", powershell: "powershell" };
const editTools: ReadonlySet<string> = new Set(["edit", "write"]);
const readTools: ReadonlySet<string> = new Set(["read", "grep", "find", "ls"]);

/** Classifies a call by its tool and arguments. Only shell calls load the grammar. */
export async function classifyToolCall(
  { name, arguments: args }: Pick<ToolCall, "name" | "arguments">,
  { facts, loadParser, verifyCommands, commandPrefix, traitsOf }: EffectOptions,
): Promise<ToolEffect> {
  const path = typeof args["path"] === "string" ? args["path"] : undefined;
  const shell = Object.hasOwn(shells, name) ? shells[name] : undefined;
  const { command } = args;
  if (shell && typeof command === "string") {
    // A third of the harness reads commands: it is loaded with the grammar, not with the first message.
    const [parser, { analyzeCommand }] = await Promise.all([
      loadParser(shell, command),
      import("../shell/analyzeCommand.ts"),
    ]);
    const prefix = shell === "bash" ? commandPrefix?.() : undefined;
    return {
      kind: "command",
      command,
      analysis: analyzeCommand(prefix ? `${prefix}\n${command}` : command, {
        shell,
        facts: facts(),
        parser,
        verifyCommands,
      }),
    };
  }
  if (editTools.has(name)) return { kind: "edit", ...(path !== undefined && { path }) };
  if (readTools.has(name)) return { kind: "read", ...(path !== undefined && { path }) };
  const { readOnlyHint } = traitsOf?.(name) ?? {};
  if (readOnlyHint === true) return { kind: "read" };
  if (readOnlyHint === false && path !== undefined) return { kind: "edit", path };
  return { kind: "unknown" };
}
