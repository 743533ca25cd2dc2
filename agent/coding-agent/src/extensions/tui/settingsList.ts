import type { Component } from "../types/ui.ts";
import { fuzzyFilter } from "./components.ts";
import { Input } from "./input.ts";
import { parseKey } from "./keys.ts";
import { truncateToWidth, visibleWidth, wrapTextWithAnsi } from "./width.ts";

export interface SettingItem {
  id: string;
  label: string;
  /** Shown while it is selected. */
  description?: string;
  currentValue: string;
  /** Enter goes from one to the next. */
  values?: string[];
  /** Enter opens it instead; `done` without a value changes nothing. */
  submenu?: (currentValue: string, done: (value?: string) => void) => Component;
}

export interface SettingsListTheme {
  label: (text: string, isSelected: boolean) => string;
  value: (text: string, isSelected: boolean) => string;
  description: (text: string) => string;
  cursor: string;
  hint: (text: string) => string;
}

/** Settings with their values, changed in place. */
export class SettingsList implements Component {
  private readonly items: SettingItem[];
  private shown: SettingItem[];
  private selected = 0;
  private submenu: Component | undefined;
  private readonly search: Input | undefined;

  constructor(
    items: readonly SettingItem[],
    private readonly maxVisible: number,
    private readonly theme: SettingsListTheme,
    private readonly onChange: (id: string, value: string) => void,
    private readonly onCancel: () => void,
    { enableSearch = false }: { enableSearch?: boolean } = {},
  ) {
    this.items = items.map((item) => ({ ...item }));
    this.shown = this.items;
    this.search = enableSearch ? new Input() : undefined;
  }

  updateValue(id: string, value: string): void {
    const item = this.items.find((candidate) => candidate.id === id);
    if (item) item.currentValue = value;
  }

  invalidate(): void {
    this.submenu?.invalidate?.();
  }

  handleInput(data: string): void {
    if (this.submenu) return this.submenu.handleInput?.(data);
    const key = parseKey(data);
    const { length } = this.shown;
    if (key === "escape" || key === "ctrl+c") this.onCancel();
    else if ((key === "up" || key === "down") && length > 0) {
      this.selected = (this.selected + (key === "up" ? length - 1 : 1)) % length;
    } else if (key === "enter" || (key === "space" && !this.search)) this.activate();
    else if (this.search) {
      this.search.handleInput(data);
      this.shown = fuzzyFilter(this.items, this.search.getValue(), ({ label }) => label);
      this.selected = 0;
    }
  }

  render(width: number): string[] {
    if (this.submenu) return this.submenu.render(width);
    const lines = this.search ? [...this.search.render(width), ""] : [];
    if (this.shown.length === 0) return [...lines, this.theme.hint("  No settings fit")];
    const labels = Math.min(30, Math.max(...this.shown.map(({ label }) => visibleWidth(label))));
    const most = Math.max(0, this.shown.length - this.maxVisible);
    const first = Math.min(Math.max(0, this.selected - Math.floor(this.maxVisible / 2)), most);
    for (const [index, item] of this.shown.slice(first, first + this.maxVisible).entries()) {
      lines.push(this.row(item, first + index === this.selected, { labels, width }));
    }
    if (most > 0) lines.push(this.theme.hint(`  (${this.selected + 1}/${this.shown.length})`));
    const description = this.shown[this.selected]?.description;
    if (description) {
      const wrapped = wrapTextWithAnsi(description, Math.max(1, width - 4));
      lines.push("", ...wrapped.map((line) => this.theme.description(`  ${line}`)));
    }
    return [...lines, "", this.theme.hint(truncateToWidth("  Enter changes, Escape closes", width))];
  }

  private row(
    item: SettingItem,
    isSelected: boolean,
    { labels, width }: { labels: number; width: number },
  ): string {
    const prefix = isSelected ? this.theme.cursor : " ".repeat(visibleWidth(this.theme.cursor));
    const label = item.label + " ".repeat(Math.max(0, labels - visibleWidth(item.label)));
    const room = Math.max(1, width - visibleWidth(prefix) - visibleWidth(label) - 2);
    const value = truncateToWidth(item.currentValue, room);
    const line = `${prefix}${this.theme.label(label, isSelected)}  ${this.theme.value(value, isSelected)}`;
    return truncateToWidth(line, width);
  }

  private activate(): void {
    const item = this.shown[this.selected];
    if (!item) return;
    if (item.submenu) {
      this.submenu = item.submenu(item.currentValue, (value) => {
        this.submenu = undefined;
        if (value !== undefined) this.set(item, value);
      });
    } else if (item.values && item.values.length > 0) {
      const next = (item.values.indexOf(item.currentValue) + 1) % item.values.length;
      this.set(item, item.values[next] ?? item.currentValue);
    }
  }

  private set(item: SettingItem, value: string): void {
    item.currentValue = value;
    this.onChange(item.id, value);
  }
}
