import { existsSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { isJsonObject } from "@relay-harness/protocol";
import { gitRoot, installedPath, type PackageScope } from "./packageDirs.ts";
import { failed, type PackageHost } from "./packageHost.ts";
import { installDependencies } from "./npmPackages.ts";
import { readPackageJson } from "./packageManifest.ts";
import { shownSource, type GitSource } from "./packageSource.ts";
import { lastWords, type ProgramOptions, type ProgramResult } from "./runProgram.ts";

/** Clones, checks out and gets dependencies; only a whole clone gets its name. */
export async function installGit(source: GitSource, scope: PackageScope, host: PackageHost): Promise<void> {
  const path = installedPath(source, scope, host);
  const partial = join(dirname(path), `.${basename(path)}.${process.pid}.partial`);
  await mkdir(dirname(path), { recursive: true });
  await rm(partial, { recursive: true, force: true });
  try {
    await git(host, ["clone", "--no-recurse-submodules", "--", source.url, partial], dirname(path));
    if (source.ref !== undefined) await checkOut(partial, await findRef(partial, source, host), host);
    await getDependencies(partial, host);
    await rename(partial, path);
  } finally {
    await rm(partial, { recursive: true, force: true });
    await removeEmptyParents(path, gitRoot(source, scope, host));
  }
}

/** Brings an existing clone to what the source names now. Resolves with both commits. */
export async function reconcileGit(
  source: GitSource,
  scope: PackageScope,
  host: PackageHost,
): Promise<{ from: string; to: string }> {
  const path = installedPath(source, scope, host);
  const from = await headOf(path, host);
  await git(host, ["remote", "set-url", "origin", source.url], path);
  await git(host, ["fetch", "--prune", "--no-recurse-submodules", "origin"], path);
  const to = await findRef(path, source, host);
  if (to === from) return { from, to };
  await checkOut(path, to, host);
  await getDependencies(path, host);
  return { from, to };
}

export async function removeGit(source: GitSource, scope: PackageScope, host: PackageHost): Promise<void> {
  const path = installedPath(source, scope, host);
  await rm(path, { recursive: true, force: true });
  await removeEmptyParents(path, gitRoot(source, scope, host));
}

/** The checkout is the very commit that the source names: there is nothing to look up. */
export async function isAtCommit(source: GitSource, path: string, host: PackageHost): Promise<boolean> {
  if (!/^[0-9a-f]{7,40}$/i.test(source.ref ?? "")) return false;
  return (await headOf(path, host)).startsWith((source.ref ?? "").toLowerCase());
}

/** Gets dependencies that a clone asks for and does not have. */
export async function repairDependencies(path: string, host: PackageHost): Promise<void> {
  if (lacksDependencies(path)) await installDependencies(path, host);
}

export function lacksDependencies(path: string): boolean {
  const { dependencies } = readPackageJson(path);
  const names = isJsonObject(dependencies) ? Object.keys(dependencies) : [];
  return names.some((name) => !existsSync(join(path, "node_modules", ...name.split("/"))));
}

async function getDependencies(path: string, host: PackageHost): Promise<void> {
  if (existsSync(join(path, "package.json"))) await installDependencies(path, host);
}

/** Commit of the ref: of a tag, else of a branch of the remote, else the commit itself. */
async function findRef(path: string, { ref, url }: GitSource, host: PackageHost): Promise<string> {
  if (ref === undefined) {
    await git(host, ["remote", "set-head", "origin", "--auto"], path);
    return commitOf(path, "refs/remotes/origin/HEAD", host);
  }
  const known = [
    `refs/tags/${ref}`,
    `refs/remotes/origin/${ref}`,
    ...(/^[0-9a-f]{7,40}$/i.test(ref) ? [ref] : []),
  ];
  for (const name of known) {
    const found = await tryCommitOf(path, name, host);
    if (found !== undefined) return found;
  }
  // A tag or commit that no branch leads to is not fetched along with them.
  for (const wanted of [`refs/tags/${ref}:refs/tags/${ref}`, ref]) {
    const result = await runGit(
      host,
      ["fetch", "--no-recurse-submodules", "origin", wanted],
      path,
      "capture",
    );
    const found = result.code === 0 ? await tryCommitOf(path, "FETCH_HEAD", host) : undefined;
    if (found !== undefined) return found;
  }
  throw failed(`find ${ref} in ${shownSource(url)}`, "no tag, branch or commit has that name");
}

async function checkOut(path: string, commit: string, host: PackageHost): Promise<void> {
  await git(host, ["-c", "advice.detachedHead=false", "checkout", "--force", "--detach", commit], path);
  await git(host, ["clean", "-fd"], path, "capture");
}

async function headOf(path: string, host: PackageHost): Promise<string> {
  return commitOf(path, "HEAD", host);
}

async function commitOf(path: string, name: string, host: PackageHost): Promise<string> {
  const found = await tryCommitOf(path, name, host);
  if (found === undefined) throw failed(`read the commit of ${name} in ${path}`, "it is no whole clone");
  return found;
}

async function tryCommitOf(path: string, name: string, host: PackageHost): Promise<string | undefined> {
  const args = ["rev-parse", "--verify", "--quiet", `${name}^{commit}`];
  const { code, stdout } = await runGit(host, args, path, "capture");
  return code === 0 ? stdout.trim() : undefined;
}

async function git(
  host: PackageHost,
  args: readonly string[],
  cwd: string,
  output?: ProgramOptions["output"],
): Promise<void> {
  const result = await runGit(host, args, cwd, output);
  if (result.code === 0) return;
  const action = `run git ${args
    .filter((arg) => !arg.startsWith("-"))
    .map(shownSource)
    .join(" ")}`;
  const hint =
    host.output === "capture"
      ? "If it needs a password: set up a credential helper or an ssh agent, or run relay install once in a shell."
      : "";
  throw failed(action, shownSource(lastWords(result)), hint);
}

function runGit(
  host: PackageHost,
  args: readonly string[],
  cwd: string,
  output: ProgramOptions["output"] = host.output,
): Promise<ProgramResult> {
  const env = gitEnvironment(process.env, host.output === "capture");
  return host.run(["git", ...args], { cwd, env, output, signal: host.signal });
}

/** Of a repository that Relay runs in, nothing; where nobody can answer, no questions. */
function gitEnvironment(env: NodeJS.ProcessEnv, isUnattended: boolean): NodeJS.ProcessEnv {
  const own = Object.fromEntries(
    Object.entries(env).filter(
      ([name]) => !/^GIT_(DIR|WORK_TREE|INDEX_FILE|COMMON_DIR|PREFIX|NAMESPACE)$/.test(name),
    ),
  );
  if (!isUnattended) return own;
  return {
    ...own,
    GIT_TERMINAL_PROMPT: "0",
    GCM_INTERACTIVE: "never",
    GIT_SSH_COMMAND: own.GIT_SSH_COMMAND ?? "ssh -oBatchMode=yes",
  };
}

/** Folders that only a clone was in. */
async function removeEmptyParents(path: string, root: string): Promise<void> {
  const { rmdir } = await import("node:fs/promises");
  for (let at = dirname(path); at.startsWith(root) && at !== root; at = dirname(at)) {
    try {
      await rmdir(at);
    } catch {
      // Something else is in it, or it is gone.
      return;
    }
  }
}
