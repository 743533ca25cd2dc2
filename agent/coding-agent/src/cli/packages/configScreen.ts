import type { Focusable } from "../../extensions/tui/focusable.ts";
import { Input } from "../../extensions/tui/input.ts";
import { parseKey } from "../../extensions/tui/keys.ts";
import { typedText } from "../../extensions/tui/lineEditing.ts";
import { truncateToWidth } from "../../extensions/tui/width.ts";
import type { KeybindingsManager, Theme } from "../../extensions/types/ui.ts";
import type { ConfigItem, ConfigScope } from "./configItems.ts";
import { findItems, itemText, keyOf, oneLine, rowsOf, type ConfigRow } from "./configRows.ts";

export interface ConfigScreenOptions {
  scope: ConfigScope;
  /** Lines of the terminal. */
  rows: () => number;
  theme: Theme;
  keys: KeybindingsManager;
  load: (scope: ConfigScope) => Promise<ConfigItem[]>;
  toggle: (item: ConfigItem, scope: ConfigScope) => Promise<void>;
  /** Why a scope cannot be changed; `undefined`: it can. */
  refusal: (scope: ConfigScope) => string | undefined;
  requestRender: () => void;
  /** Called once nothing is being written any more. */
  onLeave: () => void;
}

/** Lines around the list: title, search, gap; gap, message, keys. */
const frame = 6;
/** With fewer lines than this, a list does without most of its frame. */
const smallest = frame + 2;

/** The list of `relay config`. Fills the terminal (cli.md §2). */
export class ConfigScreen implements Focusable {
  private readonly input = new Input();
  private isSearching = false;
  private scope: ConfigScope;
  private items: ConfigItem[] = [];
  private selected = 0;
  /** First row of the list that is shown. */
  private top = 0;
  private problem = "";
  private hasLeft = false;
  /** Changes in the order of the keys. */
  private work: Promise<void> = Promise.resolve();

  constructor(private readonly options: ConfigScreenOptions) {
    this.scope = options.scope;
    this.enqueue(() => this.load());
  }

  get focused(): boolean {
    return this.input.focused;
  }

  set focused(isFocused: boolean) {
    this.input.focused = isFocused;
  }

  invalidate(): void {
    // Nothing is kept between renderings.
  }

  /** Resolves when every key so far had its effect. */
  settled(): Promise<void> {
    return this.work;
  }

  handleInput(data: string): void {
    const { keys } = this.options;
    const typed = typedText(data);
    if (this.hasLeft) return;
    if (this.isSearching && typed !== undefined) this.search(data);
    // Keys that came at once; the first ones may not be meant for the search.
    else if (typed !== undefined && [...typed].length > 1) {
      for (const character of typed) this.handleInput(character);
    } else if (keys.matches(data, "tui.select.cancel")) this.cancel(parseKey(data));
    else if (keys.matches(data, "tui.select.up")) this.move(-1);
    else if (keys.matches(data, "tui.select.down")) this.move(1);
    else if (keys.matches(data, "tui.select.pageUp")) this.move(-this.listHeight(), false);
    else if (keys.matches(data, "tui.select.pageDown")) this.move(this.listHeight(), false);
    else if (keys.matches(data, "tui.select.confirm")) this.toggle();
    else if (keys.matches(data, "tui.input.tab")) this.switchScope();
    else if (this.isSearching) this.search(data);
    else this.command(data);
  }

  render(width: number): string[] {
    const { theme, rows } = this.options;
    const shown = this.shown();
    const all = rowsOf(shown);
    const height = this.listHeight();
    const at = all.findIndex((row) => "item" in row && row.item === shown[this.selected]);
    this.scrollTo(at, all.length, height);
    const window = all.slice(this.top, this.top + height);
    const list = this.withHeading(window, all).map((row) => this.row(row, shown[this.selected]));
    if (shown.length === 0 && this.isSearching) list.push("  Nothing fits");
    const problem = this.problem === "" ? "" : theme.fg("warning", this.problem);
    const search = this.isSearching ? (this.input.render(width)[0] ?? "") : "Type to search";
    const lines = this.isSmall()
      ? [problem === "" ? search : problem, ...list].slice(-rows())
      : [
          theme.bold(`Resources in ${this.scope} settings`),
          search,
          "",
          ...list,
          ...Array<string>(Math.max(0, height - list.length)).fill(""),
          "",
          problem === "" && shown.length > 0 ? `${this.selected + 1}/${shown.length}` : problem,
          this.hints(),
        ];
    return lines.map((line) => truncateToWidth(line, width, "…"));
  }

