// Measures the editor client in a real window, beside its bars: first screens, streaming, re-show, idle, focus.
//   npm run bench:editor
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { build, ensureInstalled, root } from "./setup.mjs";

ensureInstalled();
build();
const mocha = join(root, "node_modules/mocha/bin/mocha.js");
const { status } = spawnSync(process.execPath, [mocha, "--reporter", "spec", "test/vscode/bars.ts"], {
  cwd: root,
  stdio: ["ignore", "inherit", "inherit"],
});
process.exitCode = status ?? 1;
