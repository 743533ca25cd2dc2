import { parseArgs } from "node:util";

const commands = ["check", "print-api-key", "print-bearer-token"] as const;

export type AuthCommand = (typeof commands)[number];

export const authUsage =
  "Usage: relay auth <login|logout> <provider>\n" +
  "       relay auth <check|print-api-key|print-bearer-token> (--provider <name> | --model <pattern>)\n" +
  "         check: [--json] [--credentials] [--no-refresh]\n" +
  "         print-bearer-token: [--min-expiry <n>(ms|s|m|h)]";

/** The words behind `relay auth`; `provider`, `model` or both are given. */
export interface AuthArgs {
  command: AuthCommand;
  provider?: string;
  model?: string;
  json: boolean;
  credentials: boolean;
  refresh: boolean;
  minimumValidityMs?: number;
}

/** `relay auth login` or `logout`. */
export interface KeyArgs {
  command: "login" | "logout";
  provider: string;
}

export type ParsedAuthArgs = AuthArgs | KeyArgs | { help: true } | { errors: string[]; exitCode: 1 | 2 };

/** Options that only one command has. */
const ownOptions: Record<string, AuthCommand> = {
  json: "check",
  credentials: "check",
  "no-refresh": "check",
  "min-expiry": "print-bearer-token",
};

const options = {
  help: { type: "boolean", short: "h" },
  provider: { type: "string" },
  model: { type: "string" },
  json: { type: "boolean" },
  credentials: { type: "boolean" },
  "no-refresh": { type: "boolean" },
  "min-expiry": { type: "string" },
} as const;

/** Reads the words behind `relay auth` (cli.md §2.1). */
export function parseAuthArgs(argv: readonly string[]): ParsedAuthArgs {
  const [word, ...rest] = argv;
  if (word === "-h" || word === "--help") return { help: true };
  if (word === "login" || word === "logout") return parseKeyArgs(word, rest);
  const command = commands.find((name) => name === word);
  if (!command)
    return failure([word === undefined ? "relay auth requires a command" : `Unknown command: ${word}`]);
  // Each command's own words: what belongs to another one is an error here.
  const { values, positionals, tokens } = parseArgs({
    args: rest,
    options,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  if (values.help === true) return { help: true };
  const errors = tokens.flatMap((token) => (token.kind === "option" ? optionErrors(token, command) : []));
  for (const extra of positionals) errors.push(`Unexpected argument: ${extra}`);
  const minimumValidityMs =
    typeof values["min-expiry"] === "string" ? durationMs(values["min-expiry"]) : undefined;
  if (typeof values["min-expiry"] === "string" && minimumValidityMs === undefined) {
    errors.push(`Invalid duration "${values["min-expiry"]}". Use a number with ms, s, m or h.`);
  }
  if (errors.length > 0) return failure(errors);
  const provider = text(values.provider);
  const model = text(values.model);
  if (provider === undefined && model === undefined) {
    return failure([`relay auth ${command} requires --provider or --model`], command === "check" ? 2 : 1);
  }
  return {
    command,
    provider,
    model,
    json: values.json === true,
    credentials: values.credentials === true,
    refresh: values["no-refresh"] !== true,
    minimumValidityMs,
  };
}

/** `--api-key` and `--no-browser` choose between methods; keys are the only one there is. */
const methodOptions = ["--api-key", "--no-browser"];

function parseKeyArgs(command: KeyArgs["command"], rest: readonly string[]): ParsedAuthArgs {
  if (rest.includes("-h") || rest.includes("--help")) return { help: true };
  const isMethod = (word: string): boolean => command === "login" && methodOptions.includes(word);
  const words = rest.filter((word) => !isMethod(word));
  const option = words.find((word) => word.startsWith("-"));
  if (option !== undefined) return failure([`Unknown option: ${option}`]);
  const [provider, extra] = words;
  if (provider === undefined) return failure([`relay auth ${command} requires a provider`]);
  if (extra !== undefined) return failure([`Unexpected argument: ${extra}`]);
  return { command, provider };
}

function optionErrors(
  { name, rawName, value }: { name: string; rawName: string; value?: string },
  command: AuthCommand,
): string[] {
  const option = Object.entries(options).find(([known]) => known === name)?.[1];
  if (!option) return [`Unknown option: ${rawName}`];
  const owner = ownOptions[name];
  if (owner !== undefined && owner !== command)
    return [`${rawName} cannot be used with relay auth ${command}`];
  if (option.type === "string" && (value === undefined || value === ""))
    return [`${rawName} requires a value`];
  if (option.type === "boolean" && value !== undefined) return [`${rawName} takes no value`];
  return [];
}

const unitMs: Record<string, number> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

function durationMs(given: string): number | undefined {
  const [, count, unit] = /^(\d+)(ms|s|m|h)$/.exec(given) ?? [];
  return count === undefined || unit === undefined ? undefined : Number(count) * (unitMs[unit] ?? 1);
}

function text(value: string | boolean | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function failure(errors: string[], exitCode: 1 | 2 = 1): ParsedAuthArgs {
  return { errors, exitCode };
}
