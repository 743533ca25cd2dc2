import { printable } from "../../base/printable.ts";
import type { SettingsManager } from "../../base/settings/settingsManager.ts";
import { SettingsError } from "../../base/settings/settingsError.ts";
import { TrustDecisions } from "../../base/trust/trustDecisions.ts";
import {
  installPackage,
  listPackages,
  removePackage,
  updatePackages,
  type PackageContext,
} from "../../packages/changePackages.ts";
import type { PackageChange } from "../../packages/fetchPackage.ts";
import { PackageError } from "../../packages/packageError.ts";
import { isOfflineEnvironment, npmCommandOf } from "../../packages/packageHost.ts";
import { shownSource } from "../../packages/packageSource.ts";
import { runProgram } from "../../packages/runProgram.ts";
import { openFolderSettings } from "../folderSettings.ts";
import type { RunContext } from "../main.ts";
import { printOut } from "../printOut.ts";
import { StartError } from "../startError.ts";
import type { PackageCommand } from "../selectMode.ts";
import { parsePackageArgs, type PackageArgs } from "./packageArgs.ts";

type CommandContext = Pick<RunContext, "reporter" | "cwd" | "agentDir">;

/** `relay install` and its like; `argv` starts behind that word. Resolves with the exit code (cli.md §2). */
export async function runPackages(
  command: PackageCommand,
  argv: readonly string[],
  context: CommandContext,
): Promise<number> {
  const { reporter } = context;
  const args = parsePackageArgs(command, argv);
  if ("help" in args) {
    await printOut(args.help);
    return 0;
  }
  if ("errors" in args) {
    for (const error of args.errors) reporter.error(error);
    reporter.line(args.usage);
    return 1;
  }
  try {
    return await run(args, context);
  } catch (cause) {
    if (!PackageError.is(cause) && !(cause instanceof SettingsError)) throw cause;
    throw new StartError(printable(cause.message), { cause });
  }
}

async function run(args: PackageArgs, context: CommandContext): Promise<number> {
  const packages = openPackages(args, context);
  switch (args.command) {
    case "install":
      return install(args, context, packages);
    case "remove":
      await removePackage(args.source ?? "", scopeOf(args), packages);
      await printOut(`Removed ${shownSource(args.source ?? "")}\n`);
      return 0;
    case "update":
      return update(args, context, packages);
    case "list":
      await printOut(listing(packages));
      return 0;
    case "config": {
      const { runConfig } = await import("./runConfig.ts");
      return runConfig(args, packages, context.reporter);
    }
  }
}

function openPackages(
  { approve }: PackageArgs,
  { cwd, agentDir, reporter }: CommandContext,
): PackageContext & { settings: SettingsManager } {
  const trust = new TrustDecisions({ agentDir, option: approve });
  const settings = openFolderSettings({ trust, agentDir, reporter }, cwd);
  const npmCommand = npmCommandOf(settings, (warning) => reporter.warning(warning));
  return { settings, host: { cwd, agentDir, npmCommand, run: runProgram, output: "terminal" } };
}

function scopeOf({ isProject }: PackageArgs): "user" | "project" {
  return isProject ? "project" : "user";
}

async function install(
  args: PackageArgs,
  { reporter }: CommandContext,
  packages: PackageContext,
): Promise<number> {
  const source = args.source ?? "";
  const { warnings } = await installPackage(source, scopeOf(args), packages);
  for (const warning of warnings) reporter.warning(printable(`${shownSource(source)}: ${warning}`));
  await printOut(`Installed ${shownSource(source)}\n`);
  return 0;
}

async function update(
  args: PackageArgs,
  context: CommandContext,
  packages: PackageContext & { settings: SettingsManager },
): Promise<number> {
  const { reporter } = context;
  if (args.self) {
    const how = "npm install -g @relay-harness/coding-agent@latest";
    throw new StartError(`Relay does not update itself. Update it the way it was installed, such as: ${how}`);
  }
  const codes: number[] = [];
  if (!args.models || args.all) codes.push(await updateAll(args, context, packages));
  if (args.models || args.all) {
    const { updateModels } = await import("./updateModels.ts");
    codes.push(await updateModels(packages.settings, context.agentDir, reporter));
  }
  return Math.max(...codes);
}

async function updateAll(
  { source, offline }: PackageArgs,
  { reporter }: CommandContext,
  packages: PackageContext,
): Promise<number> {
  const isOffline = offline || isOfflineEnvironment(process.env);
  const lines: string[] = [];
  const onChange = (change: PackageChange): void => void lines.push(describeChange(change));
  const { failures } = await updatePackages({ source, isOffline, onChange }, packages);
  for (const { source: name, message } of failures) reporter.warning(printable(`${name}: ${message}`));
  if (isOffline) lines.push("Skipped package updates (offline mode)");
  else if (lines.length === 0) {
    const isFailed = failures.length > 0;
    lines.push(
      isFailed ? "No packages were updated, see the warnings above" : "Packages are already up to date",
    );
  }
  await printOut(`${printable(lines.join("\n"))}\n`);
  return failures.length > 0 ? 1 : 0;
}

function describeChange({ name, from, to }: PackageChange): string {
  return `${name} ${from ?? "(not installed)"} -> ${to}`;
}

function listing({ host, settings }: PackageContext): string {
  const scopes = settings.isProjectTrusted() ? (["user", "project"] as const) : (["user"] as const);
  const lines = scopes.flatMap((scope) => {
    const found = listPackages([scope], { host, settings });
    if (found.length === 0) return [];
    const title = scope === "user" ? "User packages:" : "Project packages:";
    return [
      title,
      ...found.flatMap(({ entry, text, path }) => [
        `  ${shownSource(text)}${typeof entry === "object" ? " (filtered)" : ""}`,
        `    ${path ?? "not installed"}`,
      ]),
    ];
  });
  return `${printable(lines.length === 0 ? "No packages installed." : lines.join("\n"))}\n`;
}
