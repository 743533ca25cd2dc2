import { basename, dirname } from "node:path";
import { builtinSwitches, scopeEntries } from "../../extensions/settingsEntries.ts";
import { packageExtensions } from "../../extensions/packageCandidates.ts";
import type { PackageContext } from "../../packages/changePackages.ts";
import { scopeDir } from "../../packages/packageDirs.ts";
import type { PackageResourceType } from "../../packages/packageEntries.ts";
import { shownSource } from "../../packages/packageSource.ts";
import { PackageResolver, type ResolvedPackage } from "../../packages/resolvePackages.ts";
import { DefaultResourceLoader } from "../../resources/defaultResourceLoader.ts";
import type { SettingsManager } from "../../base/settings/settingsManager.ts";

export type ConfigScope = "user" | "project";

/** Something that can be turned on and off. */
export interface ConfigItem {
  /** Heading that it stands under. */
  group: string;
  type: PackageResourceType;
  name: string;
  path: string;
  /** Absent: it is not of a package. */
  package?: ResolvedPackage;
  isBuiltin?: true;
  isEnabled: boolean;
}

const builtinNames = ["mcp", "llama.cpp", "codemode", "tool-search"] as const;

/** What the settings of a scope govern, in groups: packages, the scope's own files, built-in extensions. */
export async function listConfigItems(
  scope: ConfigScope,
  { host, settings }: PackageContext & { settings: SettingsManager },
): Promise<ConfigItem[]> {
  // Nothing is fetched to be listed.
  const resolver = new PackageResolver({ ...host, settings, temporary: [], isOffline: true });
  const { packages } = await resolver.resolve();
  const shown = packages.filter((pkg) => scope === "project" || pkg.scope === "user");
  return [...(await fileItems(scope, shown, settings, host)), ...builtinItems(scope, settings)];
}

async function fileItems(
  scope: ConfigScope,
  packages: readonly ResolvedPackage[],
  settings: SettingsManager,
  { cwd, agentDir }: PackageContext["host"],
): Promise<ConfigItem[]> {
  const loader = new DefaultResourceLoader({
    cwd,
    agentDir,
    settingsManager: settings,
    noContextFiles: true,
    // Their code is not run to list them.
    loadExtensions: () => Promise.resolve({ extensions: [], errors: [], packages }),
  });
  await loader.reload();
  const own = scope === "user" ? "User" : "Project";
  const found: [
    PackageResourceType,
    { path: string; name: string; isEnabled: boolean; baseDir?: string; scope: string }[],
  ][] = [
    ["skills", listed(loader.getSkills().skills, loader.getSkills().unused)],
    ["prompts", listed(loader.getPrompts().prompts, loader.getPrompts().unused)],
    ["themes", listed(loader.getThemes().themes, loader.getThemes().unused)],
  ];
  const ofFiles = found.flatMap(([type, files]) =>
    files.flatMap(({ path, name, isEnabled, baseDir, scope: itsScope }): ConfigItem[] => {
      const pkg = packages.find((one) => one.baseDir === baseDir);
      if (!pkg && itsScope !== scope) return [];
      const group = pkg ? shownSource(pkg.source) : own;
      return [{ group, type, name, path, isEnabled, ...(pkg && { package: pkg }) }];
    }),
  );
  const items = [
    ...packages.flatMap(packageExtensionItems),
    ...extensionItems(scope, own, settings, { cwd, agentDir }),
    ...ofFiles,
  ];
  const groups = [...packages.map(({ source }) => shownSource(source)), own];
  return groups.flatMap((group) => items.filter((item) => item.group === group));
}

interface Unused {
  name: string;
  isEnabled: boolean;
  sourceInfo: { path: string; baseDir?: string; scope: string };
}

function listed(
  used: readonly { name: string; filePath: string; sourceInfo: Unused["sourceInfo"] }[],
  unused: readonly Unused[] = [],
): { path: string; name: string; isEnabled: boolean; baseDir?: string; scope: string }[] {
  return [
    ...used.map(({ name, sourceInfo }) => ({ name, isEnabled: true, ...sourceInfo })),
    ...unused.map(({ name, isEnabled, sourceInfo }) => ({ name, ...sourceInfo, isEnabled })),
  ];
}

function packageExtensionItems(pkg: ResolvedPackage): ConfigItem[] {
  const enabled = new Set(packageExtensions(pkg).map(({ path }) => path));
  const all = packageExtensions({ ...pkg, layers: [{ filters: {}, isDelta: false }] });
  const group = shownSource(pkg.source);
  return all.map(({ path }) => ({
    group,
    type: "extensions",
    name: extensionName(path),
    path,
    package: pkg,
    isEnabled: enabled.has(path),
  }));
}

function extensionItems(
  scope: ConfigScope,
  group: string,
  settings: SettingsManager,
  place: { cwd: string; agentDir: string },
): ConfigItem[] {
  const baseDir = scopeDir(scope, place);
  const entries = settings.getIn(scope, "extensions") ?? [];
  const enabled = new Set(scopeEntries({ baseDir, entries }).map(({ path }) => path));
  const named = entries.filter((entry) => !/^[!-]/.test(entry));
  const paths = new Set(scopeEntries({ baseDir, entries: named }).map(({ path }) => path));
  return [...paths].map((path) => ({
    group,
    type: "extensions",
    name: extensionName(path),
    path,
    isEnabled: enabled.has(path),
  }));
}

function builtinItems(scope: ConfigScope, settings: SettingsManager): ConfigItem[] {
  const switches = new Map([
    ...builtinSwitches(settings.getIn("user", "extensions") ?? []),
    ...(scope === "project" ? builtinSwitches(settings.getIn("project", "extensions") ?? []) : []),
  ]);
  return builtinNames.map((name) => ({
    group: "Built-in",
    type: "extensions",
    name,
    path: `builtin:${name}`,
    isBuiltin: true,
    isEnabled: switches.get(name) !== false,
  }));
}

/** An index has the name of its folder. */
function extensionName(path: string): string {
  return /^index\.[tj]s$/.test(basename(path)) ? basename(dirname(path)) : basename(path);
}
