import { sep } from "node:path";
import type { RpcCommandFields } from "@relay-harness/protocol";
import type { PackageSource } from "../base/settings/settingsTable.ts";
import type { SettingsManager } from "../base/settings/settingsManager.ts";
import { scopeDir, type PackagePlace } from "../packages/packageDirs.ts";
import { parseSource } from "../packages/packageSource.ts";
import type { ResolvedPackage } from "../packages/resolvePackages.ts";
import { patternName, switchedPackages } from "../packages/switchResource.ts";
import { RefusalError } from "./errors.ts";

export interface PackageSwitchContext {
  packages: readonly ResolvedPackage[];
  settings: Pick<SettingsManager, "getIn">;
  place: PackagePlace;
}

/**
 * The scope's list of packages with one of them, or a resource of one, turned on or off; `undefined` when the
 * path is of no package. Throws where the scope does not govern the package.
 */
export function switchedPackageList(
  {
    kind,
    path,
    enabled,
    scope,
  }: Omit<RpcCommandFields<"set_resource_enabled">, "kind"> & { kind: SwitchKind },
  { packages, settings, place }: PackageSwitchContext,
): PackageSource[] | undefined {
  const found = packages.find(({ root, baseDir, source }) =>
    kind === "package" ? path === root || path === source : path === root || path.startsWith(baseDir + sep),
  );
  if (!found) return undefined;
  if (found.scope === "temporary" || (found.scope === "project" && scope === "user")) {
    throw new RefusalError(
      "invalid_input",
      `Cannot change ${path} in ${scope} settings: it is a ${found.scope} resource.`,
    );
  }
  return switchedPackages({
    entries: settings.getIn(scope, "packages") ?? [],
    scope,
    place,
    source: parseSource(found.source, scopeDir(found.scope, place)),
    text: found.source,
    isEnabled: enabled,
    ...(kind !== "package" && { resource: { type: `${kind}s`, name: patternName(found.baseDir, path) } }),
  });
}

type SwitchKind = Exclude<RpcCommandFields<"set_resource_enabled">["kind"], "mcpServer">;
