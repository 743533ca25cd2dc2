import type { RpcSlashCommand } from "@relay-harness/protocol";
import type { ChatCommandName, SlashCommandView } from "@relay-harness/protocol/webview";

interface BuiltIn {
  command: ChatCommandName;
  description: string;
  /** Text after the name means something. */
  takesArguments?: true;
}

/** Commands of the terminal that have a control here (cli.md 8.2); the rest is sent as it is. */
export const builtInSlashCommands: Readonly<Record<string, BuiltIn>> = {
  settings: { command: "agentSettings", description: "Change the agent's settings" },
  model: { command: "selectModel", description: "Choose the model" },
  thinking: { command: "selectThinking", description: "Choose the thinking level" },
  "scoped-models": { command: "scopedModels", description: "Choose the models to cycle through" },
  login: { command: "signIn", description: "Sign in to a provider" },
  logout: { command: "signOut", description: "Sign out of a provider" },
  new: { command: "newSession", description: "Start a new session" },
  resume: { command: "resumeSession", description: "Open an earlier session" },
  name: { command: "renameSession", description: "Name this session", takesArguments: true },
  session: { command: "sessionInfo", description: "Show messages, tokens and cost" },
  tree: { command: "sessionTree", description: "Show the branches of this session" },
  fork: { command: "fork", description: "Start a session from an earlier message" },
  clone: { command: "clone", description: "Copy this branch into a new session" },
  compact: { command: "compact", description: "Summarize the conversation so far", takesArguments: true },
  import: { command: "importSession", description: "Open a copy of a session file" },
  copy: { command: "copyLastAnswer", description: "Copy the last answer" },
  export: { command: "exportSession", description: "Save this session as HTML or JSONL" },
  share: { command: "shareSession", description: "Publish this session as a secret gist" },
  bug: { command: "reportBug", description: "Write a bug report" },
  trust: { command: "projectTrust", description: "Decide about this folder's resources" },
  reload: { command: "reloadResources", description: "Read settings, extensions and skills again" },
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
