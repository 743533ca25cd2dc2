// Installs what is missing, builds, and runs every test.
//   npm test                      everything
//   npm test -- <file or glob>    only these files
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { build, ensureInstalled, root } from "./setup.mjs";

ensureInstalled();
build();

const chosen = process.argv.slice(2);
const files = chosen.length > 0 ? chosen : ["agent/*/src/**/*.test.ts", "test/**/*.test.ts"];
const { status } = spawnSync(
  process.execPath,
  [join(root, "node_modules/mocha/bin/mocha.js"), "--reporter", "test/reporter.cjs", ...files],
  { cwd: root, stdio: ["ignore", "inherit", "inherit"] },
);
process.exit(status ?? 1);
