import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Jiti, TransformOptions, TransformResult } from "jiti";

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
  const [codingAgent, ai, tui, core, protocol, typebox, typeboxCompile, typeboxValue, sinclair] =
    await Promise.all([
      import("../index.ts"),
      import("./hostAi.ts"),
      import("./tui/hostTui.ts"),
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
    // Older paths to parts of the same.
    "@relay-harness/ai/compat": ai,
    "@relay-harness/ai/models": ai,
    "@relay-harness/ai/oauth": ai,
    "@relay-harness/ai/providers/all": ai,
    "@relay-harness/tui": tui,
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
  const [{ createJiti }, virtualModules] = await Promise.all([import("jiti"), hostModules()]);
  const jiti = createJiti(pathToFileURL(join(agentDir, "extensions", "loader.js")).href, {
    virtualModules,
    fsCache: join(agentDir, "tmp", "extensions-cache"),
    interopDefault: false,
    transform: compile,
  });
  forget(jiti, folders);
  return { import: (path) => jiti.import(path) };
}

let compiler: Compile | undefined;
type Compile = (options: TransformOptions) => TransformResult;

/** Most starts find their extensions compiled: the compiler is loaded for one that is new or changed. */
function compile(options: TransformOptions): TransformResult {
  compiler ??= createRequire(import.meta.url)(compilerPath()) as Compile;
  return compiler(options);
}

/** Beside a bundle, in its folder or the one above, else in the package. */
function compilerPath(): string {
  const bundled = ["./babel.cjs", "../babel.cjs"]
    .map((place) => fileURLToPath(new URL(place, import.meta.url)))
    .find((path) => existsSync(path));
  return bundled ?? join(dirname(createRequire(import.meta.url).resolve("jiti")), "../dist/babel.cjs");
}

function forget(jiti: Jiti, folders: readonly string[]): void {
  for (const path of Object.keys(jiti.cache)) {
    const isOwn = folders.some((folder) => path.startsWith(folder + sep));
    if (isOwn && !path.includes(`${sep}node_modules${sep}`)) delete jiti.cache[path];
  }
}