  private row(row: ConfigRow, selected: ConfigItem | undefined): string {
    const { theme } = this.options;
    if ("heading" in row) return theme.bold(row.heading);
    const box = row.item.isEnabled ? "[x]" : "[ ]";
    const text = `${box} ${itemText(row.item)}`;
    return row.item === selected ? theme.fg("accent", `> ${text}`) : `  ${text}`;
  }

  /** The heading of what stands at the top takes the place of a line that is not selected. */
  private withHeading(window: readonly ConfigRow[], all: readonly ConfigRow[]): ConfigRow[] {
    const [first, ...rest] = window;
    if (first === undefined || "heading" in first || rest.length === 0) return [...window];
    const heading = all.slice(0, this.top).findLast((row) => "heading" in row);
    return heading ? [heading, ...rest] : [...window];
  }

  private scrollTo(at: number, length: number, height: number): void {
    // The first line is that of the heading.
    const above = Math.max(0, at - 1);
    if (above < this.top) this.top = above;
    if (at >= this.top + height) this.top = at - height + 1;
    this.top = Math.max(0, Math.min(this.top, length - height));
    if (height === 1) this.top = Math.max(0, at);
  }

  private hints(): string {
    const { keys } = this.options;
    const hint = (action: string, text: string): string[] => {
      const [key] = keys.getKeys(action);
      return key === undefined ? [] : [`${key} ${text}`];
    };
    const other = this.scope === "user" ? "project" : "user";
    const leave = this.isSearching ? "ends the search" : "leaves";
    return [
      ...hint("tui.select.confirm", "on/off"),
      ...hint("tui.input.tab", other),
      ...hint("tui.select.cancel", leave),
    ].join(" · ");
  }

  private listHeight(): number {
    return Math.max(1, this.options.rows() - (this.isSmall() ? 1 : frame));
  }

  private isSmall(): boolean {
    return this.options.rows() < smallest;
  }

  private shown(): ConfigItem[] {
    return findItems(this.items, this.isSearching ? this.input.getValue() : "");
  }

  private move(by: number, isRound = true): void {
    const { length } = this.shown();
    if (length === 0) return;
    const next = this.selected + by;
    this.selected = isRound ? (next + length) % length : Math.max(0, Math.min(next, length - 1));
  }

  private cancel(key: string | undefined): void {
    if (!this.isSearching || key === "ctrl+c") return this.leave();
    this.endSearch();
  }

  private leave(): void {
    this.hasLeft = true;
    this.enqueue(() => Promise.resolve(this.options.onLeave()));
  }

  /** Keys that count while nothing is searched for; every other character begins a search. */
  private command(data: string): void {
    const key = parseKey(data);
    if (key === "q" || this.options.keys.matches(data, "app.exit")) this.leave();
    else if (key === "space") this.toggle();
    else if (key === "home") this.selected = 0;
    else if (key === "end") this.selected = Math.max(0, this.shown().length - 1);
    else if (key === "/") this.isSearching = true;
    else this.search(data);
  }

  private search(data: string): void {
    const before = this.input.getValue();
    const kept = this.selectedKey();
    this.input.handleInput(data);
    const text = this.input.getValue();
    if (text === before) return;
    if (text === "") return this.endSearch();
    this.isSearching = true;
    this.select(kept);
  }

  private endSearch(): void {
    const kept = this.selectedKey();
    this.input.setValue("");
    this.isSearching = false;
    this.select(kept);
  }

  private selectedKey(): string | undefined {
    const item = this.shown()[this.selected];
    return item && keyOf(item);
  }

  /** The first when it is not there. */
  private select(key: string | undefined): void {
    this.selected = Math.max(
      0,
      this.shown().findIndex((item) => keyOf(item) === key),
    );
  }

  private toggle(): void {
    const key = this.selectedKey();
    this.enqueue(async () => {
      // As it is by now: keys may come faster than files are written.
      const item = this.items.find((candidate) => keyOf(candidate) === key);
      if (!item) return;
      await this.options.toggle(item, this.scope);
      await this.load();
    });
  }

  private switchScope(): void {
    this.enqueue(async () => {
      const next = this.scope === "user" ? "project" : "user";
      this.problem = this.options.refusal(next) ?? "";
      if (this.problem !== "") return;
      this.scope = next;
      await this.load();
    });
  }

  private async load(): Promise<void> {
    const key = this.selectedKey();
    this.items = await this.options.load(this.scope);
    this.select(key);
  }

  private enqueue(work: () => Promise<void>): void {
    this.work = this.work.then(async () => {
      this.problem = "";
      try {
        await work();
      } catch (error) {
        this.problem = oneLine(`Error: ${error instanceof Error ? error.message : String(error)}`);
      }
      this.options.requestRender();
    });
  }
}
