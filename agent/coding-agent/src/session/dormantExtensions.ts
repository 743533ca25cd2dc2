import type { RpcSlashCommand } from "@relay-harness/protocol";
import type { SessionExtensions } from "./extensions/sessionExtensions.ts";

/** What a built-in extension offers, as far as a session has to know before the extension is loaded. */
export interface DormantExtension {
  name: string;
  commands: readonly { name: string; description: string }[];
  /** Names of its tools. */
  tools: readonly string[];
}

export interface DormantExtensionsOptions {
  table: readonly DormantExtension[];
  /** Loads them all: they are few, and what is heavy in them loads later still. */
  load: () => Promise<SessionExtensions>;
  /** Makes them part of the session, and lets them reach it. */
  join: (extensions: SessionExtensions) => Promise<void>;
}

const callPattern = /^\/(\S+)/;

/**
 * Built-in extensions of a session that has no others. Nothing of them is loaded until a command of theirs is
 * called, or the active branch turns out to declare one of their tools.
 */
export class DormantExtensions {
  private woken: Promise<void> | undefined;

  constructor(private readonly options: DormantExtensionsOptions) {}

  /** Name of the command of theirs that a text calls. */
  commandName(text: string): string | undefined {
    const name = callPattern.exec(text)?.[1];
    const isTheirs = this.options.table.some(({ commands }) => commands.some((one) => one.name === name));
    return isTheirs ? name : undefined;
  }

  /** Commands while they sleep; then their runner lists them. */
  list(): RpcSlashCommand[] {
    if (this.woken) return [];
    return this.options.table.flatMap(({ name: extension, commands }) => {
      const path = `builtin:${extension}`;
      return commands.map(({ name, description }): RpcSlashCommand => ({
        name,
        description,
        source: "extension",
        sourceInfo: { path, source: "builtin", scope: "temporary", origin: "top-level" },
      }));
    });
  }

  /** Whether one of these tools is theirs. */
  hasTool(names: readonly string[]): boolean {
    return this.options.table.some(({ tools }) => tools.some((tool) => names.includes(tool)));
  }

  /** Resolves when they are part of the session; at once from the second time on. */
  wake(): Promise<void> {
    this.woken ??= this.options
      .load()
      .then(this.options.join)
      .catch((error: unknown) => {
        // The next call tries again.
        this.woken = undefined;
        throw error;
      });
    return this.woken;
  }
}
