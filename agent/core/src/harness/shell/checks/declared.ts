import { lowerBash } from "../bash/lowerBash.ts";
import type { Scope } from "../scope.ts";
import type { ShellParser } from "../syntax.ts";
import type { SimpleCommand } from "../tree.ts";
import type { Argument } from "../walk/argument.ts";
import type { Call } from "../walk/call.ts";

/** Declared verification commands, ready to be compared with what runs. */
export interface DeclaredCommands {
  /** The declared simple command that a call runs: how many of its words it takes. */
  match(call: Call): { readonly extra: readonly Argument[] } | undefined;
  /** True when the whole text is a declared compound command. */
  isWhole(command: string): boolean;
}

export function readDeclared(
  commands: readonly string[],
  scope: Scope,
  parser: ShellParser,
): DeclaredCommands {
  const simple: string[][] = [];
  const compound = new Set<string>();
  for (const command of commands) {
    const lowered = lowerBash(command, parser);
    const words =
      lowered && !lowered.hasError && lowered.body.type === "simple" ? literalWords(lowered.body) : undefined;
    const argv = words && canonical(words, scope.workspace, scope);
    if (argv && argv.length > 0) simple.push(argv);
    else compound.add(normalize(command));
  }
  return {
    match(call) {
      // Declared commands run in the project's root.
      if (call.state.cwd !== scope.workspace || simple.length === 0) return undefined;
      const argv = canonical(
        call.words.map(({ text }) => text),
        call.state.cwd,
        scope,
      );
      const found = simple
        .filter((declared) => declared.every((word, index) => argv[index] === word))
        .sort((left, right) => right.length - left.length)[0];
      return found && { extra: call.words.slice(call.words.length - (argv.length - found.length)) };
    },
    isWhole: (command) => compound.has(normalize(command)),
  };
}

function normalize(command: string): string {
  return command.trim().replace(/\s+/g, " ");
}

/** The words of a command without expansions; assignments in front say nothing about which command it is. */
function literalWords(command: SimpleCommand): string[] | undefined {
  if (command.redirects.length > 0) return undefined;
  const words: string[] = [];
  for (const { parts } of command.words) {
    if (parts.some((part) => part.kind !== "text" && part.kind !== "glob")) return undefined;
    words.push(parts.map((part) => (part.kind === "text" || part.kind === "glob" ? part.text : "")).join(""));
  }
  return words;
}

const prefixes = /^(env|time|nice|npx|command|exec|nohup)$/;
const shells = /^(sh|bash|zsh|dash|ksh)$/;

/** One spelling for commands that are the same: wrappers removed, scripts by their path, `npm t` as `npm run test`. */
function canonical(words: readonly string[], cwd: string, scope: Scope): string[] {
  let argv = [...words];
  for (;;) {
    const [first = "", second = ""] = argv;
    if (/^[A-Za-z_]\w*=/.test(first)) argv = argv.slice(1);
    else if (prefixes.test(first) && argv.length > 1) argv = afterOptions(argv.slice(1));
    else if (first === "timeout" && argv.length > 2) argv = afterOptions(argv.slice(1)).slice(1);
    else if (shells.test(first) && second !== "" && !second.startsWith("-"))
      argv = [asPath(second, cwd, scope, true), ...argv.slice(2)];
    else break;
  }
  const [first = "", ...others] = argv;
  if (/^(npm|pnpm|yarn|bun)$/.test(first)) return [first, ...managerWords(first, others)];
  return argv.length > 0 ? [asPath(first, cwd, scope, false), ...others] : [];
}

function afterOptions(argv: string[]): string[] {
  const start = argv.findIndex((word) => !word.startsWith("-"));
  return start < 0 ? [] : argv.slice(start);
}

function asPath(word: string, cwd: string, scope: Scope, isFile: boolean): string {
  const isPath = isFile || word.includes("/") || /\.(sh|ps1|bat|py)$/.test(word);
  return isPath ? scope.resolve(word, cwd) : word;
}

function managerWords(manager: string, words: string[]): string[] {
  const [first = "", ...others] = words;
  if (/^(run|run-script|rum)$/.test(first)) return ["run", ...others];
  if (/^(t|tst|test)$/.test(first)) return ["run", "test", ...others];
  const isScript =
    manager !== "npm" &&
    first !== "" &&
    !first.startsWith("-") &&
    !/^(install|add|remove|exec|dlx|x|i)$/.test(first);
  return isScript ? ["run", first, ...others] : words;
}
