import type { ExtensionUIContext, Theme } from "./types/ui.ts";

const plain = (_token: string, text: string): string => text;
const same = (text: string): string => text;

/** Text without styles, for modes that draw nothing. */
const plainTheme: Theme = {
  name: undefined,
  colors: {},
  inverse: same,
  style: same,
  appearance: "dark",
  fg: plain,
  bg: plain,
  bold: same,
  italic: same,
  underline: same,
  strikethrough: same,
  getFgAnsi: () => "",
  getBgAnsi: () => "",
  getColorMode: () => "truecolor",
  getThinkingBorderColor: () => same,
  getBashModeBorderColor: () => same,
};

const nothing = (): undefined => undefined;

/** Where nobody can be asked: dialogs give their defaults, the rest does nothing (extension-api.md §17). */
export const noUi: ExtensionUIContext = {
  select: () => Promise.resolve(undefined),
  confirm: () => Promise.resolve(false),
  input: () => Promise.resolve(undefined),
  editor: () => Promise.resolve(undefined),
  custom: () => Promise.resolve(undefined),
  notify: nothing,
  setStatus: nothing,
  setTitle: nothing,
  setWidget: nothing,
  setEditorText: nothing,
  pasteToEditor: nothing,
  getEditorText: () => "",
  setFooter: nothing,
  setHeader: nothing,
  setEditorComponent: nothing,
  getEditorComponent: nothing,
  addAutocompleteProvider: nothing,
  onTerminalInput: () => nothing,
  setWorkingMessage: nothing,
  setWorkingVisible: nothing,
  setWorkingIndicator: nothing,
  setHiddenThinkingLabel: nothing,
  getToolsExpanded: () => false,
  setToolsExpanded: nothing,
  theme: plainTheme,
  getAllThemes: () => [],
  getTheme: nothing,
  setTheme: () => ({ success: false, error: "UI not available" }),
};
