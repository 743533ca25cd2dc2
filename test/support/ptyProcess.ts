import { spawn, spawnSync, type ChildProcess, type ChildProcessWithoutNullStreams } from "node:child_process";
import { Writable } from "node:stream";
import { relayCli } from "./relayProcess.ts";
import type { Workspace } from "./workspace.ts";

/**
 * Connects its own pipes with a terminal that the command gets; ends as the command ends. The first argument is
 * the size of the terminal, as `80x24` or `-`; further sizes, or `hangup`, come as lines through descriptor 3.
 */
const bridge = `
import fcntl, os, pty, select, signal, struct, sys, termios
def resize(fd, size):
    columns, rows = map(int, size.split("x"))
    fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
pid, master = pty.fork()
if pid == 0:
    os.close(3)
    if sys.argv[1] != "-": resize(0, sys.argv[1])
    os.execvp(sys.argv[2], sys.argv[2:])
signal.signal(signal.SIGTERM, lambda *_: os.kill(pid, signal.SIGTERM))
sources = [0, 3, master]
while True:
    ready = select.select(sources, [], [])[0]
    if 3 in ready:
        sizes = os.read(3, 65536).decode().split()
        if sizes and sizes[-1] == "hangup":
            os.close(master)
            break
        if sizes: resize(master, sizes[-1])
        else: sources.remove(3)
    if 0 in ready:
        data = os.read(0, 65536)
        if data: os.write(master, data)
        else: sources.remove(0)
    if master in ready:
        try: data = os.read(master, 65536)
        except OSError: data = b""
        if not data: break
        os.write(1, data)
status = os.waitpid(pid, 0)[1]
sys.exit(os.waitstatus_to_exitcode(status) if os.WIFEXITED(status) else 128 + os.WTERMSIG(status))
`;

interface TerminalSize {
  columns: number;
  rows: number;
}

type TerminalCommand = (command: readonly string[], size?: TerminalSize) => readonly [string, ...string[]];

/** Longer than the watchdog of an orderly shutdown. */
const endWaitMs = 40_000;

/** Terminals here can be resized and taken away. */
export function canControlTerminals(): boolean {
  return spawnSync("python3", ["-c", "import pty, os; os.waitstatus_to_exitcode"]).status === 0;
}

/** A way to give a command a terminal on this machine. */
export function findTerminal(): TerminalCommand | undefined {
  if (canControlTerminals()) {
    return (command, size) => ["python3", "-c", bridge, size ? sizeText(size) : "-", ...command];
  }
  const quote = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;
  if (spawnSync("script", ["-qec", "true", "/dev/null"], { input: "" }).status === 0) {
    return (command) => ["script", "-qfec", `exec ${command.map(quote).join(" ")}`, "/dev/null"];
  }
  return undefined;
}

function sizeText({ columns, rows }: TerminalSize): string {
  return `${columns}x${rows}`;
}

export interface PtyOptions {
  /** Default: the terminal does not say. */
  size?: TerminalSize;
  /** A script for `sh` that runs `relay` as `"$0" "$@"`. */
  shell?: string;
}

/** `relay` in front of a terminal, typed at and read like one. */
export class PtyProcess {
  /** What the terminal got so far, control sequences included. */
  output = "";
  readonly exit: Promise<number | null>;
  private readonly child: ChildProcess & Pick<ChildProcessWithoutNullStreams, "stdin" | "stdout" | "stderr">;
  private readonly waiters = new Set<() => void>();
  private isOver = false;
  private position = 0;

  constructor(
    terminal: TerminalCommand,
    workspace: Workspace,
    args: readonly string[] = [],
    env: Record<string, string> = {},
    { size, shell }: PtyOptions = {},
  ) {
    const relay = [process.execPath, relayCli, ...args];
    const [file, ...rest] = terminal(shell === undefined ? relay : ["sh", "-c", shell, ...relay], size);
    const child = spawn(file, rest, {
      cwd: workspace.cwd,
      env: { ...workspace.env, TERM: "xterm-256color", ...env },
      stdio: ["pipe", "pipe", "pipe", "pipe"],
    });
    this.child = child;
    this.child.stdout.setEncoding("utf8").on("data", (text: string) => {
      this.output += text;
      this.wake();
    });
    this.child.stderr.resume();
    this.child.stdin.on("error", () => undefined);
    this.exit = new Promise((resolve) =>
      this.child.on("close", (code) => {
        this.isOver = true;
        this.wake();
        resolve(code);
      }),
    );
  }

  /** Types; `\r` is Enter. */
  type(text: string): void {
    this.child.stdin.write(text);
  }

  /** Pastes as a terminal does that was asked to mark what is pasted. */
  paste(text: string): void {
    this.type(`\x1b[200~${text.replaceAll("\n", "\r")}\x1b[201~`);
  }

  /** See `canControlTerminals`. */
  resize(size: TerminalSize): void {
    this.control(sizeText(size));
  }

  /** Takes the terminal away, as a closed window does; see `canControlTerminals`. */
  hangUp(): void {
    this.control("hangup");
  }

  /** Resolves when more output came, or the process ended; false: it had ended. */
  async more(length: number): Promise<boolean> {
    while (this.output.length === length && !this.isOver) {
      await new Promise<void>((resolve) => this.waiters.add(resolve));
    }
    return this.output.length > length;
  }

  /** Waits for text behind what was waited for last. Returns what came before and with it. */
  async see(wanted: string | RegExp): Promise<string> {
    for (;;) {
      const rest = this.output.slice(this.position);
      const match = typeof wanted === "string" ? rest.indexOf(wanted) : rest.search(wanted);
      if (match !== -1) {
        const length = typeof wanted === "string" ? wanted.length : (wanted.exec(rest)?.[0].length ?? 0);
        this.position += match + length;
        return rest.slice(0, match + length);
      }
      if (this.isOver) throw new Error(`relay ended before ${String(wanted)} came. Output: ${this.output}`);
      await new Promise<void>((resolve) => this.waiters.add(resolve));
    }
  }

  /** Ends a process that a test left behind. What does not end is killed, and told of. */
  async stop(): Promise<void> {
    if (this.isOver) return;
    this.child.kill("SIGTERM");
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<"late">((resolve) => (timer = setTimeout(resolve, endWaitMs, "late")));
    const outcome = await Promise.race([this.exit, late]);
    clearTimeout(timer);
    if (outcome !== "late") return;
    const { stdout } = spawnSync("ps", ["-eo", "pid,ppid,stat,wchan:24,args"], { encoding: "utf8" });
    const processes = stdout.split("\n").filter((line) => line.includes(relayCli));
    this.child.kill("SIGKILL");
    throw new Error(
      `relay did not end after SIGTERM. Processes:\n${processes.join("\n")}\nOutput: ${this.output.slice(-2000)}`,
    );
  }

  private control(word: string): void {
    const channel = this.child.stdio[3];
    if (channel instanceof Writable) channel.write(`${word}\n`);
  }

  private wake(): void {
    const waiting = [...this.waiters];
    this.waiters.clear();
    for (const resolve of waiting) resolve();
  }
}
