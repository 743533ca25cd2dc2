import { encodeRecord, type JsonObject } from "@relay-harness/protocol";
import { AgentProcess } from "./agentProcess.ts";
import type { EventHub } from "./eventHub.ts";
import { EventWait } from "./eventWait.ts";
import { packageCliPath } from "./packageCli.ts";
import { PendingRequests } from "./pendingRequests.ts";
import { RecordReader } from "./recordReader.ts";
import type { StderrLog } from "./stderrLog.ts";
import type { RpcClientEvent, RpcClientOptions } from "./types.ts";
import { isUntimed } from "./untimedCommands.ts";

const defaultRequestTimeoutMs = 30_000;
/** A process that lived this long has started. */
const startGraceMs = 100;

export interface RpcConnectionDeps {
  hub: EventHub;
  stderr: StderrLog;
  /** Told once when the process ended without having been asked to. */
  onLost: (error: Error) => void;
}

/** One run of the agent: its process and all who wait for something from it. */
export class RpcConnection {
  private readonly pending = new PendingRequests();
  private readonly waits = new Set<EventWait>();
  private readonly reader: RecordReader;
  private starting: Promise<AgentProcess> | undefined;
  private process: AgentProcess | undefined;
  private endError: Error | undefined;
  private isClosing = false;
  private nextId = 1;
  /** Lines for a process that is still being started. */
  private readonly early: string[] = [];
  private markStarted: () => void = () => undefined;

  constructor(
    private readonly options: RpcClientOptions,
    private readonly deps: RpcConnectionDeps,
  ) {
    const { stderr } = deps;
    this.reader = new RecordReader({
      onRecord: (record) => this.accept(record),
      onGarbage: (line) => stderr.add(`Ignored on stdout: ${line.slice(0, 1000)}\n`),
    });
  }

  get child(): AgentProcess["child"] | undefined {
    return this.process?.child;
  }

  /** Rejects when the process cannot be started or ends at once. */
  async open(): Promise<void> {
    if (this.endError) throw this.endError;
    const started = new Promise<void>((resolve) => (this.markStarted = resolve));
    try {
      this.starting = this.launch();
      this.process = await this.starting;
    } catch (error) {
      this.end(error instanceof Error ? error : new Error(String(error)));
      throw error;
    }
    for (const line of this.early.splice(0)) this.process.input.write(line);
    const timer = setTimeout(this.markStarted, startGraceMs);
    await started;
    clearTimeout(timer);
    if (this.endError) throw this.endError;
  }

  /** Ends the process and everything that waits. Resolves when the process is gone. */
  async close(): Promise<void> {
    this.isClosing = true;
    this.end(new Error("Client stopped"));
    // A process that could not be started is the business of who started it.
    const started = await this.starting?.catch(() => undefined);
    await started?.stop();
  }

  write(record: object): void {
    if (this.endError) throw this.endError;
    const line = encodeRecord(record);
    if (this.process) this.process.input.write(line);
    else this.early.push(line);
  }

  async request(command: { type: string; id?: string }): Promise<unknown> {
    if (typeof command !== "object" || command === null) throw new TypeError("A command has to be an object");
    // Responses are found by their id, which other values would not survive.
    if (command.id !== undefined && typeof command.id !== "string") {
      throw new TypeError("The id of a command has to be a string");
    }
    const id = command.id ?? `req_${this.nextId++}`;
    if (this.pending.has(id)) throw new Error(`A request with the id ${id} is waiting for its response`);
    const { requestTimeoutMs = defaultRequestTimeoutMs } = this.options;
    this.write({ ...command, id });
    return this.pending.add(id, {
      timeoutMs: isUntimed(command.type) ? 0 : requestTimeoutMs,
      createError: () => this.timeoutError(`Timeout waiting for response to ${command.type}`),
    });
  }

  /** Waits for the end of an activity, from now on. `timeoutMs` 0 means no limit. */
  waitForSettled(timeoutMs: number, timeoutMessage: string): EventWait {
    if (this.endError) throw this.endError;
    const createTimeoutError = (): Error => this.timeoutError(timeoutMessage);
    const wait = new EventWait(this.deps.hub, { timeoutMs, createTimeoutError });
    this.waits.add(wait);
    const forget = (): boolean => this.waits.delete(wait);
    wait.done.then(forget, forget);
    return wait;
  }

  private launch(): Promise<AgentProcess> {
    const { cliPath = packageCliPath(), forwardStderr = true } = this.options;
    return AgentProcess.start(cliPath, this.options, {
      onStdout: (chunk) => this.reader.push(chunk),
      onStderr: (text) => {
        this.deps.stderr.add(text);
        if (forwardStderr) process.stderr.write(text);
      },
      onExit: (code, signal) => this.reader.end(() => this.lose(code, signal)),
    });
  }

  private accept(record: JsonObject): boolean {
    this.markStarted();
    if (record["type"] === "response") return this.pending.settle(record);
    // The vocabulary is the agent's; listeners ignore what they do not know.
    this.deps.hub.dispatch(record as RpcClientEvent);
    return false;
  }

  private lose(code: number | null, signal: NodeJS.Signals | null): void {
    if (this.isClosing) return;
    const { suffix } = this.deps.stderr;
    const error = new Error(`Agent process exited (code=${code} signal=${signal})${suffix}`);
    this.end(error);
    this.deps.onLost(error);
  }

  private end(error: Error): void {
    this.endError ??= error;
    this.markStarted();
    this.pending.rejectAll(error);
    for (const wait of this.waits) wait.fail(error);
  }

  private timeoutError(message: string): Error {
    return new Error(`${message}${this.deps.stderr.suffix}`);
  }
}
