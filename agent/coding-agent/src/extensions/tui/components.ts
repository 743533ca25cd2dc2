import type { Component } from "../types/ui.ts";
import { parseKey } from "./keys.ts";
import { truncateToWidth, visibleWidth, wrapTextWithAnsi } from "./width.ts";

type Paint = (text: string) => string;

/** Where the cursor of an input stands; a terminal takes it out of the line. */
export const CURSOR_MARKER = "\u001b_relay:cursor\u0007";

/** Components below one another. */
export class Container implements Component {
  children: Component[] = [];

  addChild(component: Component): void {
    this.children.push(component);
  }

  removeChild(component: Component): void {
    this.children = this.children.filter((child) => child !== component);
  }

  clear(): void {
    this.children = [];
  }

  invalidate(): void {
    for (const child of this.children) child.invalidate?.();
  }

  render(width: number): string[] {
    return this.children.flatMap((child) => child.render(width));
  }
}

/** Components with space around them, on a background. */
export class Box extends Container {
  constructor(
    private readonly paddingX = 1,
    private readonly paddingY = 1,
    private background?: Paint,
  ) {
    super();
  }

  setBgFn(background?: Paint): void {
    this.background = background;
  }

  override render(width: number): string[] {
    const inner = super.render(Math.max(1, width - 2 * this.paddingX));
    return padded(inner, {
      width,
      paddingX: this.paddingX,
      paddingY: this.paddingY,
      background: this.background,
    });
  }
}

/** Text that is wrapped to the width. */
export class Text implements Component {
  constructor(
    private text = "",
    private readonly paddingX = 1,
    private readonly paddingY = 1,
    private background?: Paint,
  ) {}

  setText(text: string): void {
    this.text = text;
  }

  setCustomBgFn(background?: Paint): void {
    this.background = background;
  }

  invalidate(): void {
    // Nothing is kept between renderings.
  }

  render(width: number): string[] {
    if (this.text.trim() === "") return [];
    const { paddingX, paddingY, background } = this;
    const lines = wrapTextWithAnsi(this.text.replaceAll("\t", "   "), Math.max(1, width - 2 * paddingX));
    return padded(lines, { width, paddingX, paddingY, background });
  }
}

/** Empty lines. */
export class Spacer implements Component {
  constructor(private lines = 1) {}

  setLines(lines: number): void {
    this.lines = lines;
  }

  invalidate(): void {
    // Nothing is kept between renderings.
  }

  render(_width?: number): string[] {
    return Array<string>(this.lines).fill("");
  }
}

export interface SelectItem {
  value: string;
  label: string;
  description?: string;
}

export interface SelectListTheme {
  selectedPrefix: Paint;
  selectedText: Paint;
  description: Paint;
  scrollInfo: Paint;
  noMatch: Paint;
}

/** A list to choose from with the arrow keys. */
export class SelectList implements Component {
  onSelect?: (item: SelectItem) => void;
  onCancel?: () => void;
  onSelectionChange?: (item: SelectItem) => void;
  private shown: readonly SelectItem[];
  private selected = 0;

  constructor(
    private readonly items: readonly SelectItem[],
    private readonly maxVisible: number,
    private readonly theme: SelectListTheme,
  ) {
    this.shown = items;
  }

  setFilter(filter: string): void {
    this.shown = fuzzyFilter(this.items, filter, ({ label, value }) => `${label} ${value}`);
    this.selected = 0;
  }

  setSelectedIndex(index: number): void {
    this.selected = Math.max(0, Math.min(index, this.shown.length - 1));
  }

  getSelectedItem(): SelectItem | null {
    return this.shown[this.selected] ?? null;
  }

  invalidate(): void {
    // Nothing is kept between renderings.
  }

  render(width: number): string[] {
    if (this.shown.length === 0) return [this.theme.noMatch("  Nothing fits")];
    const most = Math.max(0, this.shown.length - this.maxVisible);
    const first = Math.min(Math.max(0, this.selected - Math.floor(this.maxVisible / 2)), most);
    const lines = this.shown
      .slice(first, first + this.maxVisible)
      .map((item, index) => this.line(item, first + index === this.selected, width));
    if (most > 0) lines.push(this.theme.scrollInfo(`  (${this.selected + 1}/${this.shown.length})`));
    return lines;
  }

  handleInput(data: string): void {
    const key = parseKey(data);
    const { length } = this.shown;
    const item = this.getSelectedItem();
    if (key === "escape" || key === "ctrl+c") this.onCancel?.();
    else if (key === "enter" && item) this.onSelect?.(item);
    else if ((key === "up" || key === "down") && length > 0) {
      this.selected = (this.selected + (key === "up" ? length - 1 : 1)) % length;
      const next = this.getSelectedItem();
      if (next) this.onSelectionChange?.(next);
    }
  }

  private line({ label, value, description }: SelectItem, isSelected: boolean, width: number): string {
    const text = truncateToWidth(label || value, Math.max(1, width - 2));
    const room = width - 4 - visibleWidth(text);
    const more = description && room > 10 ? truncateToWidth(description.replace(/\s+/g, " "), room) : "";
    const { selectedPrefix, selectedText, description: paint } = this.theme;
    const shown = isSelected ? selectedPrefix("> ") + selectedText(text) : `  ${text}`;
    return more === "" ? shown : `${shown}  ${paint(more)}`;
  }
}

/** Items whose text has the letters of each word of the query in their order; close letters first. */
export function fuzzyFilter<T>(items: readonly T[], query: string, getText: (item: T) => string): T[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [...items];
  const scored = items.flatMap((item) => {
    const text = getText(item).toLowerCase();
    const scores = words.map((word) => fuzzyScore(text, word));
    return scores.includes(undefined)
      ? []
      : [{ item, score: scores.reduce<number>((sum, one) => sum + (one ?? 0), 0) }];
  });
  return scored.sort((a, b) => a.score - b.score).map(({ item }) => item);
}

/** How well one word fits a text: a lower score is better. */
export function fuzzyMatch(query: string, text: string): { matches: boolean; score: number } {
  const score = fuzzyScore(text.toLowerCase(), query.toLowerCase());
  return { matches: score !== undefined, score: score ?? 0 };
}

/** Letters between the first and the last that were found, and how late they begin. */
function fuzzyScore(text: string, word: string): number | undefined {
  let first = -1;
  let at = -1;
  for (const letter of word) {
    at = text.indexOf(letter, at + 1);
    if (at === -1) return undefined;
    if (first === -1) first = at;
  }
  return at - first + first / 100;
}

/** The text with the character at `index` shown as a cursor, and a mark before it. */
export function renderFakeCursor(text: string, index: number): string {
  const at = text.slice(index, index + 1) || " ";
  return `${text.slice(0, index)}${CURSOR_MARKER}\u001b[7m${at}\u001b[27m${text.slice(index + 1)}`;
}

function padded(
  lines: readonly string[],
  {
    width,
    paddingX,
    paddingY,
    background = (text) => text,
  }: {
    width: number;
    paddingX: number;
    paddingY: number;
    background: Paint | undefined;
  },
): string[] {
  const side = " ".repeat(paddingX);
  const full = (line: string): string => {
    const text = side + line;
    return background(text + " ".repeat(Math.max(0, width - visibleWidth(text))));
  };
  const empty = Array<string>(paddingY).fill(full(""));
  return [...empty, ...lines.map(full), ...empty];
}
