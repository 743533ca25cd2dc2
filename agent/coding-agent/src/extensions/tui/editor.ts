import type { Focusable } from "./focusable.ts";
import { CURSOR_MARKER, SelectList, type SelectListTheme } from "./components.ts";
import { parseKey } from "./keys.ts";
import { editLine, insertText, pastedText, typedText, type EditedText } from "./lineEditing.ts";
import { visibleWidth } from "./width.ts";

export interface EditorTheme {
  borderColor: (text: string) => string;
  selectList: SelectListTheme;
}

export interface EditorOptions {
  /** Columns on each side. Default 0. */
  paddingX?: number;
  /** Rows of proposals. Default 5. */
  autocompleteMaxVisible?: number;
}

export interface AutocompleteItem {
  value: string;
  label: string;
  description?: string;
}

export interface AutocompleteSuggestions {
  items: AutocompleteItem[];
  /** What stands before the cursor and is to be completed. */
  prefix: string;
}

/** Proposes how a text goes on. Lines and columns count from 0. */
export interface AutocompleteProvider {
  getSuggestions(
    lines: string[],
    cursorLine: number,
    cursorCol: number,
    options?: { signal?: AbortSignal; force?: boolean },
  ): AutocompleteSuggestions | null | Promise<AutocompleteSuggestions | null>;
  applyCompletion(
    lines: string[],
    cursorLine: number,
    cursorCol: number,
    item: AutocompleteItem,
    prefix: string,
  ): { lines: string[]; cursorLine: number; cursorCol: number };
}

/** Pastes of more lines are shown as one mark. */
const longPaste = 10;
const maxHistory = 100;

/** Several lines to type in: Enter sends, Shift+Enter begins a line, Up and Down recall what was sent. */
export class Editor implements Focusable {
  focused = false;
  disableSubmit = false;
  onSubmit?: (text: string) => void;
  onChange?: (text: string) => void;
  borderColor: (text: string) => string;
  protected readonly theme: EditorTheme;
  private state: EditedText = { text: "", cursor: 0 };
  private readonly pastes = new Map<string, string>();
  private history: string[] = [];
  /** Place in the history; -1: what is typed now. */
  private recalled = -1;
  private draft = "";
  private autocomplete: AutocompleteProvider | undefined;
  private proposals: { list: SelectList; prefix: string } | undefined;
  private asking: AbortController | undefined;

  constructor(
    protected readonly tui: { requestRender(): void },
    theme: EditorTheme,
    private readonly options: EditorOptions = {},
  ) {
    this.theme = theme;
    this.borderColor = theme.borderColor;
  }

  getText(): string {
    return this.state.text;
  }

  /** The text with pastes in full. */
  getExpandedText(): string {
    return [...this.pastes].reduce(
      (text, [mark, pasted]) => text.replaceAll(mark, () => pasted),
      this.state.text,
    );
  }

  setText(text: string): void {
    this.recalled = -1;
    this.change({ text, cursor: text.length });
  }

  insertTextAtCursor(text: string): void {
    this.change(insertText(this.state, text));
  }

  getLines(): string[] {
    return this.state.text.split("\n");
  }

  getCursor(): { line: number; col: number } {
    const before = this.state.text.slice(0, this.state.cursor).split("\n");
    return { line: before.length - 1, col: before.at(-1)?.length ?? 0 };
  }

  addToHistory(text: string): void {
    if (text.trim() === "" || this.history[0] === text) return;
    this.history = [text, ...this.history].slice(0, maxHistory);
  }

  setAutocompleteProvider(provider: AutocompleteProvider): void {
    this.autocomplete = provider;
  }

  isShowingAutocomplete(): boolean {
    return this.proposals !== undefined;
  }

  handleInput(data: string): void {
    const pasted = pastedText(data);
    if (pasted !== undefined) return this.paste(pasted);
    const key = parseKey(data);
    if (this.proposals && this.choose(key, data)) return;
    if (key === "enter") return this.submit();
    if (key === "shift+enter" || key === "alt+enter" || key === "ctrl+enter")
      return this.insertTextAtCursor("\n");
    if (key === "tab") return void this.propose(true);
    if (key === "up" || key === "down") return this.moveLine(key === "up" ? -1 : 1);
    const edited = editLine(this.state, key);
    const typed = typedText(data);
    if (edited) this.change(edited);
    else if (typed !== undefined) {
      this.insertTextAtCursor(typed);
      void this.propose(false);
    }
  }

  invalidate(): void {
    // Nothing is kept between renderings.
  }

  render(width: number): string[] {
    const padding = " ".repeat(this.options.paddingX ?? 0);
    const room = Math.max(1, width - 2 * padding.length);
    const border = this.borderColor("─".repeat(width));
    const rows = layout(this.state, room).map(({ text, cursorAt }) => {
      const shown = cursorAt === undefined ? text : withCursor(text, cursorAt, this.focused);
      return padding + shown + " ".repeat(Math.max(0, room - visibleWidth(shown))) + padding;
    });
    return [border, ...rows, border, ...(this.proposals?.list.render(width) ?? [])];
  }

