import type { Component, KeybindingsManager, Theme } from "../types/ui.ts";
import { Container, Spacer, Text } from "./components.ts";
import { Editor, type EditorOptions, type EditorTheme } from "./editor.ts";
import { matchesKey } from "./keys.ts";
import { keyHint, keyText } from "./keyTexts.ts";
import { Loader } from "./loader.ts";
import { currentTheme } from "./theme.ts";

/** A line across the whole width. */
export class DynamicBorder implements Component {
  constructor(private readonly color = (text: string): string => currentTheme().fg("border", text)) {}

  invalidate(): void {
    // Nothing is kept between renderings.
  }

  render(width: number): string[] {
    return [this.color("─".repeat(Math.max(1, width)))];
  }
}

/** What shows that something is at work, with a way to cancel it. */
export class BorderedLoader extends Container {
  onAbort?: () => void;
  private readonly controller = new AbortController();
  private readonly loader: Loader;
  private readonly isCancellable: boolean;

  constructor(tui: { requestRender(): void }, theme: Theme, message: string, { cancellable = true } = {}) {
    super();
    this.loader = new Loader(
      tui,
      (text) => theme.fg("accent", text),
      (text) => theme.fg("muted", text),
      message,
    );
    const border = (): DynamicBorder => new DynamicBorder((text) => theme.fg("border", text));
    const hint = cancellable ? [new Spacer(1), new Text(keyHint("tui.select.cancel", "cancels"), 1, 0)] : [];
    for (const part of [border(), this.loader, ...hint, border()]) this.addChild(part);
    this.isCancellable = cancellable;
  }

  /** Aborts when the user cancels. */
  get signal(): AbortSignal {
    return this.controller.signal;
  }

  handleInput(data: string): void {
    if (!this.isCancellable || this.signal.aborted) return;
    if (!matchesKey(data, keyText("tui.select.cancel")) && !matchesKey(data, "ctrl+c")) return;
    this.controller.abort();
    this.onAbort?.();
  }

  dispose(): void {
    this.loader.dispose();
  }
}

/** They count in some states of the editor only. */
const conditionalActions = ["app.interrupt", "app.exit"];

/** An editor that an extension puts in the place of Relay's: the keys of the application stay what they are. */
export class CustomEditor extends Editor {
  onEscape?: () => void;
  onCtrlD?: () => void;
  readonly actionHandlers = new Map<string, () => void>();

  constructor(
    tui: { requestRender(): void },
    theme: EditorTheme,
    private readonly keybindings?: Pick<KeybindingsManager, "matches">,
    options?: EditorOptions,
  ) {
    super(tui, theme, options);
  }

  onAction(action: string, handler: () => void): void {
    this.actionHandlers.set(action, handler);
  }

  override handleInput(data: string): void {
    const isAction = (action: string): boolean =>
      this.keybindings?.matches(data, action) ?? matchesKey(data, keyText(action));
    if (isAction("app.interrupt") && !this.isShowingAutocomplete()) {
      const handler = this.onEscape ?? this.actionHandlers.get("app.interrupt");
      if (handler) return handler();
    }
    if (isAction("app.exit") && this.getText() === "") {
      const handler = this.onCtrlD ?? this.actionHandlers.get("app.exit");
      if (handler) return handler();
    }
    const action = [...this.actionHandlers.keys()].find(
      (name) => !conditionalActions.includes(name) && isAction(name),
    );
    if (action !== undefined) this.actionHandlers.get(action)?.();
    else super.handleInput(data);
  }
}
