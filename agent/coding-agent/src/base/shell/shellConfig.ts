import { accessSync, constants, existsSync, statSync } from "node:fs";
import { basename, delimiter, isAbsolute, join, resolve } from "node:path";

import { expandTilde } from "../paths.ts";

/** A shell and how it takes a command. */
export interface ShellConfig {
  path: string;
  /** Precede the command, or stand alone when it goes to stdin. */
  args: string[];
  /** The legacy WSL launcher mangles arguments: it reads the script from stdin. */
  commandOnStdin?: boolean;
}

export interface ShellLookup {
  env?: NodeJS.ProcessEnv;
  platform?: NodeJS.Platform;
  /** Directory of a relative `shellPath`. */
  cwd?: string;
}

/** Value of `PATH`, whatever its spelling on Windows. */
export function pathVariableName(env: NodeJS.ProcessEnv): string {
  if (process.platform !== "win32") return "PATH";
  return Object.keys(env).find((name) => name.toUpperCase() === "PATH") ?? "PATH";
}

function isExecutableFile(path: string): boolean {
  try {
    if (!statSync(path).isFile()) return false;
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** First executable of a name on `PATH`, then in `first` if given. */
export function findOnPath(
  name: string,
  env: NodeJS.ProcessEnv = process.env,
  first: readonly string[] = [],
): string | undefined {
  const directories = [...first, ...(env[pathVariableName(env)] ?? "").split(delimiter)];
  for (const directory of directories) {
    if (directory === "") continue;
    const candidate = join(directory, name);
    if (isExecutableFile(candidate)) return candidate;
  }
  return undefined;
}

/**
 * The shell of `bash`, `!` and RPC `bash` (cli.md §16). Throws when there is none, and when a
 * configured `shellPath` does not exist: there is no fallback from that.
 */
export function getShellConfig(shellPath?: string, lookup: ShellLookup = {}): ShellConfig {
  const env = lookup.env ?? process.env;
  const platform = lookup.platform ?? process.platform;
  if (shellPath) {
    const path = customShell(shellPath, env, lookup.cwd ?? process.cwd());
    if (!path) throw new Error(`Custom shell path not found: ${shellPath}`);
    return bashConfig(path, platform);
  }
  return platform === "win32" ? windowsBash(env, platform) : unixShell(env);
}

function customShell(shellPath: string, env: NodeJS.ProcessEnv, cwd: string): string | undefined {
  const expanded = expandTilde(shellPath);
  if (!isAbsolute(expanded) && basename(expanded) === expanded) {
    return (
      findOnPath(expanded, env) ??
      (process.platform === "win32" ? findOnPath(`${expanded}.exe`, env) : undefined)
    );
  }
  const path = resolve(cwd, expanded);
  return existsSync(path) && statSync(path).isFile() ? path : undefined;
}

function bashConfig(path: string, platform: NodeJS.Platform): ShellConfig {
  const isWslLauncher = platform === "win32" && /[\\/](?:system32|sysnative)[\\/]bash\.exe$/i.test(path);
  return isWslLauncher ? { path, args: ["-s"], commandOnStdin: true } : { path, args: ["-c"] };
}

function unixShell(env: NodeJS.ProcessEnv): ShellConfig {
  const path = existsSync("/bin/bash") ? "/bin/bash" : (findOnPath("bash", env) ?? findOnPath("sh", env));
  return { path: path ?? "sh", args: ["-c"] };
}

function windowsBash(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): ShellConfig {
  const installed = [env["ProgramFiles"], env["ProgramFiles(x86)"]]
    .filter((directory) => directory !== undefined && directory !== "")
    .map((directory) => `${directory}\\Git\\bin\\bash.exe`);
  const path = installed.find((candidate) => existsSync(candidate)) ?? findOnPath("bash.exe", env);
  if (path) return bashConfig(path, platform);
  const places = [...installed, "bash.exe on PATH"].map((place) => `  ${place}`).join("\n");
  throw new Error(`No bash shell found. Install Git for Windows or set shellPath. Checked:\n${places}`);
}

/** PowerShell of the `powershell` tool (sessions-and-tools.md §13.2). Throws when there is none. */
export function getPowerShellConfig(lookup: ShellLookup = {}): ShellConfig {
  const env = lookup.env ?? process.env;
  const args = ["-NoProfile", "-NonInteractive", "-ExecutionPolicy", "Bypass", "-Command"];
  const seven = `${env["ProgramFiles"] ?? "C:\\Program Files"}\\PowerShell\\7\\pwsh.exe`;
  const system = `${env["SystemRoot"] ?? "C:\\Windows"}\\System32\\WindowsPowerShell\\v1.0\\powershell.exe`;
  const path =
    findOnPath("pwsh.exe", env) ??
    (existsSync(seven) ? seven : undefined) ??
    findOnPath("powershell.exe", env) ??
    (existsSync(system) ? system : undefined);
  if (path) return { path, args };
  throw new Error(
    `No PowerShell found. Checked:\n  pwsh.exe on PATH\n  ${seven}\n  powershell.exe on PATH\n  ${system}`,
  );
}
