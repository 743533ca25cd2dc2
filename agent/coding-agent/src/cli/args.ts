import { thinkingLevels, type ThinkingLevel } from "@relay-harness/protocol";
import { isSessionId, sessionIdError } from "../sessions/ids.ts";
import { normalizeSessionName } from "../sessions/names.ts";
import { cliOptions } from "./options.ts";
import { tokenize, type ExtensionFlag, type Tokens } from "./tokens.ts";

export type { ExtensionFlag } from "./tokens.ts";

export const outputModes = ["text", "json", "rpc"] as const;
export type OutputMode = (typeof outputModes)[number];

/** The command line by meaning. Absent values were not given. */
export interface CliArgs {
  print: boolean;
  mode?: OutputMode;
  /** Session file to write as HTML; the first message names where to. */
  export?: string;
  provider?: string;
  model?: string;
  apiKey?: string;
  thinking?: ThinkingLevel;
  models?: string[];
  /** Search text, maybe empty. */
  listModels?: string;
  continueSession: boolean;
  resume: boolean;
  /** Never empty. */
  session?: string;
  sessionId?: string;
  fork?: string;
  sessionDir?: string;
  noSession: boolean;
  /** Normalised, never empty. */
  name?: string;
  tools?: string[];
  excludeTools?: string[];
  noBuiltinTools: boolean;
  noTools: boolean;
  /** As they were given. */
  extensions: string[];
  noExtensions: boolean;
  noMcp: boolean;
  /** Paths as they were given, in order. */
  skills: string[];
  promptTemplates: string[];
  noSkills: boolean;
  noPromptTemplates: boolean;
  noThemes: boolean;
  noContextFiles: boolean;
  systemPrompt?: string;
  appendSystemPrompt: string[];
  verbose: boolean;
  /** Trust of the project for this run. */
  approve?: boolean;
  offline: boolean;
  help: boolean;
  version: boolean;
  /** Values of flags that extensions registered. */
  extensionFlags: Record<string, boolean | string>;
  /** Long options that nobody knows yet. */
  unknownOptions: string[];
  /** Certain only when `unknownOptions` is empty. */
  messages: string[];
  /** File arguments without their `@`; certain only when `unknownOptions` is empty. */
  files: string[];
  /** Without the `Error: ` in front; any of them ends the program with exit code 1. */
  errors: string[];
  /** Without the `Warning: ` in front. */
  warnings: string[];
}

/**
 * Reads the command line (cli.md §1.1-1.3). Pass 1, before extensions load: without `flags`, unknown
 * long options are tolerated. Pass 2: with the flags that were registered, they are errors.
 */
export function parseArgs(argv: readonly string[], flags?: readonly ExtensionFlag[]): CliArgs {
  const tokens = tokenize(argv, flags ?? []);
  const errors = [...tokens.errors];
  const args = readOptions(tokens, errors);
  if (flags !== undefined) errors.push(...tokens.unknownOptions.map((name) => `Unknown option: ${name}`));
  errors.push(...unavailable(tokens), ...conflicts(args), ...requirements(args));
  const isFinal = flags !== undefined || tokens.unknownOptions.length === 0;
  if (isFinal && args.mode === "rpc") errors.push(...rpcErrors(args));
  return { ...args, errors, warnings: sessionWarnings(args) };
}

