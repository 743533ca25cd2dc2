// One build for every bundle: the agent, its libraries, the extension and the webview.
//   node esbuild.js            builds once
//   node esbuild.js --watch    builds again on every change
import { rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";
import { builds, copyAssets } from "./scripts/builds.mjs";

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
  await Promise.all(builds.map((options) => esbuild.build(options)));
}
