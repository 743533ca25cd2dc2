// One build for every bundle: the agent, its libraries, the extension and the webview.
//   node esbuild.js            builds once
//   node esbuild.js --watch    builds again on every change
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";
import { builds, codingAgentDist, copiedPackages, copyAssets } from "./scripts/builds.mjs";
import { noticesText } from "./scripts/notices.mjs";

copyAssets();
if (process.argv.includes("--watch")) {
  for (const options of builds) await (await esbuild.context({ ...options, minify: false })).watch();
  process.stdout.write("Watching for changes. Press Ctrl+C to stop.\n");
} else {
  // Chunk names carry hashes: without this, every build would leave its predecessors behind.
  for (const name of ["protocol", "ai", "core", "coding-agent"]) {
    rmSync(fileURLToPath(new URL(`agent/${name}/dist/chunks`, import.meta.url)), {
      recursive: true,
      force: true,
    });
  }
  await Promise.all(builds.map(buildOnce));
}

async function buildOnce(options) {
  const { metafile } = await esbuild.build({ ...options, metafile: true });
  if (options.outdir !== codingAgentDist) return;
  writeFileSync(join(codingAgentDist, "NOTICES.txt"), noticesText(metafile, copiedPackages));
}
