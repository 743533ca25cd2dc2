import type { SettingsManager } from "../../base/settings/settingsManager.ts";
import type { PackageContext } from "../../packages/changePackages.ts";
import { scopeDir } from "../../packages/packageDirs.ts";
import { parseSource } from "../../packages/packageSource.ts";
import { patternName, switchedPackages, switchedPatterns } from "../../packages/switchResource.ts";
import type { ConfigItem, ConfigScope } from "./configItems.ts";

/** Writes the opposite of what counts now (cli.md §2). */
export async function switchConfigItem(
  item: ConfigItem,
  scope: ConfigScope,
  { host, settings }: PackageContext & { settings: SettingsManager },
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
