import type { DialogContext } from "@relay-harness/protocol";
import type { OverlayOptions } from "../tui/overlay.ts";
import type { OverlayHandle, TUI } from "../tui/tui.ts";

/** Something a terminal can draw. */
export interface Component {
  /** Lines, none wider than `width` columns. */
  render(width: number): string[];
  handleInput?(data: string): void;
  invalidate?(): void;
  dispose?(): void;
}

/** What `setEditorComponent` puts in the place of Relay's editor. */
export interface EditorComponent extends Component {
  handleInput(data: string): void;
  getText(): string;
  setText(text: string): void;
  onSubmit?: (text: string) => void;
  onChange?: (text: string) => void;
  insertTextAtCursor?(text: string): void;
}

/** How a piece of text looks; colours by what they are for, such as `accent`. */
export interface TextStyle {
  fg?: string;
  bg?: string;
  bold?: boolean;
  italic?: boolean;
  underline?: boolean;
  strikethrough?: boolean;
}

/** Colours and styles of text. */
export interface Theme {
  readonly name: string | undefined;
  readonly appearance: "dark" | "light";
  /** Hexadecimal, an index into the terminal's palette, or empty for the terminal's own. */
  readonly colors: Readonly<Record<string, string | number>>;
  fg(token: string, text: string): string;
  bg(token: string, text: string): string;
  bold(text: string): string;
  italic(text: string): string;
  underline(text: string): string;
  strikethrough(text: string): string;
  inverse(text: string): string;
  style(text: string, style: TextStyle): string;
  /** What switches a colour on, for text that is put together by hand; empty for a colour that changes nothing. */
  getFgAnsi(token: string): string;
  getBgAnsi(token: string): string;
  getColorMode(): "truecolor" | "256color";
  /** Paints the border of the editor as Relay does for a thinking level. */
  getThinkingBorderColor(level: string): (text: string) => string;
  /** The same for a command that starts with `!`. */
  getBashModeBorderColor(): (text: string) => string;
}

/** How the working indicator looks; no frames hide it. */
export interface WorkingIndicatorOptions {
  frames?: readonly string[];
  /** Milliseconds per frame. */
  intervalMs?: number;
}

/** The keys of the user's actions. */
export interface KeybindingsManager {
  matches(data: string, action: string): boolean;
  getKeys(action: string): string[];
}

export interface ExtensionDialogOptions {
  /** Ends the dialog with its default. */
  signal?: AbortSignal;
  /** Milliseconds; what is no positive number means none. */
  timeout?: number;
  /** For clients that show more than the texts. */
  context?: DialogContext;
}

export interface WidgetOptions {
  placement?: "aboveEditor" | "belowEditor";
}

/** Makes a component from the terminal's objects. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- what follows the theme depends on the place
export type ComponentFactory = (tui: TUI, theme: Theme, ...more: any[]) => Component;

export interface CustomUiOptions {
  overlay?: boolean;
  overlayOptions?: OverlayOptions | (() => OverlayOptions);
  onHandle?: (handle: OverlayHandle) => void;
  /** Reports that Relay waits for the user. */
  blocked?: { kind: "question" | "permission" | "auth"; message: string };
}

/**
 * Asks the user and shows things. Without a user dialogs give `undefined` and false, everything else is a
 * no-op; a client over RPC gets what its protocol has.
 */
export interface ExtensionUIContext {
  select(
    title: string,
    options: readonly string[],
    dialog?: ExtensionDialogOptions,
  ): Promise<string | undefined>;
  confirm(title: string, message: string, dialog?: ExtensionDialogOptions): Promise<boolean>;
  input(title: string, placeholder?: string, dialog?: ExtensionDialogOptions): Promise<string | undefined>;
  /** A signal ends it; it has no timeout. */
  editor(
    title: string,
    prefill?: string,
    dialog?: Pick<ExtensionDialogOptions, "signal">,
  ): Promise<string | undefined>;
  notify(message: string, type?: "info" | "warning" | "error"): void;
  /** No text takes the status away. */
  setStatus(key: string, text?: string): void;
  setTitle(title: string): void;
  /** `undefined` takes the widget away. */
  setWidget(
    key: string,
    content: readonly string[] | ComponentFactory | undefined,
    options?: WidgetOptions,
  ): void;
  custom<T>(
    factory: (
      tui: TUI,
      theme: Theme,
      keybindings: KeybindingsManager,
      done: (value: T) => void,
    ) => Component | Promise<Component>,
    options?: CustomUiOptions,
  ): Promise<T | undefined>;
  setEditorText(text: string): void;
  pasteToEditor(text: string): void;
  getEditorText(): string;
  setFooter(factory?: ComponentFactory): void;
  setHeader(factory?: ComponentFactory): void;
  setEditorComponent(factory?: ComponentFactory): void;
  getEditorComponent(): ComponentFactory | undefined;
  addAutocompleteProvider(factory: (next: unknown) => unknown): void;
  /** Returns the unsubscriber. */
  onTerminalInput(listener: (data: string) => unknown): () => void;
  setWorkingMessage(message?: string): void;
  setWorkingVisible(isVisible?: boolean): void;
  setWorkingIndicator(options?: unknown): void;
  setHiddenThinkingLabel(label?: string): void;
  getToolsExpanded(): boolean;
  setToolsExpanded(isExpanded: boolean): void;
  readonly theme: Theme;
  getAllThemes(): { name: string; path: string | undefined }[];
  getTheme(name: string): Theme | undefined;
  setTheme(theme: string | Theme): { success: boolean; error?: string };
}
