import { spawn, type ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import type { Readable, Writable } from "node:stream";
import { InputQueue } from "./inputQueue.ts";
import type { RpcClientOptions } from "./types.ts";

const defaultStopTimeoutMs = 5000;
const terminateTimeoutMs = 1000;
/** How long output of an ended process may still come through pipes that others hold open. */
const lateOutputMs = 50;

export interface AgentProcessListeners {
  onStdout: (chunk: Buffer) => void;
  onStderr: (text: string) => void;
  /** Told once, when the process is gone and its output was read. */
  onExit: (code: number | null, signal: NodeJS.Signals | null) => void;
}

/** A running agent with its pipes. */
export class AgentProcess {
  readonly input: InputQueue;
  private readonly exited: Promise<void>;
  private stopping: Promise<void> | undefined;

  private constructor(
    readonly child: ChildProcess,
    stdin: Writable,
    private readonly options: RpcClientOptions,
  ) {
    this.input = new InputQueue(stdin);
    this.exited = new Promise((resolve) => child.once("exit", () => resolve()));
  }

  /** Resolves when the program runs; rejects when it cannot be started. */
  static async start(
    cliPath: string,
    options: RpcClientOptions,
    listeners: AgentProcessListeners,
  ): Promise<AgentProcess> {
    const child = spawn(options.nodePath ?? process.execPath, [cliPath, ...agentArguments(options)], {
      cwd: options.cwd,
      env: environment(options),
      stdio: options.ipc ? ["pipe", "pipe", "pipe", "ipc"] : ["pipe", "pipe", "pipe"],
      windowsHide: true,
      detached: options.processGroup === true,
    });
    const { stdin, stdout, stderr } = child;
    if (!stdin || !stdout || !stderr) throw new Error("The agent was started without pipes");
    const running = new AgentProcess(child, stdin, options);
    listen(child, { stdout, stderr }, listeners);
    await new Promise<void>((resolve, reject) => {
      child.once("spawn", resolve);
      child.once("error", (error) => reject(startError(error, options)));
    });
    // Such as a signal that could not be sent: the end of the process is what counts.
    child.on("error", (error) => listeners.onStderr(`${error.message}\n`));
    return running;
  }

  /** Closes stdin, then uses force step by step. Resolves when the process has ended. */
  stop(): Promise<void> {
    this.stopping ??= this.end();
    return this.stopping;
  }

  private async end(): Promise<void> {
    this.input.end();
    if (await this.hasExitedWithin(this.options.stopTimeoutMs ?? defaultStopTimeoutMs)) return;
    this.kill("SIGTERM");
    if (await this.hasExitedWithin(terminateTimeoutMs)) return;
    this.kill("SIGKILL");
    await this.exited;
  }

  private async hasExitedWithin(timeoutMs: number): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<false>((resolve) => {
      timer = setTimeout(() => resolve(false), timeoutMs);
    });
    const hasExited = await Promise.race([this.exited.then(() => true), timeout]);
    clearTimeout(timer);
    return hasExited;
  }

  private kill(signal: NodeJS.Signals): void {
    const { pid } = this.child;
    if (!this.options.processGroup || pid === undefined || process.platform === "win32") {
      this.child.kill(signal);
      return;
    }
    try {
      process.kill(-pid, signal);
    } catch (error) {
      const isGone = error instanceof Error && "code" in error && error.code === "ESRCH";
      if (!isGone) throw error;
    }
  }
}

function agentArguments({ provider, model, args = [] }: RpcClientOptions): string[] {
  return [
    "--mode",
    "rpc",
    ...(provider === undefined ? [] : ["--provider", provider]),
    ...(model === undefined ? [] : ["--model", model]),
    ...args,
  ];
}

/** An editor's own program runs scripts only when it is told to be Node. */
function environment({ env }: RpcClientOptions): NodeJS.ProcessEnv {
  const asNode = process.versions["electron"] === undefined ? {} : { ELECTRON_RUN_AS_NODE: "1" };
  return { ...process.env, ...asNode, ...env };
}

function listen(
  child: ChildProcess,
  { stdout, stderr }: { stdout: Readable; stderr: Readable },
  { onStdout, onStderr, onExit }: AgentProcessListeners,
): void {
  let hasOutput = false;
  stdout.on("data", (chunk: Buffer) => {
    hasOutput = true;
    onStdout(chunk);
  });
  stderr.setEncoding("utf8").on("data", onStderr);
  child.once("exit", (code, signal) => {
    let timer: NodeJS.Timeout | undefined;
    let isFinished = false;
    const finish = (): void => {
      if (isFinished) return;
      isFinished = true;
      clearTimeout(timer);
      stdout.destroy();
      stderr.destroy();
      onExit(code, signal);
    };
    // Looks only after the pipes had their turn, so that a busy process here loses nothing.
    const waitForQuiet = (): void => {
      hasOutput = false;
      timer = setTimeout(
        () => setImmediate(() => (hasOutput && !isFinished ? waitForQuiet() : finish())),
        lateOutputMs,
      );
    };
    child.once("close", finish);
    waitForQuiet();
  });
}

/** The system names the program also when it is the folder that is not there. */
function startError(error: Error, { cwd }: RpcClientOptions): Error {
  if (cwd === undefined || existsSync(cwd)) return error;
  return new Error(`Working directory of the agent does not exist: ${cwd}`, { cause: error });
}
