import { spawn } from "node:child_process";
import { killProcessGroup, trackProcessGroup } from "../base/shell/liveProcesses.ts";

export interface ProgramResult {
  /** `null` after a signal. */
  exitCode: number | null;
  stdout: string;
  stderr: string;
}

export interface ProgramOptions {
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  signal?: AbortSignal;
}

/**
 * Runs a program without a shell and collects what it writes. Rejects when it cannot start (`ENOENT`), and
 * with the signal's reason when it is aborted, which ends it and what it started.
 */
export function runProgram(
  program: string,
  args: readonly string[],
  { cwd, env, signal }: ProgramOptions = {},
): Promise<ProgramResult> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const child = spawn(program, args, {
      cwd,
      env,
      detached: process.platform !== "win32",
      windowsHide: true,
      stdio: ["ignore", "pipe", "pipe"],
    });
    const untrack = child.pid === undefined ? undefined : trackProcessGroup(child.pid);
    let stdout = "";
    let stderr = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
    const onAbort = (): void => {
      if (child.pid !== undefined) killProcessGroup(child.pid);
    };
    const finish = (): void => {
      signal?.removeEventListener("abort", onAbort);
      untrack?.();
    };
    signal?.addEventListener("abort", onAbort, { once: true });
    child.once("error", (error) => {
      finish();
      reject(error);
    });
    child.once("close", (exitCode) => {
      finish();
      if (signal?.aborted) reject(signal.reason as Error);
      else resolve({ exitCode, stdout, stderr });
    });
  });
}
