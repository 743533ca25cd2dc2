import { existsSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { installedPath, npmRoot, type PackageScope } from "./packageDirs.ts";
import { failed, type PackageHost } from "./packageHost.ts";
import { readPackageJson } from "./packageManifest.ts";
import type { NpmSource } from "./packageSource.ts";
import { lastWords, type ProgramOptions, type ProgramResult } from "./runProgram.ts";
import { compareVersions } from "./versions.ts";

/** Nothing but the packages: no reports, no peers of Relay's own, nothing for development. */
const quiet = ["--omit=dev", "--legacy-peer-deps", "--no-audit", "--no-fund"];

/** Version that lies there; `undefined` when there is none. */
export function installedVersion(
  source: NpmSource,
  scope: PackageScope,
  host: PackageHost,
): string | undefined {
  const { version } = readPackageJson(installedPath(source, scope, host));
  return typeof version === "string" ? version : undefined;
}

/** Puts the package there; what npm began of a package that was not there before is taken away when it fails. */
export async function installNpm(
  source: NpmSource,
  scope: PackageScope,
  host: PackageHost,
  version: string = source.wanted || "latest",
): Promise<void> {
  const root = npmRoot(source, scope, host);
  const path = installedPath(source, scope, host);
  const wasThere = existsSync(path);
  await prepareRoot(root);
  const spec = `${source.name}@${version}`;
  try {
    const result = await npm(host, ["install", spec, "--prefix", root, ...quiet], { cwd: root });
    if (result.code !== 0) throw failed(`install npm:${spec}`, lastWords(result));
    if (!existsSync(path)) throw failed(`install npm:${spec}`, `npm left nothing at ${path}`);
  } catch (error) {
    if (!wasThere) await rm(path, { recursive: true, force: true });
    throw error;
  }
}

/** Takes the package away, with what only it needed. */
export async function uninstallNpm(source: NpmSource, scope: PackageScope, host: PackageHost): Promise<void> {
  const path = installedPath(source, scope, host);
  if (!existsSync(path)) return;
  const root = npmRoot(source, scope, host);
  const result = await npm(host, ["uninstall", source.name, "--prefix", root, ...quiet], { cwd: root });
  if (result.code !== 0) throw failed(`uninstall npm:${source.name}`, lastWords(result));
  await rm(path, { recursive: true, force: true });
}

/** Newest version that the source allows, as the registry has it now. */
export async function newestNpm(source: NpmSource, host: PackageHost): Promise<string> {
  const spec = `${source.name}@${source.wanted || "latest"}`;
  const args = ["view", spec, "version", "--json"];
  const result = await npm(host, args, { cwd: host.agentDir, output: "capture" });
  if (result.code !== 0) throw failed(`look up npm:${spec}`, lastWords(result));
  const versions = parseVersions(result.stdout);
  const newest = versions.reduce<string | undefined>(
    (best, version) => (best === undefined || compareVersions(version, best) > 0 ? version : best),
    undefined,
  );
  if (newest === undefined) throw failed(`look up npm:${spec}`, "npm named no version");
  return newest;
}

/** Installs what a folder's `package.json` asks for. */
export async function installDependencies(root: string, host: PackageHost): Promise<void> {
  // Another package manager need not know npm's options.
  const args = host.npmCommand.isCustom ? ["install"] : ["install", ...quiet];
  const result = await npm(host, args, { cwd: root });
  if (result.code !== 0) throw failed(`install the dependencies of ${root}`, lastWords(result));
}

/** One version, or a list of all that fit. */
function parseVersions(json: string): string[] {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    // What is no JSON names no version.
    return [];
  }
  return (Array.isArray(value) ? value : [value]).filter((item) => typeof item === "string");
}

/** A root of its own: npm looks no further up, and keeps the lock file with the hashes there. */
async function prepareRoot(root: string): Promise<void> {
  await mkdir(root, { recursive: true });
  const path = join(root, "package.json");
  if (!existsSync(path)) await writeFile(path, `${JSON.stringify({ private: true }, null, 2)}\n`);
}

function npm(
  host: PackageHost,
  args: readonly string[],
  { cwd, output = host.output }: Pick<ProgramOptions, "cwd"> & Partial<Pick<ProgramOptions, "output">>,
): Promise<ProgramResult> {
  const { words } = host.npmCommand;
  // A folder that does not exist is no place to run from.
  const place = existsSync(cwd) ? cwd : process.cwd();
  const env = npmEnvironment(process.env);
  const { signal } = host;
  return host.run([...words, ...args], { cwd: place, env, output, signal });
}

/**
 * Scripts of packages do not run while they are installed, unless the user's environment says
 * `npm_config_ignore_scripts=false`.
 */
function npmEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const isSet = Object.keys(env).some((name) => name.toLowerCase() === "npm_config_ignore_scripts");
  return {
    npm_config_update_notifier: "false",
    ...(isSet ? {} : { npm_config_ignore_scripts: "true" }),
    ...env,
  };
}
