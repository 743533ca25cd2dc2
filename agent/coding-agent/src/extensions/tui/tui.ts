import type { Component } from "../types/ui.ts";
import { Container, CURSOR_MARKER } from "./components.ts";
import { isFocusable } from "./focusable.ts";
import { isKeyRelease } from "./keys.ts";
import { drawOverlay, type OverlayOptions } from "./overlay.ts";
import type { Terminal } from "./terminal.ts";
import { visibleWidth } from "./width.ts";

/** A component that is drawn above the others. */
export interface OverlayHandle {
  /** For good. */
  hide(): void;
  setHidden(isHidden: boolean): void;
  isHidden(): boolean;
  focus(): void;
}

interface Overlay {
  component: Component;
  options: OverlayOptions;
  isHidden: boolean;
  focusBefore: Component | null;
}

export type InputListener = (data: string) => { consume?: boolean; data?: string } | undefined | void;

const escape = "\u001b";
const beginUpdate = `${escape}[?2026h`;
const endUpdate = `${escape}[?2026l`;
const reset = `${escape}[0m${escape}]8;;\u0007`;

/** Draws components below what the terminal already shows, and of them only the lines that changed. */
export class TUI extends Container {
  private drawn: string[] = [];
  private drawnWidth = 0;
  /** Line of `drawn` that the terminal's cursor is in. */
  private cursorLine = 0;
  private isRunning = false;
  private isScheduled = false;
  private focused: Component | null = null;
  private overlays: Overlay[] = [];
  private readonly listeners = new Set<InputListener>();
  /** Clears the screen, and what scrolled out of it. */
  protected readonly clearAll: string = `${escape}[2J${escape}[H${escape}[3J`;

  constructor(
    readonly terminal: Terminal,
    private showHardwareCursor = false,
  ) {
    super();
  }

  start(): void {
    this.isRunning = true;
    this.terminal.start(
      (data) => this.onInput(data),
      () => this.requestRender(true),
    );
    this.terminal.hideCursor();
    this.requestRender();
  }

  /** What was drawn stays; the cursor goes below it. */
  stop(): void {
    if (!this.isRunning) return;
    this.isRunning = false;
    this.terminal.write(
      this.moveTo(Math.max(0, this.drawn.length - 1)) + (this.drawn.length > 0 ? "\r\n" : ""),
    );
    this.terminal.showCursor();
    this.terminal.stop();
  }

  setShowHardwareCursor(isShown: boolean): void {
    this.showHardwareCursor = isShown;
    this.requestRender();
  }

  setFocus(component: Component | null): void {
    if (isFocusable(this.focused)) this.focused.focused = false;
    this.focused = component;
    if (isFocusable(component)) component.focused = true;
    this.requestRender();
  }

  addInputListener(listener: InputListener): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  removeInputListener(listener: InputListener): void {
    this.listeners.delete(listener);
  }

  /** Once for all that changes now. `force` draws every line again. */
  requestRender(force = false): void {
    if (force) this.drawnWidth = 0;
    if (!this.isRunning || this.isScheduled) return;
    this.isScheduled = true;
    setImmediate(() => {
      this.isScheduled = false;
      if (this.isRunning) this.draw();
    });
  }

  showOverlay(component: Component, options: OverlayOptions = {}): OverlayHandle {
    const overlay: Overlay = { component, options, isHidden: false, focusBefore: this.focused };
    this.overlays.push(overlay);
    if (!options.nonCapturing) this.setFocus(component);
    const giveBack = (): void => {
      if (this.focused === component) this.setFocus(overlay.focusBefore);
      this.requestRender();
    };
    return {
      hide: () => {
        this.overlays = this.overlays.filter((other) => other !== overlay);
        giveBack();
      },
      setHidden: (isHidden) => {
        overlay.isHidden = isHidden;
        if (isHidden) giveBack();
        else if (!options.nonCapturing) this.setFocus(component);
      },
      isHidden: () => overlay.isHidden,
      focus: () => this.setFocus(component),
    };
  }

  /** Takes the topmost one away. */
  hideOverlay(): void {
    const top = this.overlays.pop();
    if (top && this.focused === top.component) this.setFocus(top.focusBefore);
    this.requestRender();
  }

  hasOverlay(): boolean {
    return this.overlays.some(({ isHidden }) => !isHidden);
  }

