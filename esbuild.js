// One build for every bundle: the agent, its libraries, the extension and the webview.
//   node esbuild.js            builds once
//   node esbuild.js --watch    builds again on every change
import { existsSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import * as esbuild from "esbuild";
import { builds, chunkGroups, codingAgentDist, copiedPackages, copyAssets } from "./scripts/builds.mjs";
import { mergeChunks } from "./scripts/mergeChunks.mjs";
import { noticesText } from "./scripts/notices.mjs";

copyAssets();
if (process.argv.includes("--watch")) {
  for (const options of builds) await (await esbuild.context({ ...options, minify: false })).watch();
  process.stdout.write("Watching for changes. Press Ctrl+C to stop.\n");
} else {
  await Promise.all(builds.map(buildOnce));
}

async function buildOnce(options) {
  const { metafile } = await esbuild.build({ ...options, metafile: true });
  if (options.splitting) removeStaleChunks(options.outdir, metafile);
  if (options.outdir !== codingAgentDist) return;
  await mergeChunks(options, metafile.outputs, chunkGroups);
  writeFileSync(join(codingAgentDist, "NOTICES.txt"), noticesText(metafile, copiedPackages));
}

/** Chunk names carry hashes: without this, every build would leave its predecessors behind. */
function removeStaleChunks(outdir, { outputs }) {
  const chunks = join(outdir, "chunks");
  if (!existsSync(chunks)) return;
  const current = new Set(Object.keys(outputs).map((path) => basename(path)));
  for (const name of readdirSync(chunks)) if (!current.has(name)) rmSync(join(chunks, name));
}
