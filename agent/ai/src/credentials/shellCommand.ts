import type { ChildProcess } from "node:child_process";

const commandTimeoutMs = 10_000;
/** After the command has ended, its output is there. */
const drainMs = 100;
const maxOutputBytes = 1024 * 1024;

/**
 * Runs a command through the platform shell with closed stdin and returns its trimmed stdout;
 * `undefined` when it printed nothing, failed or took longer than 10 s (models.md §3.2).
 */
export async function runShellCommand(
  command: string,
  env: NodeJS.ProcessEnv,
  timeoutMs = commandTimeoutMs,
): Promise<string | undefined> {
  const { spawn } = await import("node:child_process");
  const isWindows = process.platform === "win32";
  return new Promise((resolve) => {
    // A group of its own, so that what the shell started can be ended with it.
    const child = spawn(command, {
      shell: true,
      env,
      stdio: ["ignore", "pipe", "ignore"],
      detached: !isWindows,
      windowsHide: true,
    });
    const chunks: Buffer[] = [];
    let size = 0;
    const finish = (output: string | undefined): void => {
      clearTimeout(timer);
      resolve(output);
    };
    const stop = (): void => {
      killTree(child, isWindows);
      finish(undefined);
    };
    const timer = setTimeout(stop, timeoutMs);
    child.stdout.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxOutputBytes) stop();
      else chunks.push(chunk);
    });
    child.on("error", () => finish(undefined));
    const conclude = (code: number | null): void => {
      const output = Buffer.concat(chunks).toString("utf8").trim();
      finish(code === 0 && output !== "" ? output : undefined);
    };
    child.on("close", conclude);
    // An agent that the command left behind may hold the pipe for as long as it lives.
    child.on("exit", (code) => {
      setTimeout(() => {
        conclude(code);
        child.stdout.destroy();
      }, drainMs).unref();
    });
  });
}

function killTree(child: ChildProcess, isWindows: boolean): void {
  child.stdout?.destroy();
  if (isWindows || child.pid === undefined) {
    child.kill("SIGKILL");
    return;
  }
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch {
    // The group has ended by itself in the meantime.
    child.kill("SIGKILL");
  }
}