  override invalidate(): void {
    super.invalidate();
    for (const { component } of this.overlays) component.invalidate?.();
  }

  private onInput(data: string): void {
    let current = data;
    for (const listener of [...this.listeners]) {
      const result = listener(current);
      if (result?.consume) return;
      if (result?.data !== undefined) current = result.data;
    }
    if (isKeyRelease(current)) return;
    this.focused?.handleInput?.(current);
    this.requestRender();
  }

  private draw(): void {
    const { columns: width, rows } = this.terminal;
    const visible = this.overlays.filter(({ isHidden }) => !isHidden);
    const composed = visible.reduce(
      (lines, { component, options }) => drawOverlay(lines, component, options, { width, rows }),
      this.render(width),
    );
    const { lines, cursor } = withoutMarker(composed);
    this.terminal.write(beginUpdate + this.update(lines, width, rows) + endUpdate);
    this.placeCursor(cursor);
  }

  private update(lines: string[], width: number, rows: number): string {
    const isFresh = this.drawnWidth !== width;
    const changed = isFresh ? 0 : firstDifference(this.drawn, lines);
    const firstOnScreen = Math.max(0, Math.max(this.drawn.length, lines.length) - rows);
    // What has scrolled away cannot be changed: everything is drawn again.
    const isRedrawn =
      (isFresh && this.drawn.length > 0) || changed < Math.min(firstOnScreen, this.drawn.length);
    const before = isRedrawn ? this.clearAll : "";
    const from = isRedrawn ? 0 : changed;
    if (!isRedrawn && from === this.drawn.length && from === lines.length) return "";
    let output = before;
    if (!isRedrawn) {
      const isAppending = from >= this.drawn.length && this.drawn.length > 0;
      output += isAppending ? `${this.moveTo(this.drawn.length - 1)}\r\n` : this.moveTo(from);
    }
    output += `\r${escape}[J`;
    output += lines
      .slice(from)
      .map((line) => line + reset)
      .join("\r\n");
    this.cursorLine = Math.max(0, lines.length - 1);
    if (from >= lines.length) this.cursorLine = from;
    this.drawn = lines;
    this.drawnWidth = width;
    return output;
  }

  private moveTo(line: number): string {
    const by = line - this.cursorLine;
    this.cursorLine = line;
    if (by === 0) return "\r";
    return by < 0 ? `\r${escape}[${-by}A` : `\r${escape}[${by}B`;
  }

  /** Where an input method shows what is being composed. */
  private placeCursor(cursor: { line: number; column: number } | undefined): void {
    if (!cursor) return this.terminal.hideCursor();
    const right = cursor.column > 0 ? `${escape}[${cursor.column}C` : "";
    this.terminal.write(this.moveTo(cursor.line) + right);
    if (this.showHardwareCursor) this.terminal.showCursor();
    else this.terminal.hideCursor();
  }
}

/** The interface in a screen of its own: what the terminal showed comes back when it stops. */
export class TuiAltScreen extends TUI {
  // What scrolled away is that of the ordinary screen.
  protected override readonly clearAll = `${escape}[2J${escape}[H`;
  private isOpen = false;

  override start(): void {
    this.terminal.write(`${escape}[?1049h${this.clearAll}`);
    this.isOpen = true;
    super.start();
  }

  override stop(): void {
    super.stop();
    if (this.isOpen) this.terminal.write(`${escape}[?1049l`);
    this.isOpen = false;
  }
}

/** The interface in the terminal's ordinary screen, where what was drawn can be scrolled back to. */
export class TuiMainScreen extends TUI {}

function firstDifference(before: readonly string[], after: readonly string[]): number {
  const length = Math.min(before.length, after.length);
  for (let index = 0; index < length; index++) if (before[index] !== after[index]) return index;
  return length;
}

function withoutMarker(lines: readonly string[]): {
  lines: string[];
  cursor: { line: number; column: number } | undefined;
} {
  const line = lines.findLastIndex((text) => text.includes(CURSOR_MARKER));
  const clean = lines.map((text) => text.replaceAll(CURSOR_MARKER, ""));
  if (line === -1) return { lines: clean, cursor: undefined };
  const marked = lines[line] ?? "";
  const column = visibleWidth(marked.slice(0, marked.indexOf(CURSOR_MARKER)));
  return { lines: clean, cursor: { line, column } };
}
