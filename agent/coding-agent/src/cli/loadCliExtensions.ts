import type { SettingsManager } from "../base/settings/settingsManager.ts";
import { printable } from "../base/printable.ts";
import { hasExtensionSources, isRemoteSource } from "../base/extensionSources.ts";
import { findProtectedResources } from "../base/trust/protectedResources.ts";
import type { TrustDecisions } from "../base/trust/trustDecisions.ts";
import type { LoadExtensionsResult } from "../extensions/loadExtensions.ts";
import type { ExtensionMode } from "../extensions/types/context.ts";
import type { ProjectTrustContext } from "../extensions/types/trust.ts";
import type { CliArgs } from "./args.ts";
import type { Reporter } from "./report.ts";
import { resolveTrust } from "./folderSettings.ts";
import { StartError } from "./startError.ts";
import type { TrustPrompt } from "./trustPrompt.ts";

export interface CliExtensionsInput {
  args: Pick<CliArgs, "extensions" | "noExtensions" | "noMcp" | "approve" | "extensionFlags" | "offline">;
  agentDir: string;
  reporter: Reporter;
  mode: ExtensionMode;
  /** That paths on the command line count from. */
  processCwd: string;
  /** What was decided about folders, for the life of the process. */
  trust: TrustDecisions;
  /** Asks about a project that nobody has decided about. */
  trustPrompt?: TrustPrompt;
  /** No automatic network use. Default: as the environment says. */
  isOffline?: boolean;
}

export interface FolderExtensionsInput {
  /** Folder of the session. */
  cwd: string;
  settings: SettingsManager;
  /** Who can be asked about the project; absent: nobody. */
  trustContext?: ProjectTrustContext;
}

/**
 * Extensions of a folder, or nothing when it has none. A failed one that the command line names ends the
 * start of modes without a user: it may be what guards them (extension-api.md §2.4).
 */
export async function loadCliExtensions(
  input: CliExtensionsInput,
  { cwd, settings, trustContext }: FolderExtensionsInput,
): Promise<LoadExtensionsResult | undefined> {
  const { args, agentDir, reporter, mode, processCwd } = input;
  const [{ resolve }, { expandTilde }] = await Promise.all([import("node:path"), import("../base/paths.ts")]);
  const additionalPaths = args.extensions.map((path) =>
    path.startsWith("builtin:") || isRemoteSource(path) ? path : resolve(processCwd, expandTilde(path)),
  );
  const sources = { cwd, agentDir, settings, additionalPaths, noExtensions: args.noExtensions };
  if (!hasExtensionSources(sources)) {
    // A project that is trusted from now on may bring some.
    await askUser(input, { cwd, settings });
    if (!hasExtensionSources(sources)) return undefined;
  }
  const [{ loadExtensions }, { builtinFactories }] = await Promise.all([
    import("../extensions/loadExtensions.ts"),
    import("../builtin/builtinFactories.ts"),
  ]);
  const loaded = await loadExtensions({
    ...sources,
    isOffline: args.offline || input.isOffline,
    announce: reporter.line,
    factories: builtinFactories(),
    disabledBuiltinExtensions: args.noMcp ? ["mcp"] : [],
    resolveTrust: (partial) => askAboutProject(input, { cwd, settings, trustContext }, partial),
  });
  for (const [name, value] of Object.entries(args.extensionFlags)) loaded.runtime.flagValues.set(name, value);
  reportProblems(loaded, reporter, mode);
  return loaded;
}

/** Built-in extensions of a session that has no others, once it needs one of them. */
export async function loadDormantExtensions({
  cwd,
  agentDir,
}: {
  cwd: string;
  agentDir: string;
}): Promise<LoadExtensionsResult> {
  const [{ loadExtensionFactories }, { builtinFactories }] = await Promise.all([
    import("../extensions/loadExtensions.ts"),
    import("../builtin/builtinFactories.ts"),
  ]);
  return loadExtensionFactories(builtinFactories(), { cwd, agentDir });
}

function reportProblems(loaded: LoadExtensionsResult, reporter: Reporter, mode: ExtensionMode): void {
  for (const { path, warning } of loaded.warnings ?? []) reporter.warning(`${path}: ${warning}`);
  for (const { message } of loaded.diagnostics) reporter.warning(message);
  for (const { path, error, reason, isExplicit } of loaded.errors) {
    if (isExplicit && mode !== "tui") throw new StartError(`Failed to load extension "${path}": ${reason}`);
    // The same text as at run time, so that it is not said twice.
    reporter.line(printable(`Extension error (${path}): ${error}`));
  }
}

/** Lets extensions that need no trust decide, ahead of what is saved and of the settings (seeds/security.md). */
async function askAboutProject(
  input: CliExtensionsInput,
  folder: FolderExtensionsInput,
  loaded: LoadExtensionsResult,
): Promise<void> {
  await askExtensions(input, folder, loaded);
  await askUser(input, folder);
}

/** For what neither extensions, nor a saved decision, nor the settings decide. */
async function askUser(
  { trustPrompt, trust, reporter }: CliExtensionsInput,
  { cwd, settings }: FolderExtensionsInput,
): Promise<void> {
  if (await trustPrompt?.decide(cwd, settings)) resolveTrust({ trust, reporter }, cwd, settings);
}

async function askExtensions(
  { args, agentDir, mode, trust }: CliExtensionsInput,
  { cwd, settings, trustContext }: FolderExtensionsInput,
  loaded: LoadExtensionsResult,
): Promise<void> {
  if (args.approve !== undefined || findProtectedResources({ cwd, agentDir }).length === 0) return;
  const known = trust.find(cwd);
  if (known) return settings.setProjectTrusted(known.isTrusted);
  const [{ ExtensionRunner }, { noUi }] = await Promise.all([
    import("../extensions/extensionRunner.ts"),
    import("../extensions/noUi.ts"),
  ]);
  const runner = new ExtensionRunner(loaded);
  if (!runner.hasHandlers("project_trust")) return;
  const context = trustContext ?? { cwd, mode, hasUI: false, ui: noUi };
  const decision = await runner.projectTrust(context);
  if (!decision) return;
  trust.decidedByExtension(cwd, decision.isTrusted);
  settings.setProjectTrusted(decision.isTrusted);
  if (!decision.remember) return;
  const { saveTrust } = await import("../base/trust/trustStore.ts");
  await saveTrust(agentDir, cwd, decision.isTrusted);
}
