import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Jiti, TransformOptions, TransformResult } from "jiti";
import { HostModules } from "./hostModules.ts";

/** Imports TypeScript and JavaScript files of extensions. */
export interface ModuleLoader {
  /** Namespace of the module; rejects with what its evaluation threw. */
  import(path: string): Promise<unknown>;
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
  const { createJiti } = await import("jiti");
  const host = new HostModules();
  const jiti = createJiti(pathToFileURL(join(agentDir, "extensions", "loader.js")).href, {
    virtualModules: host.modules,
    fsCache: join(agentDir, "tmp", "extensions-cache"),
    interopDefault: false,
    transform: compile,
  });
  forget(jiti, folders);
  const importFile = async (path: string): Promise<unknown> => {
    const known = new Set(Object.keys(jiti.cache));
    // What a `require` got of a package that was not there yet is of no use, now or in a handler later.
    try {
      const namespace: unknown = await jiti.import(path);
      if (!host.wasRequired) return namespace;
    } catch (error) {
      if (!host.wasRequired) throw error;
    }
    await host.loadAll();
    for (const evaluated of Object.keys(jiti.cache)) if (!known.has(evaluated)) delete jiti.cache[evaluated];
    return jiti.import(path);
  };
  return { import: importFile };
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
