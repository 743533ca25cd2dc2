import { spawn } from "node:child_process";
import { findOnPath } from "../../base/shell/shellConfig.ts";

export interface ClipboardOptions {
  /** Control sequences reach the terminal as they are. */
  writeToTerminal: (text: string) => void;
  env?: NodeJS.ProcessEnv;
  platform?: NodeJS.Platform;
}

/** A clipboard program that hangs must not keep the user. */
const timeoutMs = 5000;

type Command = readonly [program: string, ...args: string[]];

/**
 * Copies a text: by the system's clipboard program, or through the terminal, which over SSH is the only
 * one that reaches the user's clipboard (cli.md §13.8). Rejects when the program fails.
 */
export async function copyToClipboard(
  text: string,
  { writeToTerminal, env = process.env, platform = process.platform }: ClipboardOptions,
): Promise<"program" | "terminal"> {
  const isRemote = Boolean(env.SSH_CONNECTION ?? env.SSH_TTY);
  const command = isRemote ? undefined : findCommand(env, platform);
  if (command) {
    await feed(command, text, env);
    return "program";
  }
  writeToTerminal(`\x1b]52;c;${Buffer.from(text, "utf8").toString("base64")}\x07`);
  return "terminal";
}

function findCommand(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): Command | undefined {
  if (platform === "win32") return ["clip.exe"];
  const candidates: Command[] = [];
  if (platform === "darwin") candidates.push(["pbcopy"]);
  if (env.TERMUX_VERSION) candidates.push(["termux-clipboard-set"]);
  if (env.WAYLAND_DISPLAY) candidates.push(["wl-copy"]);
  if (env.DISPLAY) candidates.push(["xclip", "-selection", "clipboard"], ["xsel", "--clipboard", "--input"]);
  if (env.WSL_DISTRO_NAME) candidates.push(["clip.exe"]);
  return candidates.find(([program]) => findOnPath(program, env) !== undefined);
}

function feed([program, ...args]: Command, text: string, env: NodeJS.ProcessEnv): Promise<void> {
  return new Promise((resolve, reject) => {
    // Such programs stay in the background to serve the selection: a pipe that they keep would never end.
    const child = spawn(program, args, { env, stdio: ["pipe", "ignore", "ignore"], timeout: timeoutMs });
    const fail = (reason: string): void =>
      reject(
        new Error(`Could not copy: ${program} ${reason}. The text is in the transcript; /export has it too.`),
      );
    child.once("error", ({ message }) => fail(`did not start: ${message}`));
    child.once("exit", (code, killedBy) => {
      if (code === 0) resolve();
      else fail(killedBy === null ? `ended with code ${code}` : `was ended by ${killedBy}`);
    });
    // One that ends before it has read everything says so by its code.
    child.stdin.on("error", () => undefined);
    child.stdin.end(text);
  });
}
