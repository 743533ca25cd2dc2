import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";
import { builds, codingAgentDist } from "../../scripts/builds.mjs";

interface CoverageFile {
  result: { url: string }[];
}

/**
 * Source files that a process loaded which ran with `NODE_V8_COVERAGE=coverageDir`, by way of the chunks that
 * V8 saw.
 */
export async function loadedSources(coverageDir: string): Promise<string[]> {
  const options = builds.find(({ outdir }) => outdir === codingAgentDist);
  const { metafile } = await esbuild.build({ ...options, metafile: true, write: false });
  const inputsOf = new Map(
    Object.entries(metafile.outputs).map(([path, output]) => [basename(path), Object.keys(output.inputs)]),
  );
  const loaded = new Set<string>();
  for (const name of readdirSync(coverageDir)) {
    const { result } = JSON.parse(readFileSync(join(coverageDir, name), "utf8")) as CoverageFile;
    for (const { url } of result) {
      if (!url.startsWith("file:")) continue;
      for (const input of inputsOf.get(basename(fileURLToPath(url))) ?? []) loaded.add(input);
    }
  }
  return [...loaded].sort();
}
