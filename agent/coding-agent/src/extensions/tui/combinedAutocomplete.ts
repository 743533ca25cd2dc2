import { readdir } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { fuzzyFilter } from "./components.ts";
import type { AutocompleteItem, AutocompleteProvider, AutocompleteSuggestions } from "./editor.ts";

/** A command that is proposed after `/`. */
export interface SlashCommand {
  name: string;
  description?: string;
  getArgumentCompletions?(prefix: string): AutocompleteItem[] | null | Promise<AutocompleteItem[] | null>;
}

/** Proposes commands after `/` at the start, their arguments, and paths after `@`, or wherever Tab is pressed. */
export class CombinedAutocompleteProvider implements AutocompleteProvider {
  constructor(
    private readonly commands: readonly SlashCommand[] = [],
    private readonly basePath = process.cwd(),
  ) {}

  async getSuggestions(
    lines: string[],
    cursorLine: number,
    cursorCol: number,
    { force = false }: { force?: boolean } = {},
  ): Promise<AutocompleteSuggestions | null> {
    const before = (lines[cursorLine] ?? "").slice(0, cursorCol);
    if (cursorLine === 0 && before.startsWith("/")) return this.command(before);
    const [word = ""] = /[^\s"'=]*$/.exec(before) ?? [];
    if (!word.startsWith("@") && !force) return null;
    const items = await this.paths(word.replace(/^@/, ""));
    return items.length > 0 ? { items, prefix: word } : null;
  }

  applyCompletion(
    lines: string[],
    cursorLine: number,
    cursorCol: number,
    item: AutocompleteItem,
    prefix: string,
  ): { lines: string[]; cursorLine: number; cursorCol: number } {
    const line = lines[cursorLine] ?? "";
    const start = line.slice(0, cursorCol - prefix.length);
    const mark = prefix.startsWith("@") ? "@" : prefix.startsWith("/") && start === "" ? "/" : "";
    const isFolder = item.value.endsWith("/");
    const completed = start + mark + item.value + (isFolder ? "" : " ");
    return {
      lines: lines.map((other, index) => (index === cursorLine ? completed + line.slice(cursorCol) : other)),
      cursorLine,
      cursorCol: completed.length,
    };
  }

  private async command(before: string): Promise<AutocompleteSuggestions | null> {
    const space = before.indexOf(" ");
    if (space === -1) {
      const found = fuzzyFilter(this.commands, before.slice(1), ({ name }) => name);
      const items = found.map(({ name, description }) => ({
        value: name,
        label: name,
        ...(description !== undefined && { description }),
      }));
      return items.length > 0 ? { items, prefix: before } : null;
    }
    const command = this.commands.find(({ name }) => name === before.slice(1, space));
    const prefix = before.slice(space + 1);
    const items = (await command?.getArgumentCompletions?.(prefix)) ?? [];
    return items.length > 0 ? { items, prefix } : null;
  }

  /** Entries of the folder that is named so far; hidden ones only when they are asked for. */
  private async paths(typed: string): Promise<AutocompleteItem[]> {
    const folder = typed.endsWith("/") ? typed : dirname(typed);
    const start = typed.endsWith("/") ? "" : basename(typed);
    const shownFolder = folder === "." && !typed.startsWith("./") ? "" : folder;
    try {
      const entries = await readdir(resolve(this.basePath, folder), { withFileTypes: true });
      return entries
        .filter(({ name }) => name.startsWith(start) && (start.startsWith(".") || !name.startsWith(".")))
        .sort((a, b) => Number(b.isDirectory()) - Number(a.isDirectory()) || (a.name < b.name ? -1 : 1))
        .map((entry) => {
          const label = entry.name + (entry.isDirectory() ? "/" : "");
          return { value: join(shownFolder, entry.name) + (entry.isDirectory() ? "/" : ""), label };
        });
    } catch {
      // There is no such folder: nothing to propose.
      return [];
    }
  }
}
