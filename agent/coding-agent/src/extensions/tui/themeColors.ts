import type { ThemeColorValue } from "./theme.ts";

type Colors = Readonly<Record<string, ThemeColorValue>>;

/** Relay's colours on a dark background. */
export const darkColors: Colors = {
  accent: "#7fb4ff",
  ...{ border: "#5a6b8c", borderAccent: "#7fb4ff", borderMuted: "#434a57" },
  ...{ success: "#8fca7d", error: "#f0817a", warning: "#e6c06a" },
  ...{ muted: "#8f98a8", dim: "#6b7382", text: "", thinkingText: "#8f98a8" },
  ...{ selectedBg: "#2f3745", userMessageBg: "#2b313d", userMessageText: "" },
  ...{ customMessageBg: "#2a2c40", customMessageText: "", customMessageLabel: "#b79cf0" },
  ...{ toolPendingBg: "#282c34", toolSuccessBg: "#26322a", toolErrorBg: "#3a292b" },
  ...{ toolTitle: "", toolOutput: "#a7afbd" },
  ...{ mdHeading: "#e6c06a", mdLink: "#7fb4ff", mdLinkUrl: "#6b7382", mdCode: "#7fd0c4" },
  ...{ mdCodeBlock: "#a5d08f", mdCodeBlockBorder: "#6b7382", mdQuote: "#a7afbd", mdQuoteBorder: "#6b7382" },
  ...{ mdHr: "#6b7382", mdListBullet: "#7fb4ff" },
  ...{ toolDiffAdded: "#8fca7d", toolDiffRemoved: "#f0817a", toolDiffContext: "#8f98a8" },
  ...{ syntaxComment: "#7c8698", syntaxKeyword: "#b79cf0", syntaxFunction: "#7fb4ff", syntaxVariable: "" },
  ...{ syntaxString: "#a5d08f", syntaxNumber: "#e0a878", syntaxType: "#e6c06a", syntaxOperator: "#a7afbd" },
  ...{ syntaxPunctuation: "#a7afbd" },
  ...{
    thinkingOff: "#6b7382",
    thinkingMinimal: "#7d8799",
    thinkingLow: "#6f9fd8",
    thinkingMedium: "#7fb4ff",
  },
  ...{ thinkingHigh: "#b79cf0", thinkingXhigh: "#d68fe0", thinkingMax: "#f08fb4", bashMode: "#8fca7d" },
  ...{ scrollbarTrack: "#434a57", scrollbarThumb: "#8f98a8", searchMatchBg: "#55491f", searchMatchText: "" },
};

/** Relay's colours on a light background. */
export const lightColors: Colors = {
  accent: "#1f5fbf",
  ...{ border: "#8796b3", borderAccent: "#1f5fbf", borderMuted: "#c3c9d4" },
  ...{ success: "#2f7d32", error: "#b3261e", warning: "#8a6100" },
  ...{ muted: "#5f6878", dim: "#7d8696", text: "", thinkingText: "#5f6878" },
  ...{ selectedBg: "#dfe7f5", userMessageBg: "#eaeef6", userMessageText: "" },
  ...{ customMessageBg: "#efeaf8", customMessageText: "", customMessageLabel: "#6b3fb5" },
  ...{ toolPendingBg: "#f0f1f4", toolSuccessBg: "#e7f3e8", toolErrorBg: "#fae8e7" },
  ...{ toolTitle: "", toolOutput: "#4d5563" },
  ...{ mdHeading: "#8a6100", mdLink: "#1f5fbf", mdLinkUrl: "#7d8696", mdCode: "#0f766a" },
  ...{ mdCodeBlock: "#2f6b1f", mdCodeBlockBorder: "#7d8696", mdQuote: "#4d5563", mdQuoteBorder: "#7d8696" },
  ...{ mdHr: "#7d8696", mdListBullet: "#1f5fbf" },
  ...{ toolDiffAdded: "#2f7d32", toolDiffRemoved: "#b3261e", toolDiffContext: "#5f6878" },
  ...{ syntaxComment: "#6b7382", syntaxKeyword: "#6b3fb5", syntaxFunction: "#1f5fbf", syntaxVariable: "" },
  ...{ syntaxString: "#2f6b1f", syntaxNumber: "#9a4f0f", syntaxType: "#8a6100", syntaxOperator: "#4d5563" },
  ...{ syntaxPunctuation: "#4d5563" },
  ...{
    thinkingOff: "#9aa2b0",
    thinkingMinimal: "#7d8696",
    thinkingLow: "#4a7fc0",
    thinkingMedium: "#1f5fbf",
  },
  ...{ thinkingHigh: "#6b3fb5", thinkingXhigh: "#94319f", thinkingMax: "#b0245c", bashMode: "#2f7d32" },
  ...{ scrollbarTrack: "#c3c9d4", scrollbarThumb: "#5f6878", searchMatchBg: "#fff1b8", searchMatchText: "" },
};
