import { parseArgs } from "node:util";
import type { PackageCommand } from "../selectMode.ts";

/** The words behind a package command (cli.md §2). */
export interface PackageArgs {
  command: Exclude<PackageCommand, "uninstall">;
  /** Of `install`, `remove`, and `update` of one package. */
  source?: string;
  /** `-l`: settings of the project. */
  isProject: boolean;
  /** `-a`, `-na`. */
  approve?: boolean;
  offline: boolean;
  models: boolean;
  /** Relay itself was asked for. */
  self: boolean;
  /** Packages and models. */
  all: boolean;
}

export type ParsedPackageArgs = PackageArgs | { help: string } | { errors: string[]; usage: string };

const usages: Record<PackageArgs["command"], string> = {
  install: "Usage: relay install <source> [-l] [-a|-na]",
  remove: "Usage: relay remove <source> [-l] [-a|-na]",
  update: "Usage: relay update [<source>] [--extensions|--models|--all] [-a|-na]",
  list: "Usage: relay list [-a|-na]",
  config: "Usage: relay config [-l] [-a|-na]",
};

const helps: Record<PackageArgs["command"], string> = {
  install: `${usages.install}

  Installs a package and adds it to your settings.
  <source>   npm:name[@version], git:host/user/repo[@ref], a git URL, or a path
  -l         to the settings of this project
`,
  remove: `${usages.remove}

  Takes a package out of your settings and removes its files. uninstall is the same.
  -l         out of the settings of this project
`,
  update: `${usages.update}

  Updates packages: all, or one. Never Relay itself.
  --models   the lists of models instead
  --all      packages and lists of models
`,
  list: `${usages.list}\n\n  Lists configured packages and where they lie.\n`,
  config: `${usages.config}

  Turns extensions, skills, prompts and themes on and off, in a list that fills the terminal.
  Type to search, enter or space turns on and off, tab switches between your settings and
  those of this project, escape leaves. keybindings.json can change these keys.
  -l         begins with the settings of this project
`,
};

const options = {
  help: { type: "boolean", short: "h" },
  local: { type: "boolean", short: "l" },
  approve: { type: "boolean", short: "a" },
  "no-approve": { type: "boolean" },
  offline: { type: "boolean" },
  extensions: { type: "boolean" },
  extension: { type: "string" },
  models: { type: "boolean" },
  self: { type: "boolean" },
  force: { type: "boolean" },
  all: { type: "boolean" },
} as const;

const ofUpdate = ["extensions", "extension", "models", "self", "force", "all"];
const withScope = ["install", "remove", "config"];

/** Reads the words behind `relay <command>`. */
export function parsePackageArgs(name: PackageCommand, argv: readonly string[]): ParsedPackageArgs {
  const command = name === "uninstall" ? "remove" : name;
  const usage = usages[command];
  const { values, positionals, tokens } = parseArgs({
    args: argv.map((word) => (word === "-na" ? "--no-approve" : word)),
    options,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  if (values.help === true) return { help: helps[command] };
  const errors = tokens.flatMap((token) => (token.kind === "option" ? optionErrors(token, command) : []));
  const named = typeof values.extension === "string" ? values.extension : undefined;
  const [first, ...extras] = named === undefined ? positionals : [named, ...positionals];
  errors.push(...extras.map((extra) => `Unexpected argument: ${extra}`));
  const takesSource = command === "install" || command === "remove" || command === "update";
  if (!takesSource && first !== undefined) errors.push(`Unexpected argument: ${first}`);
  const needsSource = command === "install" || command === "remove";
  if (needsSource && (first === undefined || first.trim() === ""))
    errors.push(`relay ${name} requires a source`);
  if (errors.length > 0) return { errors, usage };
  const approvals = tokens.flatMap((token) =>
    token.kind === "option" && /^(?:no-)?approve$/.test(token.name) ? [token.name === "approve"] : [],
  );
  const isRelay = command === "update" && named === undefined && (first === "self" || first === "relay");
  return {
    command,
    ...(first !== undefined && !isRelay && { source: first }),
    isProject: values.local === true,
    approve: approvals.at(-1),
    offline: values.offline === true,
    models: values.models === true,
    self: isRelay || values.self === true,
    all: values.all === true,
  };
}

function optionErrors(
  { name, rawName, value }: { name: string; rawName: string; value?: string },
  command: PackageArgs["command"],
): string[] {
  const option = Object.entries(options).find(([known]) => known === name)?.[1];
  if (!option) return [`Unknown option: ${rawName}`];
  if (ofUpdate.includes(name) && command !== "update")
    return [`${rawName} cannot be used with relay ${command}`];
  if (name === "local" && !withScope.includes(command))
    return [`${rawName} cannot be used with relay ${command}`];
  if (option.type === "string" && (value === undefined || value === ""))
    return [`${rawName} requires a value`];
  if (option.type === "boolean" && value !== undefined) return [`${rawName} takes no value`];
  return [];
}
