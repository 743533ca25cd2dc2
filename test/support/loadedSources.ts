import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { codingAgentDist } from "../../scripts/builds.mjs";

interface CoverageFile {
  result: { url: string }[];
}

const root = fileURLToPath(new URL("../../", import.meta.url));

/**
 * Source files that a process loaded which ran with `NODE_V8_COVERAGE=coverageDir`, relative to the repository:
 * the sources of the files of the bundle that V8 saw.
 */
export function loadedSources(coverageDir: string): string[] {
  return [...new Set(loadedFiles(coverageDir).flatMap(sourcesOf))].sort();
}

/** The files of the agent's bundle that such a process loaded. */
export function loadedFiles(coverageDir: string): string[] {
  const loaded = new Set<string>();
  for (const name of readdirSync(coverageDir)) {
    const { result } = JSON.parse(readFileSync(join(coverageDir, name), "utf8")) as CoverageFile;
    for (const { url } of result) if (url.startsWith("file:")) loaded.add(fileURLToPath(url));
  }
  return [...loaded].filter((file) => file.startsWith(codingAgentDist) && file.endsWith(".js"));
}

function sourcesOf(file: string): string[] {
  const text = readFileSync(file, "utf8");
  const map = /\/\/# sourceMappingURL=(\S+)\s*$/u.exec(text)?.[1];
  // What an `import()` names of a merged chunk only hands on what another file holds.
  if (map === undefined) return [];
  const { sources } = JSON.parse(readFileSync(join(dirname(file), map), "utf8")) as { sources: string[] };
  return sources.map((source) => relative(root, resolve(dirname(file), source)).replaceAll(sep, "/"));
}
