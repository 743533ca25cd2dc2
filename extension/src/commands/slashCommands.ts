import type { RpcSlashCommand } from "@relay-harness/protocol";
import type { ChatCommandName, SlashCommandView } from "@relay-harness/protocol/webview";
import { localize } from "../base/localize.ts";

interface BuiltIn {
  command: ChatCommandName;
  description: string;
  /** Text after the name means something. */
  takesArguments?: true;
}

/** Commands of the terminal that have a control here (cli.md 8.2); the rest is sent as it is. */
export const builtInSlashCommands: Readonly<Record<string, BuiltIn>> = {
  settings: { command: "agentSettings", description: localize("Change the agent's settings") },
  model: { command: "selectModel", description: localize("Choose the model") },
  thinking: { command: "selectThinking", description: localize("Choose the thinking level") },
  "scoped-models": { command: "scopedModels", description: localize("Choose the models to cycle through") },
  login: { command: "signIn", description: localize("Sign in to a provider") },
  logout: { command: "signOut", description: localize("Sign out of a provider") },
  new: { command: "newSession", description: localize("Start a new session") },
  resume: { command: "resumeSession", description: localize("Open an earlier session") },
  name: { command: "renameSession", description: localize("Name this session"), takesArguments: true },
  session: { command: "sessionInfo", description: localize("Show messages, tokens and cost") },
  tree: { command: "sessionTree", description: localize("Show the branches of this session") },
  fork: { command: "fork", description: localize("Start a session from an earlier message") },
  clone: { command: "clone", description: localize("Copy this branch into a new session") },
  compact: {
    command: "compact",
    description: localize("Summarize the conversation so far"),
    takesArguments: true,
  },
  import: { command: "importSession", description: localize("Open a copy of a session file") },
  copy: { command: "copyLastAnswer", description: localize("Copy the last answer") },
  export: { command: "exportSession", description: localize("Save this session as HTML or JSONL") },
  share: { command: "shareSession", description: localize("Publish this session as a secret gist") },
  bug: { command: "reportBug", description: localize("Write a bug report") },
  trust: { command: "projectTrust", description: localize("Decide about this folder's resources") },
  reload: { command: "reloadResources", description: localize("Read settings, extensions and skills again") },
};

/** The `/` menu: what is answered here, then what the agent knows. */
export function slashCommandsOf(agentCommands: readonly RpcSlashCommand[]): SlashCommandView[] {
  const builtIns = Object.entries(builtInSlashCommands).map(([name, { description, takesArguments }]) => ({
    name,
    description,
    source: "builtin" as const,
    runsIn: "host" as const,
    takesArguments: takesArguments ?? false,
  }));
  const others = agentCommands.map(({ name, description = "", source }) => ({
    name,
    description,
    source,
    runsIn: "agent" as const,
    takesArguments: true,
  }));
  return [...builtIns, ...others.filter(({ name }) => !Object.hasOwn(builtInSlashCommands, name))];
}

/** A built-in command with its arguments, if that is what the text is. */
export function parseBuiltIn(text: string): { command: ChatCommandName; argument: string } | undefined {
  const [, name = "", argument = ""] = /^\/([\w-]+)(?:\s+([^]*))?$/.exec(text.trim()) ?? [];
  if (!Object.hasOwn(builtInSlashCommands, name)) return undefined;
  const builtIn = builtInSlashCommands[name];
  // With arguments that mean nothing here it is a sentence, not a command.
  if (!builtIn || (argument !== "" && !builtIn.takesArguments)) return undefined;
  return { command: builtIn.command, argument };
}
