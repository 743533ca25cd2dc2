import { isJsonObject, thinkingLevels } from "@relay-harness/protocol";
import {
  booleanKind,
  clampedKind,
  eitherKind,
  enumKind,
  listKind,
  millisecondsKind,
  numberKind,
  recordKind,
  stringKind,
  uncheckedKind,
  type SettingKind,
} from "./settingKinds.ts";

/** From when a change counts: N next use, R `/reload` or a new session, S sessions started afterwards. */
export type SettingApplies = "N" | "R" | "S";

export interface Setting<T> {
  kind: SettingKind<T>;
  default: T;
  applies: SettingApplies;
  description: string;
  /** A project's value is ignored. */
  isUserOnly?: true;
  /** Project and user lists are joined, project first. */
  isCombined?: true;
  /** Kept by Relay itself; no part of the schema. */
  isInternal?: true;
}

/** A package source with its filters. */
export type PackageSource = string | { source: string; [more: string]: unknown };

type Options = Pick<Setting<unknown>, "isUserOnly" | "isCombined" | "isInternal">;

function setting<T>(
  kind: SettingKind<T>,
  standard: T,
  applies: SettingApplies,
  description: string,
  options: Options = {},
): Setting<T> {
  return { kind, default: standard, applies, description, ...options };
}

function optional<T>(
  kind: SettingKind<T>,
  applies: SettingApplies,
  description: string,
  options: Options = {},
): Setting<T | undefined> {
  return { kind, default: undefined, applies, description, ...options };
}

const packageKind: SettingKind<PackageSource> = {
  read: (value) => {
    if (typeof value === "string") return value;
    return isJsonObject(value) && typeof value.source === "string"
      ? { ...value, source: value.source }
      : undefined;
  },
  expected: () => "string or object with source",
  schema: {
    anyOf: [
      { type: "string" },
      { type: "object", required: ["source"], properties: { source: { type: "string" } } },
    ],
  },
};

const queueModeKind = enumKind(["all", "one-at-a-time"]);
const stringsKind = listKind(stringKind);
const capabilityKind = enumKind([true, false, "auto"]);
const tokensSchema = { type: "integer", minimum: 0 } as const;
const userOnly = { isUserOnly: true } as const;
const combined = { isCombined: true } as const;
const internal = { isUserOnly: true, isInternal: true } as const;

