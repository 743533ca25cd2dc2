import { parseArgs } from "node:util";

export const harnessUsage =
  "Usage: relay harness classify\n" + '       relay harness explain "<command>" [--said "<message>"]';

/** What `relay harness --help` says beyond the usage. */
export const harnessHelp = `${harnessUsage}

  classify   reads JSON lines {"id","kind","lang","input"} on stdin and writes {"id","kind","result"}.
             kind: constraint, authorization, question, correction, claim, masked, intake
  explain    says what a command would do, and whether Relay would run it or ask.
             --said: the developer's latest message
`;

export type HarnessArgs =
  | { command: "help" }
  | { command: "classify" }
  | { command: "explain"; shellCommand: string; said: string }
  | { command: "invalid"; errors: string[] };

/** Reads the words behind `relay harness`. */
export function parseHarnessArgs(argv: readonly string[]): HarnessArgs {
  const [word, ...rest] = argv;
  if (word === "-h" || word === "--help") return { command: "help" };
  if (word !== "classify" && word !== "explain") {
    return invalid(word === undefined ? "relay harness requires a command" : `Unknown command: ${word}`);
  }
  const { positionals, tokens } = parseArgs({
    args: rest,
    options: { help: { type: "boolean", short: "h" }, said: { type: "string" } },
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const errors: string[] = [];
  let said = "";
  for (const token of tokens) {
    if (token.kind !== "option") continue;
    if (token.name === "help") return { command: "help" };
    if (token.name !== "said" || word !== "explain") errors.push(`Unknown option: ${token.rawName}`);
    else if (token.value === undefined) errors.push("--said requires a value");
    else said = token.value;
  }
  if (word === "classify") {
    errors.push(...positionals.map((extra) => `Unexpected argument: ${extra}`));
    return errors.length > 0 ? invalid(...errors) : { command: "classify" };
  }
  const [shellCommand, ...extras] = positionals;
  errors.push(...extras.map((extra) => `Unexpected argument: ${extra}`));
  if (shellCommand === undefined || shellCommand.trim() === "") {
    errors.push("relay harness explain requires a command");
  }
  if (errors.length > 0 || shellCommand === undefined) return invalid(...errors);
  return { command: "explain", shellCommand, said };
}

function invalid(...errors: string[]): HarnessArgs {
  return { command: "invalid", errors };
}
