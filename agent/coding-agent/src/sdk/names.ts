import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { resolveAgentDir } from "../base/agentDir.ts";
import type { ExtensionToolDefinition } from "../extensions/types/tools.ts";

export { version as VERSION } from "../base/version.ts";

/** Folder of a project, and below the home directory, that holds Relay's files. */
export const CONFIG_DIR_NAME = ".relay";

/** Absolute path of the directory of the user's files. */
export function getAgentDir(): string {
  return resolveAgentDir(process.env);
}

/** Folder of this package. Throws when this code was bundled away from it. */
export function getPackageDir(): string {
  for (let dir = dirname(fileURLToPath(import.meta.url)); ; dir = dirname(dir)) {
    if (existsSync(join(dir, "package.json"))) return dir;
    if (dirname(dir) === dir) throw new Error("The package @relay-harness/coding-agent is not on disk");
  }
}

/** What Relay is, for its users. */
export function getReadmePath(): string {
  return join(getPackageDir(), "dist", "README.md");
}

/** Folder of the users' documentation. */
export function getDocsPath(): string {
  return join(getPackageDir(), "dist", "docs");
}

/** Folder of the examples that the documentation names. */
export function getExamplesPath(): string {
  return join(getPackageDir(), "dist", "examples");
}

/** Gives a tool definition its type; returns it as it is. */
export function defineTool<Params, Details>(
  definition: ExtensionToolDefinition<Params, Details>,
): ExtensionToolDefinition<Params, Details> {
  return definition;
}