/** Every setting: seeds/settings.md for types, defaults and purposes, cli.md §18 for when a change counts. */
export const settingsTable = {
  // Model and thinking
  defaultProvider: optional(stringKind, "S", "Startup AI provider."),
  defaultModel: optional(stringKind, "S", "Startup model ID."),
  defaultThinkingLevel: setting(enumKind(thinkingLevels), "medium", "S", "Startup thinking level."),
  modelThinkingLevels: optional(
    recordKind(enumKind(thinkingLevels)),
    "N",
    "Startup thinking level per model, keyed by exact provider/modelId.",
  ),
  thinkingBudgets: optional(
    recordKind(numberKind(), ["minimal", "low", "medium", "high"]),
    "N",
    "Token budgets of the thinking levels minimal, low, medium and high.",
  ),
  enabledModels: optional(
    stringsKind,
    "S",
    "Model patterns for startup selection and model cycling, as for --models.",
  ),
  hideThinkingBlock: setting(booleanKind, false, "N", "Hide thinking blocks in the transcript."),
  showCacheMissNotices: setting(
    booleanKind,
    false,
    "N",
    "Show notices for significant cache misses, cache warming, compaction usage and provider recovery.",
  ),
  cacheWarming: setting(
    enumKind(["off", "streaming", "idle"]),
    "streaming",
    "N",
    "Keep eligible provider prompt caches warm during active runs, or with idle also between runs.",
    userOnly,
  ),
  offlineModel: setting(
    booleanKind,
    true,
    "S",
    "Offer the built-in offline guide when no model has credentials.",
  ),

  // Interaction
  steeringMode: setting(queueModeKind, "one-at-a-time", "N", "How queued steering messages are delivered."),
  followUpMode: setting(queueModeKind, "one-at-a-time", "N", "How queued follow-up messages are delivered."),
  externalEditor: optional(stringKind, "N", "Command of the external editor; default $VISUAL, then $EDITOR."),
  doubleEscapeAction: setting(
    enumKind(["tree", "fork", "none"]),
    "tree",
    "N",
    "Action for double Escape with an empty editor.",
  ),
  treeFilterMode: setting(
    enumKind(["default", "no-tools", "user-only", "labeled-only", "all"]),
    "default",
    "N",
    "Initial filter of the session tree.",
  ),
  defaultProjectTrust: setting(
    enumKind(["ask", "always", "never"]),
    "ask",
    "S",
    "Project trust when neither an option, an extension nor a saved decision says.",
    userOnly,
  ),

  // Tools
  defaultTools: setting(
    stringsKind,
    ["read", "bash", "edit", "write"],
    "R",
    "Tools enabled at startup: plain names replace the defaults, +name adds one, -name removes one.",
  ),
  "codemode.mode": setting(enumKind(["on", "only"]), "on", "R", "How the codemode tool presents tools."),
  "codemode.inlineBudget": setting(
    numberKind(),
    3000,
    "R",
    "Estimated tokens that the codemode description may spend on tool declarations; 0 lists only namespaces.",
  ),

  // Sessions and context
  sessionDir: optional(stringKind, "S", "Session storage directory; relative to the working directory."),
  "compaction.enabled": setting(booleanKind, true, "N", "Compact automatically."),
  "compaction.reserveTokens": setting(
    uncheckedKind(tokensSchema),
    16384 as unknown,
    "N",
    "Tokens reserved for the model response.",
  ),
  "compaction.keepRecentTokens": setting(
    uncheckedKind(tokensSchema),
    20000 as unknown,
    "N",
    "Recent tokens retained without summarization.",
  ),
  "compaction.modelOverrides": optional(
    uncheckedKind({ type: "object" }),
    "N",
    "Token settings per model, keyed by exact provider/modelId.",
  ),
  "branchSummary.reserveTokens": setting(
    numberKind(),
    16384,
    "N",
    "Tokens reserved when summarizing branch history.",
  ),
  "branchSummary.skipPrompt": setting(booleanKind, false, "N", "Leave a branch without offering a summary."),

  // Harness core
  "harnessCore.alignment": setting(
    booleanKind,
    true,
    "S",
    "Record developer constraints and restate them on every request; enables the two settings below.",
  ),
  "harnessCore.authorizationGate": setting(
    booleanKind,
    true,
    "S",
    "Require authorization for destructive and external commands.",
  ),
  "harnessCore.scopeGuard": setting(
    booleanKind,
    true,
    "S",
    "Block the first file edit in a turn where the developer only asked a question.",
  ),
  "harnessCore.evidence": setting(
    booleanKind,
    true,
    "S",
    "Send one verification request when the agent claims completion without a passing check.",
  ),
  "harnessCore.context": setting(
    booleanKind,
    true,
    "S",
    "Elide old large tool results from requests and restate a progress digest.",
  ),
  "harnessCore.contextKeepRecent": setting(numberKind(), 6, "S", "Tool results always sent verbatim."),
  "harnessCore.contextBatchSize": setting(
    numberKind({ min: 1 }),
    6,
    "S",
    "Aged-out large results elided together, to keep the prompt cache stable.",
  ),
  "harnessCore.skills": setting(booleanKind, true, "S", "Measure skill resource usage for /harness."),
  "harnessCore.verifyCommands": setting(
    stringsKind,
    [],
    "S",
    "The project's verification commands; when set, only they count as evidence.",
  ),
  "harnessCore.maxChangedLines": setting(
    numberKind(),
    500,
    "S",
    "Changed lines per request before the agent is asked to verify and report; 0 disables.",
  ),
  "harnessCore.maxFileLines": setting(
    numberKind(),
    1000,
    "S",
    "Lines per file before an edit that crosses it is flagged; 0 disables.",
  ),

  // Laya router
  "laya.baseUrl": setting(
    stringKind,
    "http://127.0.0.1:8000/v1",
    "N",
    "Laya server; when unset, LAYA_BASE_URL precedes the default.",
  ),
  "laya.autostart": setting(
    booleanKind,
    true,
    "N",
    "Offer to install Laya and start the local server when needed.",
  ),
  "laya.python": optional(
    stringKind,
    "N",
    "Python 3.10 to 3.13 for the Laya environment; default python3, python, py.",
  ),
  "laya.policy": setting(
    enumKind(["economy", "balanced", "quality", "critical"]),
    "balanced",
    "N",
    "Cost profile of routing.",
  ),
  "laya.models": optional(
    recordKind(stringsKind, ["fast", "balanced", "strong", "frontier"]),
    "N",
    "Models per tier as provider/model lists in preference order.",
  ),
  "laya.quota": setting(
    recordKind(fractionKind()),
    {},
    "N",
    "Share of each provider's quota still available, 0 to 1; default 1.",
  ),
  "laya.minConfidence": setting(
    numberKind({ max: 1, isFraction: true }),
    0.5,
    "N",
    "Laya answers below this confidence raise the tier by one.",
  ),
  "laya.escalateAfterFailures": setting(
    numberKind(),
    3,
    "N",
    "Failed tool calls in one turn before moving to the next tier; 0 disables.",
  ),
  "laya.toolRouting": setting(
    enumKind(["advise", "enforce"]),
    "advise",
    "N",
    "Name unneeded tools in the plan, or also deactivate them for the request.",
  ),
  "laya.telemetry": setting(booleanKind, true, "N", "Record each routed request in the agent directory."),
  "laya.memory": setting(booleanKind, true, "N", "Let routing learn from earlier decisions."),
  "laya.timeoutMs": setting(
    millisecondsKind(),
    5000,
    "N",
    "Classifier timeout before keyword rules answer instead.",
  ),

  // Terminal and display
  theme: setting(stringKind, "system", "N", "Theme name, or light/dark pair."),
  quietStartup: setting(
    enumKind([true, false, "header"]),
    false,
    "S",
    "Hide the startup header and resource listing.",
  ),
  tuiMode: setting(enumKind(["regular", "fullscreen"]), "fullscreen", "N", "Interactive terminal UI mode."),
  fullscreenExitOutput: setting(
    enumKind(["transcript", "resume-hint"]),
    "transcript",
    "N",
    "Output printed when fullscreen mode exits.",
  ),
  fullscreenScrollbar: setting(
    enumKind(["auto", "always", "hidden"]),
    "auto",
    "N",
    "Fullscreen transcript scrollbar behavior.",
  ),
  fullscreenCopyOnSelect: setting(
    booleanKind,
    true,
    "N",
    "Copy selected text automatically in fullscreen mode.",
  ),
  fullscreenWheelScrollLines: setting(
    eitherKind(enumKind(["auto"]), clampedKind(1, 100)),
    "auto",
    "N",
    "Lines per mouse-wheel event in fullscreen mode.",
  ),
  editorPaddingX: setting(clampedKind(0, 3), 0, "N", "Horizontal editor padding in cells."),
  outputPad: setting(enumKind([0, 1]), 1, "N", "Horizontal transcript padding."),
  autocompleteMaxVisible: setting(clampedKind(3, 20), 5, "N", "Visible autocomplete entries."),
  showHardwareCursor: setting(booleanKind, false, "N", "Show the terminal cursor while it is positioned."),
  "terminal.showImages": setting(booleanKind, true, "N", "Display inline images when supported."),
  "terminal.imageWidthCells": setting(
    numberKind({ min: 1 }),
    60,
    "N",
    "Preferred inline image width in cells.",
  ),
  "terminal.clearOnShrink": setting(
    booleanKind,
    false,
    "N",
    "Clear empty rows when rendered content shrinks.",
  ),
  "terminal.showTerminalProgress": setting(
    booleanKind,
    false,
    "N",
    "Show OSC 9;4 progress in the terminal tab.",
  ),
  "terminal.hyperlinks": setting(capabilityKind, "auto", "N", "Override OSC 8 hyperlink detection."),
  "terminal.images": setting(
    enumKind(["kitty", "iterm2", "auto", false]),
    "auto",
    "N",
    "Override inline-image protocol detection.",
  ),
  "terminal.trueColor": setting(capabilityKind, "auto", "N", "Override true-color detection."),
  "images.autoResize": setting(
    booleanKind,
    true,
    "N",
    "Resize images to at most 2000 by 2000 pixels before sending.",
  ),
  "images.blockImages": setting(booleanKind, false, "N", "Prevent images from being sent to models."),
  "markdown.codeBlockIndent": setting(stringKind, "  ", "N", "Prefix that indents rendered code blocks."),
  "markdown.mermaid": setting(
    enumKind(["off", "final", "streaming"]),
    "streaming",
    "N",
    "Mermaid rendering mode.",
  ),

  // Network and retries
  transport: setting(
    enumKind(["auto", "sse", "websocket", "websocket-cached"]),
    "auto",
    "N",
    "Preferred transport for providers that support several.",
  ),
  httpProxy: optional(stringKind, "N", "Proxy URL of Relay-managed HTTP clients.", userOnly),
  httpIdleTimeoutMs: setting(
    millisecondsKind({ isSwitch: true }),
    300000,
    "N",
    "HTTP header and body idle timeout; 0 disables.",
  ),
  websocketConnectTimeoutMs: setting(
    millisecondsKind({ isSwitch: true }),
    15000,
    "N",
    "WebSocket connection timeout; 0 disables.",
  ),
  "retry.enabled": setting(booleanKind, true, "N", "Retry automatically after transient failures."),
  "retry.maxRetries": setting(numberKind(), 3, "N", "Maximum agent-level retry attempts."),
  "retry.baseDelayMs": setting(millisecondsKind(), 2000, "N", "Initial exponential-backoff delay."),
  "retry.maxAgentDelayMs": setting(millisecondsKind(), 60000, "N", "Maximum agent-level retry delay."),
  "retry.provider.timeoutMs": optional(
    millisecondsKind(),
    "N",
    "Provider request timeout; default httpIdleTimeoutMs.",
  ),
  "retry.provider.maxRetries": setting(numberKind(), 0, "N", "Provider-level retry attempts."),
  "retry.provider.maxRetryDelayMs": setting(
    millisecondsKind(),
    60000,
    "N",
    "Maximum server-requested delay; 0 disables the limit.",
  ),

  // Shell
  shellPath: optional(stringKind, "N", "Custom shell executable."),
  shellCommandPrefix: optional(stringKind, "N", "Prefix of every shell command."),
  npmCommand: setting(stringsKind, ["npm"], "N", "Command and arguments for npm lookups and installation."),

  // Resources
  packages: setting(listKind(packageKind), [], "R", "npm, git or local Relay package sources.", combined),
  extensions: setting(stringsKind, [], "R", "Extension files or directories.", combined),
  skills: setting(stringsKind, [], "R", "Skill files or directories.", combined),
  prompts: setting(stringsKind, [], "R", "Prompt-template files or directories.", combined),
  themes: setting(stringsKind, [], "R", "Theme files or directories.", combined),
  enableSkillCommands: setting(booleanKind, true, "N", "Offer skills as /skill:name commands."),

  // Updates, telemetry, and warnings
  collapseChangelog: setting(booleanKind, false, "S", "Show a condensed changelog after an update."),
  enableInstallTelemetry: setting(booleanKind, true, "N", "Send selected provider attribution headers."),
  enableAnalytics: setting(booleanKind, false, "N", "Opt in to analytics data sharing."),
  "warnings.anthropicExtraUsage": setting(
    booleanKind,
    true,
    "N",
    "Warn when Anthropic subscription authentication may use paid extra usage.",
  ),

  deviceId: optional(stringKind, "S", "Random id of this installation.", internal),
  trackingId: optional(stringKind, "S", "Random id for analytics.", internal),
  lastChangelogVersion: optional(stringKind, "S", "Version whose changelog was shown last.", internal),
} as const satisfies Record<string, Setting<unknown>>;

/** A share from 0 to 1; values outside are moved to the nearer end. */
function fractionKind(): SettingKind<number> {
  return {
    read: (value) =>
      typeof value === "number" && Number.isFinite(value) ? Math.min(1, Math.max(0, value)) : undefined,
    expected: () => "number",
    schema: { type: "number", minimum: 0, maximum: 1 },
  };
}

export type SettingKey = keyof typeof settingsTable;

/** Type of a setting's value. */
export type SettingValue<K extends SettingKey> =
  (typeof settingsTable)[K] extends Setting<infer T> ? T : never;

export const settingKeys = Object.keys(settingsTable) as readonly SettingKey[];

export function isSettingKey(key: string): key is SettingKey {
  return Object.hasOwn(settingsTable, key);
}

/** The definition of a setting, whatever its type. */
export function settingOf(key: SettingKey): Setting<unknown> {
  return settingsTable[key];
}
