// Installs what is missing, builds, and runs every test.
//   npm test                      everything
//   npm test -- <file or glob>    only these files
import { spawnSync } from "node:child_process";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { build, ensureInstalled, root } from "./setup.mjs";

ensureInstalled();
build();

const chosen = process.argv.slice(2);
// Files run side by side, the longest first: most of them wait for processes of their own.
const all = [
  "test/vscode/*.test.ts",
  "test/rpc/*.test.ts",
  "test/{cli,docs,webview}/**/*.test.ts",
  "test/**/*.test.ts",
  "{agent/*/src,extension,webview/src}/**/*.test.ts",
];
const files = chosen.length > 0 ? chosen : all;
const maxJobs = 4;
const jobs = Math.min(maxJobs, Math.max(2, availableParallelism()));
const { status } = spawnSync(
  process.execPath,
  [
    join(root, "node_modules/mocha/bin/mocha.js"),
    "--reporter",
    "test/reporter.cjs",
    "--parallel",
    "--jobs",
    String(jobs),
    ...files,
  ],
  { cwd: root, stdio: ["ignore", "inherit", "inherit"] },
);
process.exit(status ?? 1);
