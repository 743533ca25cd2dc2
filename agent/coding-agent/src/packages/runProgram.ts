import { spawn, type ChildProcess } from "node:child_process";
import { killProcessGroup, trackProcessGroup } from "../base/shell/liveProcesses.ts";
import { PackageError } from "./packageError.ts";

/** Output that is kept for a message or an answer; more is cut off at the start. */
const maxOutputChars = 1_000_000;

export interface ProgramOptions {
  cwd: string;
  env?: NodeJS.ProcessEnv;
  /** `terminal`: shown as it comes, and not kept. `capture`: kept, and nobody can be asked. */
  output: "terminal" | "capture";
  signal?: AbortSignal;
}

export interface ProgramResult {
  code: number;
  stdout: string;
  stderr: string;
}

/** How git and npm are run; tests hand in their own. */
export type RunProgram = (
  command: readonly [string, ...string[]],
  options: ProgramOptions,
) => Promise<ProgramResult>;

/** Runs a program without a shell to its end. Throws `PackageError` when it cannot be started. */
export const runProgram: RunProgram = ([program, ...args], { cwd, env, output, signal }) => {
  signal?.throwIfAborted();
  const isCaptured = output === "capture";
  return new Promise((resolve, reject) => {
    // Stdout may belong to a protocol: what a terminal is to see goes to stderr.
    const stdio = isCaptured ? (["ignore", "pipe", "pipe"] as const) : (["inherit", 2, 2] as const);
    const { file, words, windowsVerbatimArguments } = platformCommand(program, args);
    let child: ChildProcess;
    try {
      const detached = isCaptured && process.platform !== "win32";
      const common = { cwd, env: env ?? process.env, detached, windowsHide: true };
      child = spawn(file, words, { ...common, windowsVerbatimArguments, stdio: [...stdio] });
    } catch (cause) {
      reject(cannotRun(program, cause));
      return;
    }
    const { pid } = child;
    const untrack = isCaptured && pid !== undefined ? trackProcessGroup(pid) : undefined;
    const onAbort = (): void => {
      if (pid !== undefined) killProcessGroup(pid);
    };
    signal?.addEventListener("abort", onAbort, { once: true });
    const done = (): void => {
      untrack?.();
      signal?.removeEventListener("abort", onAbort);
    };
    const text = { stdout: "", stderr: "" };
    for (const name of ["stdout", "stderr"] as const) {
      child[name]
        ?.setEncoding("utf8")
        .on("data", (chunk: string) => (text[name] = (text[name] + chunk).slice(-maxOutputChars)));
    }
    child.once("error", (cause) => {
      done();
      reject(cannotRun(program, cause));
    });
    child.once("close", (code) => {
      done();
      if (signal?.aborted) reject(signal.reason instanceof Error ? signal.reason : new Error("Aborted"));
      else resolve({ code: code ?? 1, ...text });
    });
  });
};

function cannotRun(program: string, cause: unknown): PackageError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new PackageError(`Could not run ${program}: ${reason}`, { cause });
}

interface PlatformCommand {
  file: string;
  words: string[];
  windowsVerbatimArguments: boolean;
}

/** On Windows npm and its like are scripts, which only a shell can start. */
function platformCommand(program: string, args: readonly string[]): PlatformCommand {
  if (process.platform !== "win32" || /\.exe$/i.test(program) || program === "git") {
    return { file: program, words: [...args], windowsVerbatimArguments: false };
  }
  // The words are checked names and paths: quotes keep each whole.
  const line = [program, ...args].map((word) => `"${word.replaceAll('"', '""')}"`).join(" ");
  const words = ["/d", "/s", "/c", `"${line}"`];
  return { file: process.env.ComSpec ?? "cmd.exe", words, windowsVerbatimArguments: true };
}

/** The last lines of what a program said, for a message. */
export function lastWords({ stdout, stderr }: ProgramResult): string {
  const lines = (stderr.trim() || stdout.trim()).split(/\r?\n/);
  return lines.slice(-6).join("\n");
}
