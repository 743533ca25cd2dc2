import { spawn, spawnSync, type ChildProcessWithoutNullStreams } from "node:child_process";
import { fileURLToPath } from "node:url";
import { JsonlDecoder } from "@relay-harness/protocol";
import type { Workspace } from "./workspace.ts";

/** The built command; `RELAY_TEST_CLI` names another build. */
export const relayCli =
  process.env.RELAY_TEST_CLI ??
  fileURLToPath(new URL("../../agent/coding-agent/dist/cli.js", import.meta.url));

/** A record of stdout; tests look into it without a type. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- assertions compare shapes, not types
export type AnyRecord = Record<string, any>;

export interface RunResult {
  stdout: string;
  stderr: string;
  code: number | null;
  signal: NodeJS.Signals | null;
}

export interface RunOptions {
  /** Script to run instead of `relayCli`. */
  program?: string;
  input?: string;
  env?: Record<string, string>;
  cwd?: string;
  /** Largest file that the process may write; POSIX only. */
  fileSizeLimitKiB?: number;
  /** Takes from root what makes permissions meaningless; see `canDropPrivileges`. */
  unprivileged?: boolean;
}

/** Runs `relay` to its end. */
export async function runRelay(
  workspace: Workspace,
  args: string[],
  options: RunOptions = {},
): Promise<RunResult> {
  const child = start(workspace, args, options);
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  child.stdin.end(options.input ?? "");
  const [code, signal] = await new Promise<[number | null, NodeJS.Signals | null]>((resolve) =>
    child.on("close", (...result) => resolve(result)),
  );
  return { stdout, stderr, code, signal };
}

/** `relay --mode rpc` as a child process with its records. Every line of stdout must parse. */
export class RpcProcess {
  /** Every record of stdout so far. */
  readonly records: AnyRecord[] = [];
  readonly child: ChildProcessWithoutNullStreams;
  stderr = "";
  /** Resolves when the process has ended and its output was read. */
  readonly exit: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  /** First line of stdout that was no record. */
  strayLine: string | undefined;
  private readonly waiters = new Set<() => void>();
  private nextId = 1;

  constructor(workspace: Workspace, args: string[] = ["--no-session"], options: RunOptions = {}) {
    this.child = start(workspace, ["--mode", "rpc", ...args], options);
    const decoder = new JsonlDecoder();
    this.child.stdout.on("data", (chunk: Buffer) => {
      for (const record of decoder.push(chunk)) if (record.kind === "record") this.add(record.text);
      this.wake();
    });
    this.child.stderr.setEncoding("utf8").on("data", (text: string) => {
      this.stderr += text;
      this.wake();
    });
    this.child.stdin.on("error", () => undefined);
    this.exit = new Promise((resolve) =>
      this.child.on("close", (code, signal) => {
        this.wake();
        resolve({ code, signal });
      }),
    );
  }

  /** Writes a command; a missing id is filled in. Returns the id. */
  send(command: AnyRecord): string {
    const id = (command.id as string | undefined) ?? `t${this.nextId++}`;
    this.write(`${JSON.stringify({ ...command, id })}\n`);
    return id;
  }

  write(bytes: string | Uint8Array): void {
    this.child.stdin.write(bytes);
  }

  /** Sends a command and waits for its response. */
  async request(command: AnyRecord): Promise<AnyRecord> {
    const id = this.send(command);
    return this.waitFor((record) => record.type === "response" && record.id === id);
  }

  /** First record, at or after `from`, that fits; waits for it. Rejects when the process ends without it. */
  async waitFor(fits: (record: AnyRecord) => boolean, from = 0): Promise<AnyRecord> {
    let position = from;
    for (;;) {
      for (; position < this.records.length; position++) {
        const record = this.records[position];
        if (record && fits(record)) return record;
      }
      if (this.child.exitCode !== null || this.child.signalCode !== null) {
        await this.exit;
        const late = this.records.slice(position).find(fits);
        if (late) return late;
        throw new Error(
          `relay ended (code ${this.child.exitCode}) before the record came. Stderr: ${this.stderr}`,
        );
      }
      await new Promise<void>((resolve) => this.waiters.add(resolve));
    }
  }

  /** Sends a prompt and waits until it has settled. Returns the records from the send on. Rejects when it is refused. */
  async prompt(message: string, fields: AnyRecord = {}): Promise<AnyRecord[]> {
    const from = this.records.length;
    const id = this.send({ type: "prompt", message, ...fields });
    const isRefusal = (record: AnyRecord): boolean => record.id === id && record.success === false;
    const last = await this.waitFor((record) => record.type === "agent_settled" || isRefusal(record), from);
    if (isRefusal(last)) throw new Error(`The prompt was refused: ${last.error}`);
    return this.records.slice(from);
  }

  /** Closes stdin and waits for the end. */
  async close(): Promise<{ code: number | null; signal: NodeJS.Signals | null }> {
    this.child.stdin.end();
    return this.exit;
  }

  kill(signal: NodeJS.Signals = "SIGKILL"): void {
    this.child.kill(signal);
  }

  private add(line: string): void {
    try {
      this.records.push(JSON.parse(line) as AnyRecord);
    } catch {
      this.strayLine ??= line;
    }
  }

  private wake(): void {
    const waiting = [...this.waiters];
    this.waiters.clear();
    for (const resolve of waiting) resolve();
  }
}

function start(workspace: Workspace, args: string[], options: RunOptions): ChildProcessWithoutNullStreams {
  const command = [process.execPath, options.program ?? relayCli, ...args];
  if (options.unprivileged && isRoot()) command.unshift("setpriv", "--bounding-set=-all", "--inh-caps=-all");
  const { fileSizeLimitKiB: limit } = options;
  if (limit !== undefined) {
    command.unshift("bash", "-c", `trap "" XFSZ; ulimit -f ${limit}; exec "$@"`, "bash");
  }
  const [program = "", ...rest] = command;
  return spawn(program, rest, {
    cwd: options.cwd ?? workspace.cwd,
    env: { ...workspace.env, ...options.env },
  });
}

/** True when a child process can be refused by file permissions. */
export function canDropPrivileges(): boolean {
  if (process.platform === "win32") return false;
  return !isRoot() || spawnSync("setpriv", ["--bounding-set=-all", "true"]).status === 0;
}

function isRoot(): boolean {
  return process.getuid?.() === 0;
}
