// Installs what is missing, builds, and runs every test.
//   npm test                      everything
//   npm test -- <file or glob>    only these files
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { build, ensureInstalled, root } from "./setup.mjs";

ensureInstalled();
build();

const chosen = process.argv.slice(2);
// Files run side by side, the longest first: most of them wait for processes of their own.
const longest = ["test/vscode/", "test/rpc/", "test/cli/", "test/docs/", "test/webview/", "test/"];
const files =
  chosen.length > 0 ? chosen : byDuration(["test", "agent", "extension", "webview"].flatMap(testsBelow));
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
process.exitCode = status ?? 1;

/** Each file once: side by side, a file that is named twice may run twice. */
function testsBelow(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return ["node_modules", "dist"].includes(entry.name) ? [] : testsBelow(path);
    return entry.name.endsWith(".test.ts") ? [path] : [];
  });
}

function byDuration(paths) {
  const rank = (path) => {
    const index = longest.findIndex((start) => path.startsWith(start));
    return index < 0 ? longest.length : index;
  };
  return paths.sort((one, other) => rank(one) - rank(other));
}