  private change(state: EditedText): void {
    const hasChanged = state.text !== this.state.text;
    this.state = state;
    this.closeProposals();
    if (hasChanged) this.onChange?.(state.text);
    this.tui.requestRender();
  }

  private paste(text: string): void {
    const lines = text.split("\n").length;
    if (lines <= longPaste) return this.insertTextAtCursor(text);
    const mark = `[paste #${this.pastes.size + 1} +${lines} lines]`;
    this.pastes.set(mark, text);
    this.insertTextAtCursor(mark);
  }

  private submit(): void {
    const { text, cursor } = this.state;
    // A backslash before Enter is a line break for terminals that report no Shift+Enter.
    if (text[cursor - 1] === "\\") {
      return this.change({ text: `${text.slice(0, cursor - 1)}\n${text.slice(cursor)}`, cursor });
    }
    if (this.disableSubmit) return;
    const sent = this.getExpandedText().trim();
    this.pastes.clear();
    this.setText("");
    this.onSubmit?.(sent);
  }

  private moveLine(by: -1 | 1): void {
    const lines = this.getLines();
    const { line, col } = this.getCursor();
    const target = line + by;
    const isRecalling = by === -1 ? target < 0 : target >= lines.length && this.recalled >= 0;
    if (isRecalling) return this.recall(by);
    if (target < 0 || target >= lines.length) return;
    const before = lines.slice(0, target).reduce((sum, { length }) => sum + length + 1, 0);
    this.change({ text: this.state.text, cursor: before + Math.min(col, lines[target]?.length ?? 0) });
  }

  private recall(by: -1 | 1): void {
    const place = this.recalled - by;
    if (place >= this.history.length) return;
    if (this.recalled === -1) this.draft = this.state.text;
    const text = place === -1 ? this.draft : (this.history[place] ?? "");
    this.setText(text);
    this.recalled = place;
  }

  private async propose(force: boolean): Promise<void> {
    this.asking?.abort();
    if (!this.autocomplete) return;
    const asking = (this.asking = new AbortController());
    const { line, col } = this.getCursor();
    const { signal } = asking;
    const found = await this.autocomplete.getSuggestions(this.getLines(), line, col, { signal, force });
    if (signal.aborted) return;
    if (!found || found.items.length === 0) return this.closeProposals();
    const max = this.options.autocompleteMaxVisible ?? 5;
    this.proposals = { list: new SelectList(found.items, max, this.theme.selectList), prefix: found.prefix };
    this.tui.requestRender();
  }

  private closeProposals(): void {
    this.asking?.abort();
    this.proposals = undefined;
  }

  /** True: the key was for the proposals. */
  private choose(key: string | undefined, data: string): boolean {
    const { proposals, autocomplete } = this;
    if (!proposals || !autocomplete) return false;
    if (key === "up" || key === "down") proposals.list.handleInput(data);
    else if (key === "escape") this.closeProposals();
    else if (key === "tab" || key === "enter") {
      const item = proposals.list.getSelectedItem();
      if (!item) return false;
      const { line, col } = this.getCursor();
      const done = autocomplete.applyCompletion(this.getLines(), line, col, item, proposals.prefix);
      const before = done.lines.slice(0, done.cursorLine).reduce((sum, { length }) => sum + length + 1, 0);
      this.change({ text: done.lines.join("\n"), cursor: before + done.cursorCol });
    } else return false;
    this.tui.requestRender();
    return true;
  }
}

interface Row {
  text: string;
  /** Where the cursor stands in it; absent: in another row. */
  cursorAt?: number;
}

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** Rows of the text at a width, the cursor in exactly one. */
function layout({ text, cursor }: EditedText, width: number): Row[] {
  const rows: Row[] = [];
  let offset = 0;
  for (const line of text.split("\n")) {
    const pieces = breakLine(line, width);
    pieces.forEach(({ piece, from }, index) => {
      const start = offset + from;
      const end = start + piece.length;
      const isLast = index === pieces.length - 1;
      const hasCursor = cursor >= start && (cursor < end || (isLast && cursor === end));
      rows.push({ text: piece, ...(hasCursor && { cursorAt: cursor - start }) });
    });
    offset += line.length + 1;
  }
  return rows;
}

/** One column stays free for a cursor at the end. */
function breakLine(line: string, width: number): { piece: string; from: number }[] {
  const pieces: { piece: string; from: number }[] = [];
  let piece = "";
  let from = 0;
  let used = 0;
  for (const { segment, index } of graphemes.segment(line)) {
    const columns = visibleWidth(segment);
    if (used + columns > Math.max(1, width - 1) && piece !== "") {
      pieces.push({ piece, from });
      piece = "";
      from = index;
      used = 0;
    }
    piece += segment;
    used += columns;
  }
  return [...pieces, { piece, from }];
}

function withCursor(text: string, at: number, isFocused: boolean): string {
  const [next] = graphemes.segment(text.slice(at));
  const under = next?.segment ?? " ";
  const marker = isFocused ? CURSOR_MARKER : "";
  return `${text.slice(0, at)}${marker}\u001b[7m${under}\u001b[27m${text.slice(at + (next?.segment.length ?? 0))}`;
}
