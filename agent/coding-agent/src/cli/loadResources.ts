import { resolve } from "node:path";
import { expandTilde } from "../base/paths.ts";
import { printable } from "../base/printable.ts";
import type { SettingsManager } from "../base/settings/settingsManager.ts";
import { DefaultResourceLoader } from "../resources/defaultResourceLoader.ts";
import type { ResourceDiagnostic } from "../base/resourceDiagnostic.ts";
import { describeDiagnostic } from "../resources/diagnostics.ts";
import type { LoadExtensionsResult } from "../resources/extensionLoading.ts";
import type { ResourceLoader } from "../resources/resourceLoader.ts";
import type { CliArgs } from "./args.ts";
import type { Reporter } from "./report.ts";
import type { RunMode } from "./selectMode.ts";

export interface LoadResourcesInput {
  args: CliArgs;
  agentDir: string;
  /** Folder of the session, with its settings. */
  cwd: string;
  settings: SettingsManager;
  /** That the command line was written for. */
  processCwd: string;
  /** Already at work. */
  loadedExtensions?: LoadExtensionsResult;
  mode: RunMode;
  reporter: Reporter;
}

/** Resources of a session as the command line wants them; what is wrong with them is reported. */
export async function loadResources(input: LoadResourcesInput): Promise<ResourceLoader> {
  const { args, agentDir, cwd, settings, processCwd, mode, reporter, loadedExtensions } = input;
  const absolute = (paths: readonly string[]): string[] =>
    paths.map((path) => resolve(processCwd, expandTilde(path)));
  const loader = new DefaultResourceLoader({
    cwd,
    agentDir,
    settingsManager: settings,
    loadExtensions: () => Promise.resolve(loadedExtensions ?? { extensions: [], errors: [] }),
    additionalSkillPaths: absolute(args.skills),
    additionalPromptTemplatePaths: absolute(args.promptTemplates),
    noSkills: args.noSkills,
    noPromptTemplates: args.noPromptTemplates,
    noThemes: args.noThemes,
    noContextFiles: args.noContextFiles,
    systemPrompt: args.systemPrompt,
    appendSystemPrompt: args.appendSystemPrompt,
  });
  await loader.reload();
  const skills = loader.getSkills().diagnostics;
  const prompts = loader.getPrompts().diagnostics;
  const themes = loader.getThemes().diagnostics;
  if (mode === "tui") reportGrouped({ Skill: skills, Prompt: prompts, Theme: themes }, reporter);
  else for (const diagnostic of [...skills, ...prompts, ...themes]) reporter.line(plainLine(diagnostic));
  return loader;
}

/** Under headings, as a person reads them (cli.md §10.2). */
function reportGrouped(
  kinds: Readonly<Record<string, readonly ResourceDiagnostic[]>>,
  reporter: Reporter,
): void {
  for (const [kind, diagnostics] of Object.entries(kinds)) {
    const isConflict = ({ type }: ResourceDiagnostic): boolean => type === "collision";
    reportUnder(
      `[${kind} warnings]`,
      diagnostics.filter((one) => !isConflict(one)),
      reporter,
    );
    reportUnder(`[${kind} conflicts]`, diagnostics.filter(isConflict), reporter);
  }
}

function reportUnder(heading: string, diagnostics: readonly ResourceDiagnostic[], reporter: Reporter): void {
  if (diagnostics.length === 0) return;
  // One text, so that the heading is not left out as something said before.
  reporter.line([heading, ...diagnostics.map((one) => `  ${text(one)}`)].join("\n"));
}

function plainLine(diagnostic: ResourceDiagnostic): string {
  return `${diagnostic.type === "error" ? "Error" : "Warning"}: ${text(diagnostic)}`;
}

function text(diagnostic: ResourceDiagnostic): string {
  return printable(describeDiagnostic(diagnostic));
}
