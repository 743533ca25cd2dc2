import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { statReachable } from "../base/reachable.ts";
import { isJsonObject } from "@relay-harness/protocol";

const hostPackages = [
  "@relay-harness/coding-agent",
  "@relay-harness/agent-core",
  "@relay-harness/ai",
  "@relay-harness/tui",
  "typebox",
  "@sinclair/typebox",
];

/** What is wrong with the package of an extension: Relay's own packages come from Relay. */
export function dependencyWarning(entry: string): string | undefined {
  const manifest = nearestManifest(dirname(entry));
  const dependencies = manifest?.dependencies;
  if (!isJsonObject(dependencies)) return undefined;
  const listed = hostPackages.filter((name) => name in dependencies);
  if (listed.length === 0) return undefined;
  return `${listed.join(", ")} in dependencies: Relay provides it; list it in peerDependencies with "*"`;
}

function nearestManifest(folder: string): Record<string, unknown> | undefined {
  for (let at = folder; ; at = dirname(at)) {
    const path = join(at, "package.json");
    if (statReachable(path)?.isFile()) return readManifest(path);
    if (dirname(at) === at) return undefined;
  }
}

function readManifest(path: string): Record<string, unknown> | undefined {
  try {
    const manifest: unknown = JSON.parse(readFileSync(path, "utf8"));
    return isJsonObject(manifest) ? manifest : undefined;
  } catch {
    // No dependencies can be read of it; importing will tell what matters.
    return undefined;
  }
}
