import type { RpcSlashCommand } from "@relay-harness/protocol";
import type { SessionEvents } from "./events.ts";

/** A command of Relay's own that works in every mode (cli.md §8.3). */
export interface HostCommand {
  description: string;
  /** Resolves with the text that it has to show. */
  run: (args: string) => Promise<string>;
}

export interface CalledCommand {
  name: string;
  /** Never rejects: what fails is told as `extension_error`. */
  run: () => Promise<void>;
}

const callPattern = /^\/(\S+)\s*(.*)$/s;

/** Commands that run beside everything else, whatever the session does. */
export class HostCommands {
  constructor(
    private readonly commands: Readonly<Record<string, HostCommand>>,
    private readonly events: SessionEvents,
    /** How a mode shows a text. */
    public show: (text: string) => void,
  ) {}

  /** The command that a text calls. */
  find(text: string): CalledCommand | undefined {
    const [, name = "", args = ""] = (text.startsWith("/") && callPattern.exec(text)) || [];
    const command = Object.hasOwn(this.commands, name) ? this.commands[name] : undefined;
    return command && { name, run: () => this.run(name, command, args.trim()) };
  }

  list(): RpcSlashCommand[] {
    return Object.entries(this.commands).map(([name, { description }]) => ({
      name,
      description,
      source: "extension",
      sourceInfo: { path: path(name), source: "builtin", scope: "temporary", origin: "top-level" },
    }));
  }

  private async run(name: string, command: HostCommand, args: string): Promise<void> {
    try {
      this.show(await command.run(args));
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      await this.events.emit({
        type: "extension_error",
        extensionPath: path(name),
        event: "command",
        error: text,
      });
    }
  }
}

function path(name: string): string {
  return `builtin:${name}`;
}
