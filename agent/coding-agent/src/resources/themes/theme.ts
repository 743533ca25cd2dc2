import type { SourceInfo } from "@relay-harness/protocol";

/** Colours that every theme has (cli.md §12). */
export const requiredColors = [
  ...["accent", "border", "borderAccent", "borderMuted", "success", "error", "warning", "muted", "dim"],
  ...["text", "thinkingText", "selectedBg", "userMessageBg", "userMessageText", "customMessageBg"],
  ...["customMessageText", "customMessageLabel", "toolPendingBg", "toolSuccessBg", "toolErrorBg"],
  ...["toolTitle", "toolOutput", "mdHeading", "mdLink", "mdLinkUrl", "mdCode", "mdCodeBlock"],
  ...["mdCodeBlockBorder", "mdQuote", "mdQuoteBorder", "mdHr", "mdListBullet", "toolDiffAdded"],
  ...["toolDiffRemoved", "toolDiffContext", "syntaxComment", "syntaxKeyword", "syntaxFunction"],
  ...["syntaxVariable", "syntaxString", "syntaxNumber", "syntaxType", "syntaxOperator"],
  ...["syntaxPunctuation", "thinkingOff", "thinkingMinimal", "thinkingLow", "thinkingMedium"],
  ...["thinkingHigh", "thinkingXhigh", "bashMode"],
] as const;

/** Colours that a theme may leave out, and which one they are then. */
export const fallbackColors: Readonly<Record<string, string>> = {
  scrollbarTrack: "muted",
  scrollbarThumb: "text",
  searchMatchBg: "selectedBg",
  searchMatchText: "text",
  thinkingMax: "thinkingXhigh",
};

/** Colours of exported pages. */
export const exportColors = ["pageBg", "cardBg", "infoBg"] as const;

/** A number is an index into the terminal's palette; `""` the terminal's own colour. */
export type ThemeColor = string | number;

/** A theme of a file, checked, with every variable replaced by what it stands for. */
export interface ThemeResource {
  name: string;
  appearance?: "dark" | "light";
  /** Every colour, those with a fallback included. */
  colors: Readonly<Record<string, ThemeColor>>;
  /** Those that the theme sets itself; hexadecimal. */
  export: Readonly<Record<string, string>>;
  filePath: string;
  sourceInfo: SourceInfo;
}
