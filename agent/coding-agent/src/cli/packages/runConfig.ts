import type { SettingsManager } from "../../base/settings/settingsManager.ts";
import { chooseFromList, type ListScreen } from "../../modes/interactive/numberedList.ts";
import type { PackageContext } from "../../packages/changePackages.ts";
import { scopeDir } from "../../packages/packageDirs.ts";
import { parseSource } from "../../packages/packageSource.ts";
import { patternName, switchedPackages, switchedPatterns } from "../../packages/switchResource.ts";
import { askOnTerminal } from "../ask.ts";
import { StartError } from "../startError.ts";
import { listConfigItems, type ConfigItem, type ConfigScope } from "./configItems.ts";
import type { PackageArgs } from "./packageArgs.ts";

export type ConfigContext = PackageContext & { settings: SettingsManager };

/** `relay config`: a list at a terminal, whose numbers turn things on and off (cli.md §2). */
export async function runConfig({ isProject }: PackageArgs, context: ConfigContext): Promise<number> {
  if (!process.stdin.isTTY || !process.stdout.isTTY) {
    throw new StartError("relay config requires an interactive terminal");
  }
  if (isProject) requireTrust(context);
  const screen: ListScreen = {
    line: (text) => void process.stdout.write(`${text}\n`),
    ask: (question) => askOnTerminal(question, process.stdin, process.stdout),
  };
  await editConfig(screen, context, isProject ? "project" : "user");
  return 0;
}

/** Shows what a scope governs until the user leaves. */
export async function editConfig(
  screen: ListScreen,
  context: ConfigContext,
  start: ConfigScope,
): Promise<void> {
  let scope = start;
  await chooseFromList<ConfigItem>({
    screen,
    noun: "resource",
    title: () => `Resources in ${scope} settings`,
    emptyText: "Nothing is configured.",
    load: async (search) => {
      const items = await listConfigItems(scope, context);
      const words = search.toLowerCase().split(/\s+/).filter(Boolean);
      return items.filter((item) => words.every((word) => describe(item).toLowerCase().includes(word)));
    },
    describe,
    onChoice: (item) => toggle(item, scope, context),
    actions: {
      s: {
        form: "alone",
        description: "switch between user and project settings",
        run: () => {
          if (scope === "user") requireTrust(context);
          scope = scope === "user" ? "project" : "user";
        },
      },
    },
  });
}

function describe({ group, type, name, isEnabled }: ConfigItem): string {
  return `[${isEnabled ? "x" : " "}] ${group}: ${type.replace(/s$/, "")} ${name}`;
}

function requireTrust({ settings }: ConfigContext): void {
  if (!settings.isProjectTrusted())
    throw new StartError("Project is not trusted. Use --approve or run /trust.");
}

/** Writes the opposite of what counts now. */
async function toggle(
  item: ConfigItem,
  scope: ConfigScope,
  { host, settings }: ConfigContext,
): Promise<void> {
  const isEnabled = !item.isEnabled;
  if (!item.package) {
    const entries = settings.getIn(scope, item.type) ?? [];
    const name = item.isBuiltin ? item.path : patternName(scopeDir(scope, host), item.path);
    await settings.set(item.type, switchedPatterns(entries, name, isEnabled), scope);
    return;
  }
  const { source: text, scope: itsScope, baseDir } = item.package;
  const home = itsScope === "project" ? "project" : "user";
  const next = switchedPackages({
    entries: settings.getIn(scope, "packages") ?? [],
    scope,
    place: host,
    source: parseSource(text, scopeDir(home, host)),
    text,
    isEnabled,
    resource: { type: item.type, name: patternName(baseDir, item.path) },
  });
  await settings.set("packages", next, scope);
}
