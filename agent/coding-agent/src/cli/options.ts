/** How an option takes its value. */
export type OptionKind =
  | "flag"
  /** Next token, which may not start with `-`. */
  | "value"
  /** Next token, whatever it starts with. */
  | "text"
  /** Comma list. */
  | "list"
  /** Next token if it starts with neither `-` nor `@`. */
  | "optional";

export type OptionGroup = "Modes" | "Models" | "Sessions" | "Tools" | "Resources" | "Prompt" | "Other";

export interface CliOption {
  /** Long name with its dashes. */
  name: string;
  short?: string;
  kind: OptionKind;
  /** May be given several times; values accumulate. */
  isRepeatable?: true;
  /** Parsed and answered with an error: its part is not built. */
  isUnavailable?: true;
  group: OptionGroup;
  /** Placeholder of the value in the help. */
  value?: string;
  /** Absent: not listed in the help. */
  help?: string;
}

/** Every option of cli.md §1.2. */
export const cliOptions: readonly CliOption[] = [
  {
    name: "--print",
    short: "-p",
    kind: "flag",
    group: "Modes",
    help: "Run the prompts, print the answer, exit",
  },
  {
    name: "--mode",
    kind: "value",
    group: "Modes",
    value: "text|json|rpc",
    help: "Output interface (default text)",
  },
  {
    name: "--export",
    kind: "value",
    group: "Modes",
    value: "file",
    help: "Write a session file as HTML (to the next argument, if any), exit",
  },

  {
    name: "--provider",
    kind: "value",
    group: "Models",
    value: "name",
    help: "Look for --model at this provider only",
  },
  {
    name: "--model",
    kind: "value",
    group: "Models",
    value: "pattern",
    help: "Model: provider/id, id or part of a name, optionally :<thinking>",
  },
  {
    name: "--api-key",
    kind: "value",
    group: "Models",
    value: "key",
    help: "Key for the model's provider, this run only",
  },
  {
    name: "--thinking",
    kind: "value",
    group: "Models",
    value: "level",
    help: "off, minimal, low, medium, high, xhigh or max",
  },
  {
    name: "--models",
    kind: "list",
    group: "Models",
    value: "patterns",
    help: "Models to start with and cycle through",
  },
  {
    name: "--list-models",
    kind: "optional",
    group: "Models",
    value: "[search]",
    help: "List models that have credentials, exit",
  },

  {
    name: "--continue",
    short: "-c",
    kind: "flag",
    group: "Sessions",
    help: "Go on with this directory's newest session",
  },
  { name: "--resume", short: "-r", kind: "flag", group: "Sessions", help: "Choose a session" },
  {
    name: "--session",
    kind: "value",
    group: "Sessions",
    value: "path|id",
    help: "Open a session by file or (partial) id",
  },
  {
    name: "--session-id",
    kind: "value",
    group: "Sessions",
    value: "id",
    help: "Open the session with this id, or create it",
  },
  {
    name: "--fork",
    kind: "value",
    group: "Sessions",
    value: "path|id",
    help: "Copy a session into a new one here",
  },
  {
    name: "--session-dir",
    kind: "value",
    group: "Sessions",
    value: "dir",
    help: "Where sessions are stored and looked for",
  },
  { name: "--no-session", kind: "flag", group: "Sessions", help: "Keep the session in memory" },
  {
    name: "--name",
    short: "-n",
    kind: "value",
    group: "Sessions",
    value: "name",
    help: "Name of the session",
  },

  {
    name: "--tools",
    short: "-t",
    kind: "list",
    group: "Tools",
    value: "names",
    help: "Only these tools (* matches any text)",
  },
  {
    name: "--exclude-tools",
    short: "-xt",
    kind: "list",
    group: "Tools",
    value: "names",
    help: "Without these tools",
  },
  {
    name: "--no-builtin-tools",
    short: "-nbt",
    kind: "flag",
    group: "Tools",
    help: "Without the built-in tools",
  },
  { name: "--no-tools", short: "-nt", kind: "flag", group: "Tools", help: "Start without any tool" },

  {
    name: "--extension",
    short: "-e",
    kind: "value",
    isRepeatable: true,
    group: "Resources",
    value: "path",
    help: "Load an extension; repeatable",
  },
  {
    name: "--no-extensions",
    short: "-ne",
    kind: "flag",
    group: "Resources",
    help: "Only extensions that -e names",
  },
  { name: "--no-mcp", kind: "flag", group: "Resources" },
  {
    name: "--skill",
    kind: "value",
    isRepeatable: true,
    group: "Resources",
    value: "path",
    help: "Load a skill, or a directory of skills; repeatable",
  },
  {
    name: "--no-skills",
    short: "-ns",
    kind: "flag",
    group: "Resources",
    help: "Without skills that are found or configured",
  },
  {
    name: "--prompt-template",
    kind: "value",
    isRepeatable: true,
    group: "Resources",
    value: "path",
    help: "Load a prompt template, or a directory of them; repeatable",
  },
  {
    name: "--no-prompt-templates",
    short: "-np",
    kind: "flag",
    group: "Resources",
    help: "Without prompt templates that are found or configured",
  },
  { name: "--theme", kind: "value", isRepeatable: true, isUnavailable: true, group: "Resources" },
  { name: "--no-themes", kind: "flag", group: "Resources" },
  { name: "--use-theme", kind: "value", isUnavailable: true, group: "Resources" },

  {
    name: "--no-context-files",
    short: "-nc",
    kind: "flag",
    group: "Prompt",
    help: "Without AGENTS.md and its kind",
  },
  {
    name: "--system-prompt",
    kind: "text",
    group: "Prompt",
    value: "text|path",
    help: "Replace the default prompt",
  },
  {
    name: "--append-system-prompt",
    kind: "text",
    isRepeatable: true,
    group: "Prompt",
    value: "text|path",
    help: "Add to the prompt; repeatable",
  },

  { name: "--tui-mode", kind: "value", isUnavailable: true, group: "Other" },
  { name: "--verbose", kind: "flag", group: "Other" },
  { name: "--laya-policy", kind: "value", isUnavailable: true, group: "Other" },
  {
    name: "--approve",
    short: "-a",
    kind: "flag",
    group: "Other",
    help: "Trust this project's resources, this run only",
  },
  {
    name: "--no-approve",
    short: "-na",
    kind: "flag",
    group: "Other",
    help: "Do not trust them, this run only",
  },
  { name: "--offline", kind: "flag", group: "Other", help: "No automatic network use, as RELAY_OFFLINE=1" },
  { name: "--help", short: "-h", kind: "flag", group: "Other", help: "This text" },
  { name: "--version", short: "-v", kind: "flag", group: "Other", help: "Version" },
];

/** The option that a token without its `=value` names. */
export function findOption(token: string): CliOption | undefined {
  return cliOptions.find((option) => option.name === token || option.short === token);
}