function readOptions(tokens: Tokens, errors: string[]): CliArgs {
  const has = (name: string): boolean => tokens.options.has(name);
  const last = (name: string): string | undefined => tokens.options.get(name)?.at(-1);
  const list = (name: string): string[] | undefined => last(name)?.split(",").map(trim).filter(Boolean);
  const mode = last("--mode");
  const thinking = last("--thinking");
  const name = last("--name");
  const sessionId = last("--session-id");
  const tools = list("--tools");
  if (mode !== undefined && !isOneOf(outputModes, mode)) {
    errors.push(`Invalid mode "${mode}". Use text, json, or rpc.`);
  }
  if (thinking !== undefined && !isOneOf(thinkingLevels, thinking)) {
    errors.push(`Invalid thinking level "${thinking}". Use ${thinkingLevels.join(", ")}.`);
  }
  if (name !== undefined && normalizeSessionName(name) === "")
    errors.push("--name requires a non-empty value");
  if (sessionId !== undefined && !isSessionId(sessionId)) errors.push(sessionIdError);
  if (tools?.some((tool) => /^[+-]/.test(tool))) errors.push("--tools does not accept +name or -name");
  const approval = tokens.order
    .filter((option) => option === "--approve" || option === "--no-approve")
    .at(-1);
  return {
    print: has("--print"),
    mode: mode !== undefined && isOneOf(outputModes, mode) ? mode : undefined,
    export: last("--export"),
    provider: last("--provider"),
    model: last("--model"),
    apiKey: last("--api-key"),
    thinking: thinking !== undefined && isOneOf(thinkingLevels, thinking) ? thinking : undefined,
    models: list("--models"),
    listModels: last("--list-models"),
    continueSession: has("--continue"),
    resume: has("--resume"),
    session: last("--session") || undefined,
    sessionId,
    fork: last("--fork"),
    sessionDir: last("--session-dir"),
    noSession: has("--no-session"),
    name: name === undefined ? undefined : normalizeSessionName(name),
    tools,
    excludeTools: list("--exclude-tools"),
    noBuiltinTools: has("--no-builtin-tools"),
    noTools: has("--no-tools"),
    extensions: tokens.options.get("--extension") ?? [],
    noExtensions: has("--no-extensions"),
    noMcp: has("--no-mcp"),
    skills: tokens.options.get("--skill") ?? [],
    promptTemplates: tokens.options.get("--prompt-template") ?? [],
    noSkills: has("--no-skills"),
    noPromptTemplates: has("--no-prompt-templates"),
    noThemes: has("--no-themes"),
    noContextFiles: has("--no-context-files"),
    systemPrompt: last("--system-prompt"),
    appendSystemPrompt: tokens.options.get("--append-system-prompt") ?? [],
    verbose: has("--verbose"),
    approve: approval === undefined ? undefined : approval === "--approve",
    offline: has("--offline"),
    help: has("--help"),
    version: has("--version"),
    extensionFlags: tokens.extensionFlags,
    unknownOptions: tokens.unknownOptions,
    messages: tokens.messages,
    files: tokens.files,
    errors: [],
    warnings: [],
  };
}

function unavailable(tokens: Tokens): string[] {
  return cliOptions
    .filter((option) => option.isUnavailable && tokens.options.has(option.name))
    .map((option) => `${option.name}: Not available in this build.`);
}

function conflicts(args: CliArgs): string[] {
  const { session, continueSession, resume, noSession } = args;
  const choices: [string, boolean][] = [
    ["--session", session !== undefined],
    ["--continue", continueSession],
    ["--resume", resume],
    ["--no-session", noSession],
  ];
  const given = choices.filter(([, isGiven]) => isGiven).map(([name]) => name);
  const errors: string[] = [];
  if (args.fork !== undefined && given[0] !== undefined) {
    errors.push(`--fork cannot be combined with ${given[0]}`);
  }
  const rival = given.find((name) => name !== "--no-session");
  if (args.sessionId !== undefined && rival !== undefined) {
    errors.push(`--session-id cannot be combined with ${rival}`);
  }
  return errors;
}

function requirements({ provider, apiKey, model, models }: CliArgs): string[] {
  const errors: string[] = [];
  if (provider !== undefined && model === undefined) errors.push("--provider requires --model");
  if (apiKey !== undefined && model === undefined && models === undefined) {
    errors.push("--api-key requires --model or --models");
  }
  return errors;
}

function rpcErrors({ files, messages }: CliArgs): string[] {
  const errors: string[] = [];
  if (files.length > 0) errors.push("@file arguments are not supported in RPC mode");
  if (messages.length > 0) errors.push("prompt arguments are not supported in RPC mode");
  return errors;
}

function sessionWarnings({ noSession, session, continueSession, resume }: CliArgs): string[] {
  if (!noSession) return [];
  const ignored = [
    ...(session !== undefined ? ["--session"] : []),
    ...(continueSession ? ["--continue"] : []),
    ...(resume ? ["--resume"] : []),
  ];
  return ignored.map((name) => `${name} is ignored because of --no-session`);
}

function trim(text: string): string {
  return text.trim();
}

function isOneOf<T extends string>(values: readonly T[], value: string): value is T {
  return values.some((candidate) => candidate === value);
}
