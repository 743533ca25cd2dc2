import { Terminal } from "@xterm/headless";
import type { PtyProcess } from "./ptyProcess.ts";

/** What a user sees of a process: the lines of the screen, drawn by a terminal without a window. */
export class TerminalScreen {
  private readonly terminal: Terminal;
  private taken = 0;

  constructor(
    private readonly relay: PtyProcess,
    size: { columns: number; rows: number },
  ) {
    this.terminal = new Terminal({ cols: size.columns, rows: size.rows, allowProposedApi: true });
  }

  /** Of the terminal and of what it shows. */
  resize(columns: number, rows: number): void {
    this.terminal.resize(columns, rows);
    this.relay.resize({ columns, rows });
  }

  /** The programs' own screen, which goes away with them, or the ordinary one. */
  get kind(): "normal" | "alternate" {
    return this.terminal.buffer.active.type;
  }

  /** Lines without the spaces at their ends. */
  get lines(): string[] {
    const { active } = this.terminal.buffer;
    return Array.from({ length: this.terminal.rows }, (_, row) => lineAt(active, active.baseY + row));
  }

  /** Waits for a screen that fits. Returns its lines. */
  async until(fits: (lines: string[]) => boolean): Promise<string[]> {
    for (;;) {
      await this.draw();
      if (fits(this.lines)) return this.lines;
      if (!(await this.relay.more(this.taken))) {
        throw new Error(`relay ended before the screen came. It was:\n${this.lines.join("\n")}`);
      }
    }
  }

  /** Waits for a screen with this text. */
  shows(text: string): Promise<string[]> {
    return this.until((lines) => lines.some((line) => line.includes(text)));
  }

  /** Draws what came so far. */
  async draw(): Promise<void> {
    const { output } = this.relay;
    const piece = output.slice(this.taken);
    this.taken = output.length;
    await new Promise<void>((resolve) => this.terminal.write(piece, resolve));
  }
}

type Buffer = Terminal["buffer"]["active"];

function lineAt(buffer: Buffer, row: number): string {
  return buffer.getLine(row)?.translateToString(true).trimEnd() ?? "";
}
