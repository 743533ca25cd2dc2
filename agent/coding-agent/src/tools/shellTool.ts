import type { AgentToolResult, ToolUpdate } from "@relay-harness/agent-core";

import { resolveAgentDir } from "../base/agentDir.ts";
import { OutputCollector, type CollectedOutput, type FullOutput } from "../base/shell/outputCollector.ts";
import { isShellTimeout } from "../base/shell/runProcess.ts";
import { shellEnvironment, withCommandPrefix, type BashOperations } from "../base/shell/shellOperations.ts";
import { callCwd, current, toolContext, type Lazy, type SessionEnvironment } from "./context.ts";
import { sessionEnvironmentNames, throwIfAborted } from "./context.ts";
import { shellDetails, shellText, type ShellToolDetails } from "./shellOutput.ts";

export interface ShellToolInput {
  command: string;
  /** Seconds. Default: none. */
  timeout?: number | null;
}

/** What a command is started with. */
export interface ShellSpawn {
  command: string;
  cwd: string;
  env: NodeJS.ProcessEnv;
}

export interface ShellToolOptions {
  /** Changes a command right before it starts, after the session variables were set. */
  spawnHook?: (spawn: ShellSpawn) => ShellSpawn | Promise<ShellSpawn>;
  /** Whether commands see the `RELAY_*` variables of the session. Default true. */
  exposeSessionEnvironment?: Lazy<boolean>;
  /** Read when a command starts; the context of a call wins. */
  sessionEnvironment?: () => SessionEnvironment | undefined;
  /** Its `bin` precedes `PATH`. Default: the agent directory of the environment. */
  agentDir?: string;
}

export interface ShellRun extends ShellToolOptions {
  operations: BashOperations;
  /** Prefix of the log file's name. */
  filePrefix: string;
  commandPrefix?: string;
}

/** Longest delay of a timer. */
const maxTimeoutSeconds = 2_147_483.647;
const updateIntervalMs = 100;

/** JSON Schema of both shell tools. */
export const shellParameters = {
  type: "object",
  properties: {
    command: { type: "string", description: "Command to run" },
    timeout: { type: "number", description: "Seconds after which the command is killed; none by default" },
  },
  required: ["command"],
};

/** JSON Schema of the structured result of both shell tools. */
export const shellOutputSchema = {
  type: "object",
  properties: {
    output: { type: "string" },
    truncated: { type: "boolean" },
    full_output_path: { type: "string" },
    exit_code: { type: ["number", "null"] },
    wall_time_seconds: { type: "number" },
  },
  required: ["output", "truncated", "exit_code", "wall_time_seconds"],
};

function checkedTimeout(timeout: number | null | undefined): number | undefined {
  if (timeout === undefined || timeout === null) return undefined;
  if (!Number.isFinite(timeout) || timeout <= 0) {
    throw new Error("Invalid timeout: must be a finite number of seconds");
  }
  if (timeout > maxTimeoutSeconds) {
    throw new Error(`Invalid timeout: maximum is ${maxTimeoutSeconds} seconds`);
  }
  return timeout;
}

function commandEnvironment(run: ShellRun, context: unknown): NodeJS.ProcessEnv {
  const env = shellEnvironment(run.agentDir ?? resolveAgentDir(process.env));
  const exposed = current(run.exposeSessionEnvironment ?? true);
  const session = toolContext(context).sessionEnvironment ?? run.sessionEnvironment?.();
  if (exposed && !session) return env;
  for (const name of sessionEnvironmentNames) {
    const value = exposed ? session?.[name] : undefined;
    if (value === undefined) delete env[name];
    else env[name] = value;
  }
  return env;
}

/** Forwards the tail of the output, now and then; each update replaces the one before. */
class OutputUpdates {
  readonly #collector: OutputCollector;
  readonly #onUpdate: ToolUpdate<ShellToolDetails> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #lastAt = Number.NEGATIVE_INFINITY;

  constructor(collector: OutputCollector, onUpdate: ToolUpdate<ShellToolDetails> | undefined) {
    this.#collector = collector;
    this.#onUpdate = onUpdate;
    onUpdate?.({ content: [] });
  }

