// The packaged extension, for those who publish it and those who test it.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createVSIX } from "@vscode/vsce";
import * as esbuild from "esbuild";
import { builds } from "../builds.mjs";
import { noticesText } from "../notices.mjs";
import { root } from "../setup.mjs";

/** Packs what was built. */
export async function packExtension(packagePath) {
  await writeNotices();
  await createVSIX({
    cwd: root,
    packagePath,
    dependencies: false,
    allowMissingRepository: true,
    readmePath: "extension/README.md",
  });
}

/** Licences of what is bundled into the extension and the webview; the agent brings its own. */
async function writeNotices() {
  const inputs = {};
  const rooms = ["extension", "webview"].map((name) => join(root, name));
  for (const options of builds) {
    const target = options.outfile ?? options.outdir;
    if (!rooms.some((room) => target.startsWith(room))) continue;
    const { metafile } = await esbuild.build({ ...options, write: false, metafile: true });
    Object.assign(inputs, metafile.inputs);
  }
  writeFileSync(join(root, "extension/dist/NOTICES.txt"), noticesText({ inputs }));
}
