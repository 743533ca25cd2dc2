import { join, sep } from "node:path";
import { pathToFileURL } from "node:url";
import type { Jiti } from "jiti";

/** Imports TypeScript and JavaScript files of extensions. */
export interface ModuleLoader {
  /** Namespace of the module; rejects with what its evaluation threw. */
  import(path: string): Promise<unknown>;
}

/**
 * Relay's own packages for extensions: the instances of this process, whatever lies in an extension's
 * `node_modules`, also when the process runs from a bundle (extension-api.md §1).
 */
async function hostModules(): Promise<Record<string, unknown>> {
  const [codingAgent, ai, core, protocol, typebox, typeboxCompile, typeboxValue, sinclair] =
    await Promise.all([
      import("../index.ts"),
      import("./hostAi.ts"),
      import("@relay-harness/agent-core"),
      import("@relay-harness/protocol"),
      import("typebox"),
      import("typebox/compile"),
      import("typebox/value"),
      import("@sinclair/typebox"),
    ]);
  return {
    "@relay-harness/coding-agent": codingAgent,
    "@relay-harness/ai": ai,
    "@relay-harness/agent-core": core,
    "@relay-harness/protocol": protocol,
    typebox,
    "typebox/compile": typeboxCompile,
    "typebox/value": typeboxValue,
    "@sinclair/typebox": sinclair,
  };
}

/**
 * A loader that evaluates every module anew, once: what earlier loaders evaluated of the files in
 * `folders` is forgotten. Compiled files are kept below `agentDir`.
 */
export async function createModuleLoader({
  agentDir,
  folders,
}: {
  agentDir: string;
  folders: readonly string[];
}): Promise<ModuleLoader> {
  const [{ createJiti }, virtualModules] = await Promise.all([import("jiti/static"), hostModules()]);
  const jiti = createJiti(pathToFileURL(join(agentDir, "extensions", "loader.js")).href, {
    virtualModules,
    fsCache: join(agentDir, "tmp", "extensions-cache"),
    interopDefault: false,
  });
  forget(jiti, folders);
  return { import: (path) => jiti.import(path) };
}

function forget(jiti: Jiti, folders: readonly string[]): void {
  for (const path of Object.keys(jiti.cache)) {
    const isOwn = folders.some((folder) => path.startsWith(folder + sep));
    if (isOwn && !path.includes(`${sep}node_modules${sep}`)) delete jiti.cache[path];
  }
}
