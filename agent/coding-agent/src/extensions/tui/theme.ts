import type { TextStyle, Theme as ThemeShape } from "../types/ui.ts";
import type { SelectListTheme } from "./components.ts";
import { highlightCode } from "./highlight.ts";
import type { MarkdownTheme } from "./markdown.ts";
import type { SettingsListTheme } from "./settingsList.ts";
import { darkColors, lightColors } from "./themeColors.ts";

/** A number is an index into the terminal's palette; `""` the terminal's own colour. */
export type ThemeColorValue = string | number;

export interface ThemeOptions {
  name?: string;
  /** Default `dark`. */
  appearance?: "dark" | "light";
  /** Those that are absent are those of Relay's theme of the same appearance. */
  colors?: Readonly<Record<string, ThemeColorValue>>;
}

/** Colours by what they are for, such as `accent`, as a terminal shows them. Unknown names change nothing. */
export class Theme implements ThemeShape {
  readonly name: string | undefined;
  readonly appearance: "dark" | "light";
  readonly colors: Readonly<Record<string, ThemeColorValue>>;

  constructor({ name, appearance = "dark", colors = {} }: ThemeOptions = {}) {
    this.name = name;
    this.appearance = appearance;
    this.colors = { ...(appearance === "dark" ? darkColors : lightColors), ...colors };
  }

  fg(token: string, text: string): string {
    return paint(this.colors[token], text, { code: 38, end: 39 });
  }

  bg(token: string, text: string): string {
    return paint(this.colors[token], text, { code: 48, end: 49 });
  }

  bold(text: string): string {
    return sgr(1, 22, text);
  }

  italic(text: string): string {
    return sgr(3, 23, text);
  }

  underline(text: string): string {
    return sgr(4, 24, text);
  }

  strikethrough(text: string): string {
    return sgr(9, 29, text);
  }

  inverse(text: string): string {
    return sgr(7, 27, text);
  }

  style(text: string, { fg, bg, bold, italic, underline, strikethrough }: TextStyle): string {
    let styled = text;
    if (bold) styled = this.bold(styled);
    if (italic) styled = this.italic(styled);
    if (underline) styled = this.underline(styled);
    if (strikethrough) styled = this.strikethrough(styled);
    if (fg !== undefined) styled = this.fg(fg, styled);
    return bg === undefined ? styled : this.bg(bg, styled);
  }

  getFgAnsi(token: string): string {
    return colorOn(this.colors[token], 38);
  }

  getBgAnsi(token: string): string {
    return colorOn(this.colors[token], 48);
  }

  getColorMode(): "truecolor" | "256color" {
    return "truecolor";
  }

  getThinkingBorderColor(level: string): (text: string) => string {
    const token = `thinking${level.slice(0, 1).toUpperCase()}${level.slice(1)}`;
    return (text) => this.fg(token in this.colors ? token : "border", text);
  }

  getBashModeBorderColor(): (text: string) => string {
    return (text) => this.fg("bashMode", text);
  }
}

function sgr(on: number, off: number, text: string): string {
  return `\u001b[${on}m${text}\u001b[${off}m`;
}

function paint(
  color: ThemeColorValue | undefined,
  text: string,
  { code, end }: { code: number; end: number },
): string {
  const on = colorOn(color, code);
  return on === "" ? text : `${on}${text}\u001b[${end}m`;
}

/** Empty for what is no colour. */
function colorOn(color: ThemeColorValue | undefined, code: number): string {
  if (color === undefined || color === "") return "";
  if (typeof color === "number") return `\u001b[${code};5;${color}m`;
  const [, red = "", green = "", blue = ""] = /^#(..)(..)(..)$/.exec(color) ?? [];
  if (red === "") return "";
  const parts = [red, green, blue].map((part) => Number.parseInt(part, 16)).join(";");
  return `\u001b[${code};2;${parts}m`;
}

let current = new Theme({ name: "dark" });

/** Sets the theme that `getMarkdownTheme` and its siblings draw with: `dark` (default), `light` or one's own. */
export function initTheme(theme: "dark" | "light" | Theme = "dark"): Theme {
  current = typeof theme === "string" ? new Theme({ name: theme, appearance: theme }) : theme;
  return current;
}

export function currentTheme(): Theme {
  return current;
}

export function getMarkdownTheme(): MarkdownTheme {
  const color =
    (token: string) =>
    (text: string): string =>
      current.fg(token, text);
  return {
    heading: color("mdHeading"),
    link: color("mdLink"),
    linkUrl: color("mdLinkUrl"),
    code: color("mdCode"),
    codeBlock: color("mdCodeBlock"),
    codeBlockBorder: color("mdCodeBlockBorder"),
    quote: color("mdQuote"),
    quoteBorder: color("mdQuoteBorder"),
    hr: color("mdHr"),
    listBullet: color("mdListBullet"),
    bold: (text) => current.bold(text),
    italic: (text) => current.italic(text),
    underline: (text) => current.underline(text),
    strikethrough: (text) => current.strikethrough(text),
    highlightCode: (code, language) => highlightCode(code, language),
  };
}

export function getSelectListTheme(): SelectListTheme {
  return {
    selectedPrefix: (text) => current.fg("accent", text),
    selectedText: (text) => current.fg("accent", text),
    description: (text) => current.fg("muted", text),
    scrollInfo: (text) => current.fg("muted", text),
    noMatch: (text) => current.fg("muted", text),
  };
}

export function getSettingsListTheme(): SettingsListTheme {
  return {
    label: (text, isSelected) => (isSelected ? current.fg("accent", text) : text),
    value: (text, isSelected) => current.fg(isSelected ? "accent" : "muted", text),
    description: (text) => current.fg("dim", text),
    cursor: current.fg("accent", "> "),
    hint: (text) => current.fg("dim", text),
  };
}
