// What extensions import as @relay-harness/tui: what draws lines without a terminal.
export {
  Box,
  Container,
  CURSOR_MARKER,
  fuzzyFilter,
  fuzzyMatch,
  renderFakeCursor,
  SelectList,
  Spacer,
  Text,
} from "./components.ts";
export { decodeKittyPrintable, isKeyRelease, Key, matchesKey, parseKey } from "./keys.ts";
export type { KeyId } from "./keys.ts";
// Extensions know it by both names.
export { getKeybindings, getKeybindings as getEditorKeybindings } from "./hostKeybindings.ts";
export { truncateToWidth, visibleWidth, wrapTextWithAnsi } from "./width.ts";
export { Editor } from "./editor.ts";
export type {
  AutocompleteItem,
  AutocompleteProvider,
  AutocompleteSuggestions,
  EditorOptions,
  EditorTheme,
} from "./editor.ts";
export type { Focusable } from "./focusable.ts";
export { isFocusable } from "./focusable.ts";
export { Image, imageProtocol } from "./image.ts";
export type { ImageDimensions, ImageOptions, ImageTheme } from "./image.ts";
export { Input } from "./input.ts";
export { CombinedAutocompleteProvider } from "./combinedAutocomplete.ts";
export type { SlashCommand } from "./combinedAutocomplete.ts";
export { CancellableLoader, Loader } from "./loader.ts";
export { TruncatedText } from "./truncatedText.ts";
export { Markdown } from "./markdown.ts";
export type { DefaultTextStyle, MarkdownTheme } from "./markdown.ts";
export type { OverlayAnchor, OverlayOptions } from "./overlay.ts";
export { SettingsList } from "./settingsList.ts";
export type { SettingItem, SettingsListTheme } from "./settingsList.ts";
export { ProcessTerminal } from "./terminal.ts";
export type { Terminal } from "./terminal.ts";
export { TUI, TuiMainScreen } from "./tui.ts";
export type { InputListener, OverlayHandle } from "./tui.ts";
export type { Component, EditorComponent, KeybindingsManager } from "../types/ui.ts";
export type { SelectItem, SelectListTheme } from "./components.ts";
