import { spawn, type ChildProcess } from "node:child_process";
import { constants } from "node:os";
import { killProcessGroup, trackProcessGroup } from "../base/shell/liveProcesses.ts";
import { errorText } from "./errors.ts";

/** From SIGTERM to SIGKILL. */
const killDelayMs = 5000;
/** After the program has ended, output counts as complete when the pipes stay open this long. */
const drainMs = 250;
const defaultMaxBuffer = 256 * 1024 * 1024;

export interface ExecOptions {
  signal?: AbortSignal;
  /** Milliseconds. */
  timeout?: number;
  /** Default: the session's. */
  cwd?: string;
  /** Bytes of stdout and stderr together. Default 256 MiB; more ends the program. */
  maxBuffer?: number;
}

export interface ExecResult {
  stdout: string;
  stderr: string;
  /** 128 + n after signal n. */
  code: number;
  /** Relay ended the program. */
  killed: boolean;
  /** Output was more than `maxBuffer`. */
  truncated: boolean;
}

/** Runs a program without a shell. Never rejects: what goes wrong is in code and stderr. */
export function execProgram(
  command: string,
  args: readonly string[],
  { cwd, ...options }: ExecOptions & { cwd: string },
): Promise<ExecResult> {
  if (options.signal?.aborted) return Promise.resolve(failure("Aborted before the program started", true));
  let child: ChildProcess;
  try {
    const detached = process.platform !== "win32";
    child = spawn(command, args, { cwd, detached, windowsHide: true, stdio: ["ignore", "pipe", "pipe"] });
  } catch (error) {
    return Promise.resolve(failure(errorText(error), false));
  }
  return new Program(child, options).result;
}

function failure(stderr: string, killed: boolean): ExecResult {
  return { stdout: "", stderr, code: 1, killed, truncated: false };
}

/** A running program with what it has written. */
class Program {
  readonly result: Promise<ExecResult>;
  private readonly output = { stdout: [] as Buffer[], stderr: [] as Buffer[] };
  private bytes = 0;
  private isKilled = false;
  private isTruncated = false;
  private readonly timers: NodeJS.Timeout[] = [];
  private readonly untrack: () => void;
  private settle: (result: ExecResult) => void = () => undefined;

  constructor(
    private readonly child: ChildProcess,
    private readonly options: ExecOptions,
  ) {
    this.untrack = child.pid === undefined ? () => undefined : trackProcessGroup(child.pid);
    this.result = new Promise((resolve) => (this.settle = resolve));
    const { signal, timeout } = options;
    signal?.addEventListener("abort", this.end);
    if (timeout !== undefined && timeout > 0) this.timers.push(setTimeout(this.end, timeout));
    for (const name of ["stdout", "stderr"] as const) {
      child[name]?.on("data", (chunk: Buffer) => this.collect(name, chunk));
    }
    child.on("error", (error) => this.finish(1, error.message));
    child.on("close", (code, endSignal) => this.finish(codeOf(code, endSignal)));
    child.on("exit", (code, endSignal) => {
      // Whatever the program left behind may hold the pipes open.
      this.timers.push(setTimeout(() => this.finish(codeOf(code, endSignal)), drainMs));
    });
  }

  private collect(name: "stdout" | "stderr", chunk: Buffer): void {
    const left = (this.options.maxBuffer ?? defaultMaxBuffer) - this.bytes;
    this.bytes += chunk.length;
    if (left > 0) this.output[name].push(chunk.length > left ? chunk.subarray(0, left) : chunk);
    if (chunk.length <= left || this.isTruncated) return;
    this.isTruncated = true;
    this.end();
  }

  private readonly end = (): void => {
    const { pid } = this.child;
    if (this.isKilled || pid === undefined) return;
    this.isKilled = true;
    this.child.kill("SIGTERM");
    this.timers.push(setTimeout(() => killProcessGroup(pid), killDelayMs));
  };

  private finish(code: number, problem?: string): void {
    for (const timer of this.timers) clearTimeout(timer);
    this.options.signal?.removeEventListener("abort", this.end);
    if (this.isKilled && this.child.pid !== undefined) killProcessGroup(this.child.pid);
    this.child.stdout?.destroy();
    this.child.stderr?.destroy();
    this.untrack();
    const stderr = Buffer.concat(this.output.stderr).toString();
    this.settle({
      stdout: Buffer.concat(this.output.stdout).toString(),
      stderr: problem === undefined ? stderr : `${stderr}${problem}`,
      code: code === 0 && this.isKilled ? 1 : code,
      killed: this.isKilled,
      truncated: this.isTruncated,
    });
  }
}

function codeOf(code: number | null, signal: NodeJS.Signals | null): number {
  return code ?? 128 + (signal ? constants.signals[signal] : 0);
}
