import { commands, env, window } from "vscode";
import type { Disposable, Terminal } from "vscode";
import { localize } from "../base/localize.ts";
import type { Log } from "../base/log.ts";
import { inBackground } from "../base/log.ts";
import { plainTerminalText } from "./terminalText.ts";

const maxKept = 64 * 1024;

/** The last command of each terminal with shell integration, and its output. */
export class TerminalCapture {
  private readonly last = new Map<Terminal, { command: string; output: string }>();
  private newest: Terminal | undefined;

  constructor(private readonly log: Log) {}

  register(): Disposable[] {
    return [
      window.onDidStartTerminalShellExecution(({ terminal, execution }) => {
        const entry = { command: execution.commandLine.value, output: "" };
        this.last.set(terminal, entry);
        this.newest = terminal;
        const read = async (): Promise<void> => {
          for await (const data of execution.read()) entry.output = (entry.output + data).slice(-maxKept);
        };
        inBackground(this.log, "Reading a terminal", read());
      }),
      window.onDidCloseTerminal((terminal) => this.last.delete(terminal)),
    ];
  }

  get hasOutput(): boolean {
    return this.last.size > 0 || window.activeTerminal !== undefined;
  }

  async capture(): Promise<{ label: string; text: string }> {
    const terminal = window.activeTerminal ?? this.newest;
    const kept = terminal && this.last.get(terminal);
    if (kept) {
      return { label: "Terminal", text: `$ ${kept.command}\n${plainTerminalText(kept.output)}` };
    }
    const selected = await copySelection();
    if (selected === "") {
      throw new Error(
        localize("No terminal output is known. Select the text in the terminal, then try again."),
      );
    }
    return { label: "Terminal selection", text: plainTerminalText(selected) };
  }
}

/** Without shell integration the selection is what can be read; the clipboard gets back what it held. */
async function copySelection(): Promise<string> {
  if (!window.activeTerminal) return "";
  const before = await env.clipboard.readText();
  await env.clipboard.writeText("");
  await commands.executeCommand("workbench.action.terminal.copySelection");
  const selected = await env.clipboard.readText();
  await env.clipboard.writeText(before);
  return selected;
}
