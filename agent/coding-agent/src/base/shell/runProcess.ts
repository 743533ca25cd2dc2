import { spawn, type ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { Socket } from "node:net";
import { constants } from "node:os";
import { basename } from "node:path";
import type { Readable } from "node:stream";

import { killProcessGroup, trackProcessGroup } from "./liveProcesses.ts";
import type { ShellConfig } from "./shellConfig.ts";

/** After the shell has exited, output counts as complete when none came for this long. */
const drainMs = 100;

/** What a shell command failed with besides its exit code. Test with {@link isShellTimeout}. */
export class ShellTimeoutError extends Error {
  readonly code = "shell-timeout";
  /** Set when the shell had exited before and only background processes kept writing. */
  readonly shellExit: { exitCode: number; afterSeconds: number } | undefined;

  constructor(seconds: number, shellExit?: { exitCode: number; afterSeconds: number }) {
    super(`Command timed out after ${seconds} seconds`);
    this.shellExit = shellExit;
  }
}

/** True for the error of a command that ran out of time. */
export function isShellTimeout(error: unknown): error is ShellTimeoutError {
  return error instanceof Error && (error as { code?: unknown }).code === "shell-timeout";
}

export interface RunProcessOptions {
  shell: ShellConfig;
  command: string;
  cwd: string;
  env: NodeJS.ProcessEnv;
  /** stdout and stderr, merged in the order of arrival. A promise keeps further output, and so the command, waiting. */
  onData: (chunk: Buffer) => void | Promise<void>;
  signal?: AbortSignal;
  /** Seconds. Default: none. */
  timeout?: number;
}

interface Invocation {
  path: string;
  args: string[];
}

const plainVariable = /^[A-Za-z_][A-Za-z0-9_]*$/;

/**
 * On POSIX a launcher replaces itself by the shell with stderr on stdout's pipe: with two pipes
 * the order of the writes would be lost. `/bin/sh` may drop variables whose names it cannot
 * spell (exported Bash functions), so Bash launches itself then.
 */
function invocation(shell: ShellConfig, command: string, env: NodeJS.ProcessEnv): Invocation {
  const args = shell.commandOnStdin ? shell.args : [...shell.args, command];
  if (process.platform === "win32") return { path: shell.path, args };
  let launcher: string | undefined;
  if (Object.keys(env).every((name) => plainVariable.test(name))) {
    launcher = existsSync("/bin/sh") ? "/bin/sh" : undefined;
  } else if (basename(shell.path) === "bash" && !env["BASH_ENV"]) {
    launcher = shell.path;
  }
  return launcher
    ? { path: launcher, args: ["-c", 'exec "$0" "$@" 2>&1', shell.path, ...args] }
    : { path: shell.path, args };
}

function exitCodeOf(code: number | null, signal: NodeJS.Signals | null): number {
  return code ?? 128 + (signal ? constants.signals[signal] : 0);
}

/**
 * Runs a command in a process group of its own. Resolves with the exit code (128 + n after signal
 * n). Rejects with {@link ShellTimeoutError}, with the reason of an aborted signal, or when the
 * shell cannot start. Timeout and abort kill the group at once. Processes that stay in the
 * background do not hold the call up once they are silent.
 */
export function runProcess(options: RunProcessOptions): Promise<number> {
  const { shell, signal, timeout, onData } = options;
  if (signal?.aborted) return Promise.reject(abortReason(signal));
  const started = performance.now();
  const { path, args } = invocation(shell, options.command, options.env);

  return new Promise((resolve, reject) => {
    let child: ChildProcess;
    try {
      child = spawn(path, args, {
        cwd: options.cwd,
        env: options.env,
        detached: process.platform !== "win32",
        windowsHide: true,
        stdio: [shell.commandOnStdin ? "pipe" : "ignore", "pipe", "pipe"],
      });
    } catch (error) {
      reject(error instanceof Error ? error : new Error(String(error)));
      return;
    }
    const untrack = child.pid === undefined ? undefined : trackProcessGroup(child.pid);
    let exit: { exitCode: number; afterSeconds: number } | undefined;
    let failure: Error | undefined;
    let drainTimer: NodeJS.Timeout | undefined;
    let settled = false;
    let waits = 0;

    const settle = (): void => {
      if (settled) return;
      settled = true;
      clearTimeout(drainTimer);
      clearTimeout(timeoutTimer);
      signal?.removeEventListener("abort", onAbort);
      release(child.stdout, receive);
      release(child.stderr, receive);
      untrack?.();
      if (failure) reject(failure);
      else resolve(exit?.exitCode ?? 0);
    };
    const drain = (): void => {
      clearTimeout(drainTimer);
      // Output that still waits for its reader is not silence; after a kill nobody wants it.
      if (waits === 0 || failure) drainTimer = setTimeout(settle, drainMs);
    };
    const kill = (error: Error): void => {
      if (settled || failure) return;
      failure = error;
      if (child.pid !== undefined) killProcessGroup(child.pid);
      if (exit) drain();
    };
    const onAbort = (): void => {
      if (signal) kill(abortReason(signal));
    };
    const timeoutTimer =
      timeout === undefined
        ? undefined
        : setTimeout(() => {
            kill(new ShellTimeoutError(timeout, exit));
          }, timeout * 1000);
    const receive = (chunk: Buffer): void => {
      if (settled) return;
      if (exit && !failure) drain();
      const wait = onData(chunk);
      if (wait) holdUntil(wait);
    };
    const holdUntil = (wait: Promise<void>): void => {
      waits++;
      child.stdout?.pause();
      child.stderr?.pause();
      clearTimeout(drainTimer);
      void wait.finally(() => {
        waits--;
        if (settled || waits > 0) return;
        child.stdout?.resume();
        child.stderr?.resume();
        if (exit) drain();
      });
    };

    signal?.addEventListener("abort", onAbort, { once: true });
    child.stdout?.on("data", receive);
    child.stderr?.on("data", receive);
    child.once("error", (error) => {
      failure ??= error;
      settle();
    });
    child.once("exit", (code, exitSignal) => {
      exit = { exitCode: exitCodeOf(code, exitSignal), afterSeconds: (performance.now() - started) / 1000 };
      drain();
    });
    child.once("close", settle);
    if (child.stdin) {
      // A shell that exits early closes its stdin; its exit code tells the story.
      child.stdin.on("error", () => undefined);
      child.stdin.end(options.command);
    }
  });
}

/**
 * Lets go of a pipe that background processes may still hold. It is read on, into nothing: their
 * next write to a closed pipe would kill them. This process does not wait for them.
 */
function release(pipe: Readable | null, listener: (chunk: Buffer) => void): void {
  if (!pipe || pipe.destroyed) return;
  pipe.off("data", listener);
  // Nobody cares any more how it ends.
  pipe.on("error", () => pipe.destroy());
  pipe.resume();
  if (pipe instanceof Socket) pipe.unref();
}

function abortReason(signal: AbortSignal): Error {
  const reason: unknown = signal.reason;
  return reason instanceof Error ? reason : new Error("Command aborted");
}
