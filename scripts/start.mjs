// The first command of a fresh clone: installs what is missing, builds, and opens Relay.
// On a terminal that is Relay on the current folder; elsewhere a short guided first task.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { build, ensureInstalled, root } from "./setup.mjs";

ensureInstalled();
build();

if (process.stdin.isTTY && process.stdout.isTTY) {
  // npm runs scripts in the package's folder and keeps the caller's in INIT_CWD.
  const { status } = spawnSync(
    process.execPath,
    [join(root, "agent/coding-agent/dist/cli.js"), ...process.argv.slice(2)],
    { cwd: process.env.INIT_CWD ?? process.cwd(), stdio: "inherit" },
  );
  process.exit(status ?? 1);
}

const { runGuidedTask } = await import("./guidedTask.mjs");
process.exit(await runGuidedTask());
