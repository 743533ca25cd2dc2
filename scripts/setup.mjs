// Brings a fresh clone to the state that every other script needs. Uses Node's own modules only,
// because it runs before anything is installed.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

const minimumNode = [20, 19];

/** Ends the process with a message when this Node is too old. */
export function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major > minimumNode[0] || (major === minimumNode[0] && minor >= minimumNode[1])) return;
  process.stderr.write(
    `Error: Relay needs Node.js ${minimumNode.join(".")} or newer; this is ${process.versions.node}. ` +
      "Install a current version from https://nodejs.org and run the command again.\n",
  );
  process.exit(1);
}

/**
 * Runs a program and ends this process with its exit code when it fails. Ctrl+C reaches the program
 * as well; this process stays until it has ended, else an `npm ci` would go on removing files behind
 * the back of the next start.
 */
export function run(command, args, options = {}) {
  process.on("SIGINT", waitForProgram);
  const { status, error, signal } = spawnSync(command, args, { cwd: root, stdio: "inherit", ...options });
  process.off("SIGINT", waitForProgram);
  if (error) {
    process.stderr.write(`Error: could not run ${command}: ${error.message}\n`);
    process.exit(1);
  }
  if (status !== 0) process.exit(status ?? (signal ? 130 : 1));
}

/** A handler of any kind keeps the signal from ending this process. */
function waitForProgram() {}

/** Installs dependencies when the lockfile is not the one that was installed last. */
export function ensureInstalled() {
  requireNode();
  const stamp = join(root, "node_modules", ".relay-installed");
  const wanted = createHash("sha256")
    .update(readFileSync(join(root, "package-lock.json")))
    .update(process.version)
    .digest("hex");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  process.stderr.write("Installing dependencies (once per checkout)...\n");
  run(
    process.platform === "win32" ? "npm.cmd" : "npm",
    ["ci", "--no-audit", "--no-fund", "--loglevel=error"],
    {
      stdio: ["ignore", "ignore", "inherit"],
      shell: process.platform === "win32",
    },
  );
  writeFileSync(stamp, wanted);
}

/** Builds every bundle. */
export function build() {
  run(process.execPath, [join(root, "esbuild.js")]);
}
