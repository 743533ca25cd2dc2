import { printable } from "../base/printable.ts";
import { cliOptions, type CliOption, type OptionGroup } from "./options.ts";

const groups: readonly OptionGroup[] = [
  "Modes",
  "Models",
  "Sessions",
  "Tools",
  "Resources",
  "Prompt",
  "Other",
];

const environment: readonly (readonly [string, string])[] = [
  ["RELAY_CODING_AGENT_DIR", "Agent directory (default ~/.relay/agent)"],
  ["RELAY_CODING_AGENT_SESSION_DIR", "Where sessions are stored; --session-dir wins"],
  ["RELAY_OFFLINE", "1: no automatic network use"],
  ["HTTP_PROXY, HTTPS_PROXY, NO_PROXY", "Outbound proxy"],
];

export interface HelpInput {
  version: string;
  /** Names of the built-in tools. */
  tools: readonly string[];
  /** Flags that extensions registered. */
  extensionFlags?: readonly { name: string; type: "boolean" | "string"; description?: string }[];
}

/** Text of `--help`: what this build does, grouped as in cli.md §1.2. Ends in a line feed. */
export function helpText({ version, tools, extensionFlags = [] }: HelpInput): string {
  const parts = [
    `relay ${version} - a coding agent`,
    `Usage:
  relay [options] [--] [@files...] [messages...]
  relay install|remove <source> [-l]
  relay update [<source>] | list | config
  relay auth <login|logout|check|print-api-key|print-bearer-token>
  relay harness <classify|explain>
  relay intake read <file.docx>

  @file adds a file to the first message; several messages are several prompts.
  Everything after -- is a message or a file, even when it starts with a dash.
  A message may be a command, such as "/intake change the discount", which writes a Word questionnaire.`,
    ...groups.flatMap((group) => section(group, optionRows(group))),
    ...section(
      "Extension flags",
      extensionFlags.map(({ name, type, description }) => [
        printable(`--${name}${type === "string" ? " <value>" : ""}`),
        // Extensions are written in JavaScript too.
        typeof description === "string" ? printable(description).replace(/\s+/g, " ") : "",
      ]),
    ),
    ...section("Environment", environment),
    `Built-in tools:\n  ${tools.join(", ")}`,
  ];
  return `${parts.join("\n\n")}\n`;
}

function optionRows(group: OptionGroup): [string, string][] {
  return cliOptions.flatMap((option) =>
    option.group === group && option.help !== undefined ? [[synopsis(option), option.help]] : [],
  );
}

function synopsis({ short, name, value, kind }: CliOption): string {
  const names = short === undefined ? name : `${short}, ${name}`;
  if (value === undefined) return names;
  return `${names} ${kind === "optional" ? value : `<${value}>`}`;
}

function section(title: string, rows: readonly (readonly [string, string])[]): string[] {
  if (rows.length === 0) return [];
  const width = Math.max(...rows.map(([left]) => left.length));
  return [
    `${title}:\n${rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`.trimEnd()).join("\n")}`,
  ];
}
