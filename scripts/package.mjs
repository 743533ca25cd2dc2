// Makes the .vsix: the extension, its webview and the agent, and nothing else.
//   npm run package              relay-<version>.vsix in the repository
//   npm run package -- FILE      to that file
import { statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { createVSIX } from "@vscode/vsce";
import * as esbuild from "esbuild";
import { builds } from "./builds.mjs";
import { noticesText } from "./notices.mjs";
import { build, ensureInstalled, root } from "./setup.mjs";

ensureInstalled();
build();
await writeNotices();
const packagePath = resolve(process.argv[2] ?? join(root, "relay.vsix"));
await createVSIX({
  cwd: root,
  packagePath,
  dependencies: false,
  allowMissingRepository: true,
  readmePath: "extension/README.md",
});
process.stdout.write(`${packagePath} ${(statSync(packagePath).size / 1024 / 1024).toFixed(2)} MB\n`);

/** Licences of what is bundled into the extension and the webview; the agent brings its own. */
async function writeNotices() {
  const inputs = {};
  for (const options of builds) {
    const entries = [options.outfile, options.outdir].filter(Boolean);
    if (
      !entries.some(
        (path) => path.startsWith(join(root, "extension")) || path.startsWith(join(root, "webview")),
      )
    ) {
      continue;
    }
    const { metafile } = await esbuild.build({ ...options, write: false, metafile: true });
    Object.assign(inputs, metafile.inputs);
  }
  writeFileSync(join(root, "extension/dist/NOTICES.txt"), noticesText({ inputs }));
}
