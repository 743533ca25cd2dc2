import { statReachable } from "../base/reachable.ts";
import type { ResourceType } from "../base/resourceDiagnostic.ts";
import { missingPathMessage, namedPaths } from "../resources/sources.ts";
import type { CliArgs } from "./args.ts";
import { StartError } from "./startError.ts";

/** Throws `StartError` for the first path of the command line where nothing is (cli.md §1.2). */
export function requireResourcePaths(args: Pick<CliArgs, "skills" | "promptTemplates">, cwd: string): void {
  const named: [ResourceType, readonly string[]][] = [
    ["skill", args.skills],
    ["prompt", args.promptTemplates],
  ];
  for (const [resourceType, paths] of named) {
    const missing = namedPaths(paths, cwd).find(({ path }) => !statReachable(path));
    if (missing) throw new StartError(missingPathMessage(resourceType, missing.path));
  }
}