  changed(): void {
    if (!this.#onUpdate || this.#timer) return;
    const wait = Math.max(0, this.#lastAt + updateIntervalMs - performance.now());
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#send();
    }, wait);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #send(): void {
    this.#lastAt = performance.now();
    const output = this.#collector.snapshot();
    const details = shellDetails(output);
    this.#onUpdate?.({
      content: [{ type: "text", text: output.truncation.content }],
      ...(details && { details }),
    });
  }
}

/** Ends a command of custom operations that may not know about timeouts. */
function timeoutSignal(
  signal: AbortSignal | undefined,
  timeout: number | undefined,
): { signal: AbortSignal | undefined; timedOut: () => boolean; clear: () => void } {
  if (timeout === undefined) return { signal, timedOut: () => false, clear: () => undefined };
  const controller = new AbortController();
  let timedOut = false;
  // Operations that keep time themselves come first.
  const timer = setTimeout(
    () => {
      timedOut = true;
      controller.abort();
    },
    timeout * 1000 + 50,
  );
  return {
    signal: signal ? AbortSignal.any([signal, controller.signal]) : controller.signal,
    timedOut: () => timedOut,
    clear: () => clearTimeout(timer),
  };
}

function timeoutStatus(seconds: number, error: unknown): string {
  const status = `Command timed out after ${seconds} seconds`;
  const exit = isShellTimeout(error) ? error.shellExit : undefined;
  if (!exit) return status;
  return (
    `${status}. The shell exited with code ${exit.exitCode} after ${exit.afterSeconds.toFixed(1)} seconds, ` +
    "but background processes it started kept writing output until the timeout."
  );
}

/**
 * Runs one call of a shell tool (sessions-and-tools.md §13.1). Throws for timeouts and aborts, with
 * the output so far; a failed command is a result with `isError`.
 */
export async function runShellTool(
  run: ShellRun,
  cwd: string,
  input: ShellToolInput,
  call: { signal?: AbortSignal; onUpdate?: ToolUpdate<ShellToolDetails>; context?: unknown },
): Promise<AgentToolResult<ShellToolDetails>> {
  const timeout = checkedTimeout(input.timeout);
  throwIfAborted(call.signal);
  const started = performance.now();
  let spawn: ShellSpawn = {
    command: withCommandPrefix(input.command, run.commandPrefix),
    cwd: callCwd(cwd, call.context),
    env: commandEnvironment(run, call.context),
  };
  if (run.spawnHook) spawn = await run.spawnHook(spawn);

  const collector = new OutputCollector(run.filePrefix);
  const updates = new OutputUpdates(collector, call.onUpdate);
  const limit = timeoutSignal(call.signal, timeout);
  let open = true;
  let exitCode: number | null = null;
  let failure: { error: unknown } | undefined;
  try {
    const outcome = await run.operations.exec(spawn.command, spawn.cwd, {
      onData: (data) => {
        if (!open) return;
        collector.push(data);
        updates.changed();
      },
      signal: limit.signal,
      timeout,
      env: spawn.env,
    });
    exitCode = outcome.exitCode;
  } catch (error) {
    failure = { error };
  } finally {
    open = false;
    limit.clear();
    updates.stop();
  }
  const output = collector.finish();

  if (timeout !== undefined && (limit.timedOut() || isShellTimeout(failure?.error))) {
    throw new Error(shellText(output, timeoutStatus(timeout, failure?.error), ""), { cause: failure?.error });
  }
  if (call.signal?.aborted) {
    throw new Error(shellText(output, "Command aborted", ""), { cause: failure?.error });
  }
  if (failure) throw failure.error;
  return shellResult(output, collector.fullOutput(), {
    exitCode,
    seconds: (performance.now() - started) / 1000,
  });
}

function shellResult(
  output: CollectedOutput,
  full: FullOutput,
  { exitCode, seconds }: { exitCode: number | null; seconds: number },
): AgentToolResult<ShellToolDetails> {
  const failed = exitCode !== 0;
  const status =
    exitCode === null ? "Command failed without an exit code" : `Command exited with code ${exitCode}`;
  const details = shellDetails(output);
  return {
    content: [{ type: "text", text: shellText(output, failed ? status : undefined, "(no output)") }],
    ...(details && { details }),
    structuredContent: {
      output: full.text,
      truncated: full.truncated,
      ...(output.fullOutputPath !== undefined && { full_output_path: output.fullOutputPath }),
      exit_code: exitCode,
      wall_time_seconds: Math.round(seconds * 10) / 10,
    },
    ...(failed && { isError: true }),
  };
}
