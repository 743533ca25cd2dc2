import { statSync } from "node:fs";
import { delimiter, join } from "node:path";

import { runProcess } from "./runProcess.ts";
import { getPowerShellConfig, getShellConfig, pathVariableName, type ShellConfig } from "./shellConfig.ts";

export interface ShellExecOptions {
  /** stdout and stderr as they arrive. A promise asks to pause the command until it resolves. */
  onData: (data: Buffer) => void | Promise<void>;
  signal?: AbortSignal;
  /** Seconds. */
  timeout?: number;
  env?: NodeJS.ProcessEnv;
}

/** How a shell tool runs commands (sessions-and-tools.md §15). */
export interface BashOperations {
  /** `exitCode` is 128 + n after signal n and `null` when the command failed without one. */
  exec: (command: string, cwd: string, options: ShellExecOptions) => Promise<{ exitCode: number | null }>;
}

export type PowerShellOperations = BashOperations;

export interface LocalBashOptions {
  /** As in the setting: `~` is expanded, a bare name looked up on `PATH`. */
  shellPath?: string;
}

function assertDirectory(cwd: string, shellName: string): void {
  if (statSync(cwd, { throwIfNoEntry: false })?.isDirectory()) return;
  throw new Error(`Working directory does not exist: ${cwd}\nCannot execute ${shellName} commands.`);
}

function localOperations(shellName: string, resolveShell: (cwd: string) => ShellConfig): BashOperations {
  return {
    async exec(command, cwd, { onData, signal, timeout, env = process.env }) {
      const shell = resolveShell(cwd);
      assertDirectory(cwd, shellName);
      return { exitCode: await runProcess({ shell, command, cwd, env, onData, signal, timeout }) };
    },
  };
}

/**
 * Runs commands in the local Bash. Rejects when the shell or the directory is missing, with
 * `ShellTimeoutError` after `timeout`, and with the reason of an aborted signal.
 */
export function createLocalBashOperations(options: LocalBashOptions = {}): BashOperations {
  return localOperations("bash", (cwd) => getShellConfig(options.shellPath, { cwd }));
}

/** The same for PowerShell; rejects outside native Windows. */
export function createLocalPowerShellOperations(): PowerShellOperations {
  return localOperations("powershell", () => {
    if (process.platform !== "win32") throw new Error("The powershell tool is only available on Windows.");
    return getPowerShellConfig();
  });
}

/** The environment of this process with `<agentDir>/bin` in front of `PATH`. */
export function shellEnvironment(agentDir: string): NodeJS.ProcessEnv {
  const name = pathVariableName(process.env);
  const path = process.env[name];
  const bin = join(agentDir, "bin");
  return { ...process.env, [name]: path ? `${bin}${delimiter}${path}` : bin };
}

/** The command with the configured prefix on the lines before it. */
export function withCommandPrefix(command: string, prefix: string | undefined): string {
  return prefix ? `${prefix}\n${command}` : command;
}
