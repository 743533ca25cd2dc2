import { OutputCollector } from "./outputCollector.ts";
import { OutputSanitizer } from "./sanitizeOutput.ts";
import {
  createLocalBashOperations,
  shellEnvironment,
  withCommandPrefix,
  type BashOperations,
} from "./shellOperations.ts";

export interface DirectCommandOptions {
  cwd: string;
  /** Its `bin` precedes `PATH`. */
  agentDir: string;
  /** Settings `shellCommandPrefix` and `shellPath`. */
  commandPrefix?: string;
  shellPath?: string;
  /** Runs the command instead of the local shell. */
  operations?: BashOperations;
  /** Ends the command at once; the result is then `cancelled`. */
  signal?: AbortSignal;
  /**
   * Each non-empty piece of sanitized output. Together they are the full output. A promise pauses the
   * command until it resolves.
   */
  onChunk?: (delta: string) => void | Promise<void>;
}

export interface DirectCommandResult {
  /** Last 2000 lines or 50 KiB. */
  output: string;
  /** 128 + n after signal n. Absent when cancelled, and when custom operations report no code. */
  exitCode?: number;
  cancelled: boolean;
  truncated: boolean;
  /** File with the full sanitized output of a truncated result. */
  fullOutputPath?: string;
}

/**
 * Runs a command that the user or a client gave (sessions-and-tools.md §13.3): no session variables,
 * no timeout; ANSI sequences and control characters removed. A failing command is a result; rejects
 * when the shell cannot start.
 */
export async function runDirectCommand(
  command: string,
  options: DirectCommandOptions,
): Promise<DirectCommandResult> {
  const { signal, onChunk } = options;
  const operations = options.operations ?? createLocalBashOperations({ shellPath: options.shellPath });
  const collector = new OutputCollector("relay-bash");
  const sanitizer = new OutputSanitizer();
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  let isOpen = true;
  const receive = (text: string): void | Promise<void> => {
    const delta = sanitizer.push(text);
    if (delta === "") return;
    collector.push(Buffer.from(delta));
    return onChunk?.(delta);
  };

  let exitCode: number | null = null;
  try {
    if (signal?.aborted !== true) {
      const outcome = await operations.exec(withCommandPrefix(command, options.commandPrefix), options.cwd, {
        onData: (data) => {
          if (isOpen) return receive(decoder.decode(data, { stream: true }));
        },
        signal,
        env: shellEnvironment(options.agentDir),
      });
      exitCode = outcome.exitCode;
    }
  } catch (error) {
    if (signal?.aborted !== true) {
      collector.close();
      throw error;
    }
  }
  await receive(decoder.decode());
  isOpen = false;
  const { truncation, fullOutputPath } = collector.finish();
  const cancelled = signal?.aborted === true;
  return {
    output: truncation.content,
    ...(!cancelled && exitCode !== null && { exitCode }),
    cancelled,
    truncated: truncation.truncated,
    ...(fullOutputPath !== undefined && { fullOutputPath }),
  };
}
