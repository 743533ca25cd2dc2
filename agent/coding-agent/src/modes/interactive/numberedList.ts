import { printable } from "../../base/printable.ts";

/** What a list is shown and answered through. */
export interface ListScreen {
  line: (text: string) => void;
  /** `undefined` when the user gives up. */
  ask: (question: string, options?: { initial?: string }) => Promise<string | undefined>;
}

/** Something else that can be done in a list than to choose. The key is what it is called by. */
export type ListAction<T> = { description: string } & (
  | { form: "alone"; run: () => void | Promise<void> }
  /** `key word`; the word may be missing. */
  | { form: "word"; run: (word: string) => void | Promise<void> }
  /** `key number`, and text behind it. */
  | { form: "number"; run: (item: T, text: string) => void | Promise<void> }
);

export interface NumberedListOptions<T> {
  screen: ListScreen;
  /** What one line stands for, such as "session". */
  noun: string;
  /** Line above the list. */
  title: () => string;
  /** Shown instead of an empty list. */
  emptyText: string;
  /** Everything that a search finds, in the order of its numbers. */
  load: (search: string) => readonly T[] | Promise<readonly T[]>;
  /** One line; what a terminal would take for a command is left out here. */
  describe: (item: T) => string;
  /** The item whose page is shown first; default: the first. */
  startAt?: (items: readonly T[]) => number;
  /** Search that the list begins with. */
  search?: string;
  actions?: Readonly<Record<string, ListAction<T>>>;
  /** What a number does instead of ending the list. */
  onChoice?: (item: T) => void | Promise<void>;
}

const pageSize = 20;

/** Lets the user choose from a list of any length by number. `undefined`: nothing was chosen. */
export function chooseFromList<T>(options: NumberedListOptions<T>): Promise<T | undefined> {
  return new NumberedList(options).choose();
}

/** One question after the other, until it is answered. */
class NumberedList<T> {
  private items: readonly T[] = [];
  private search: string;
  private page = 0;

  constructor(private readonly options: NumberedListOptions<T>) {
    this.search = options.search ?? "";
  }

  async choose(): Promise<T | undefined> {
    const { screen } = this.options;
    await this.load();
    this.page = this.pageOfStart();
    this.show();
    for (;;) {
      const answer = await screen.ask("Number, text to search for, ? for help, Enter to leave: ");
      const text = answer?.trim() ?? "";
      if (text === "") return undefined;
      if (/^\d+$/.test(text)) {
        const chosen = this.items[Number(text) - 1];
        const { onChoice } = this.options;
        if (chosen === undefined) screen.line(this.noSuchNumber(text));
        else if (onChoice) await this.change(() => onChoice(chosen));
        else return chosen;
      } else if (text === "?") this.help();
      else if (text === "n" || text === "p") this.turn(text === "n" ? 1 : -1);
      else if (!(await this.act(text))) await this.find(text.startsWith("/") ? text.slice(1).trim() : text);
    }
  }

  /** False when the text is no action: it is something to search for. */
  private async act(text: string): Promise<boolean> {
    const [, key = "", rest = ""] = /^(\S+)(?:\s+(.*))?$/s.exec(text) ?? [];
    const { actions = {}, screen } = this.options;
    const action = Object.hasOwn(actions, key) ? actions[key] : undefined;
    if (!action) return false;
    if (action.form === "number") {
      const [, number, more = ""] = /^(\d+)(?:\s+(.*))?$/s.exec(rest) ?? [];
      if (number === undefined && rest !== "") return false;
      const item = this.items[Number(number) - 1];
      if (item === undefined) {
        screen.line(number === undefined ? `Which one? ${key} and its number.` : this.noSuchNumber(number));
        return true;
      }
      await this.change(() => action.run(item, more));
    } else {
      if (/\s/.test(rest) || (action.form === "alone" && rest !== "")) return false;
      await this.change(() => (action.form === "alone" ? action.run() : action.run(rest)));
    }
    return true;
  }

  /** Does something to the list, which outlives what goes wrong with one of its items. */
  private async change(work: () => void | Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.options.screen.line(`Error: ${error instanceof Error ? error.message : String(error)}`);
    }
    await this.load();
    this.page = Math.min(this.page, this.lastPage());
    this.show();
  }

  private async find(text: string): Promise<void> {
    this.search = text;
    await this.load();
    this.page = text === "" ? this.pageOfStart() : 0;
    this.show();
  }

  private turn(by: number): void {
    const page = this.page + by;
    if (page < 0 || page > this.lastPage()) this.options.screen.line("There is no such page.");
    else {
      this.page = page;
      this.show();
    }
  }

  private async load(): Promise<void> {
    this.items = await this.options.load(this.search);
  }

  private show(): void {
    const { screen, title, describe, emptyText } = this.options;
    const { length } = this.items;
    const pages = length > pageSize ? `, page ${this.page + 1} of ${this.lastPage() + 1}` : "";
    const found = this.search === "" ? "" : `, found by "${this.search}"`;
    screen.line(`${title()} (${length}${found}${pages})`);
    if (length === 0) screen.line(`  ${this.search === "" ? emptyText : "Nothing fits. / shows all again."}`);
    const width = String(length).length;
    const first = this.page * pageSize;
    for (const [index, item] of this.items.slice(first, first + pageSize).entries()) {
      const text = printable(describe(item)).replace(/\s*\n\s*/g, " ");
      screen.line(`  ${String(first + index + 1).padStart(width)}  ${text}`);
    }
  }

  private help(): void {
    const { screen, noun, onChoice, actions = {} } = this.options;
    const own = Object.entries(actions).map(([key, { form, description }]): [string, string] => [
      form === "number" ? `${key} 3` : key,
      description,
    ]);
    const rows: [string, string][] = [
      ["3", onChoice ? `add or remove ${noun} 3` : `choose ${noun} 3`],
      ["n, p", "next page, previous page"],
      ["text, /text", "search; / alone shows all again"],
      ...own,
      ["Enter", onChoice ? "leave" : "leave without a choice"],
    ];
    for (const [key, description] of rows) screen.line(`  ${key.padEnd(12)} ${description}`);
  }

  private noSuchNumber(text: string): string {
    return `No ${this.options.noun} has the number ${text} in this list.`;
  }

  private pageOfStart(): number {
    const start = this.options.startAt?.(this.items) ?? 0;
    return Math.floor(Math.max(start, 0) / pageSize);
  }

  private lastPage(): number {
    return Math.max(Math.ceil(this.items.length / pageSize) - 1, 0);
  }
}
