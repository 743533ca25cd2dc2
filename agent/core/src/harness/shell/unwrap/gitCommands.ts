import { readOptions } from "../options.ts";
import { joinArguments, literal, type Argument } from "../walk/argument.ts";
import type { Call } from "../walk/call.ts";
import { script, words, type Inner, type Unwrapper } from "./inner.ts";

export const gitGlobals = "-C -c --git-dir --work-tree --namespace --exec-path --super-prefix --config-env";

/** What git itself runs: in submodules, at each step of a bisection or a rebase, under a name of `-c alias.x=`. */
function unwrapGit(call: Call): readonly Inner[] | undefined {
  const top = readOptions(call.args, { values: gitGlobals, stopsAtOperand: true });
  const [subcommand, ...args] = top.operands;
  if (!subcommand) return undefined;
  const alias = top
    .valuesOf("-c")
    .find(({ text }) => text.toLowerCase().startsWith(`alias.${subcommand.text.toLowerCase()}=`));
  if (alias) return unwrapAlias(alias.text.slice(alias.text.indexOf("=") + 1), args);
  switch (subcommand.text) {
    case "submodule":
      return unwrapForeach(args);
    case "bisect":
      return args[0]?.text === "run" ? words(args.slice(1), { passesStatus: false, input: {} }) : undefined;
    case "rebase": {
      const steps = readOptions(args, { values: "-x --exec --onto -s --strategy -X" }).valuesOf("-x --exec");
      return steps.length > 0 ? steps.map((step) => script(step, { passesStatus: false })) : undefined;
    }
    default:
      return undefined;
  }
}

/** One word is a text for the shell, several are a program and its words. */
function unwrapForeach(args: readonly Argument[]): readonly Inner[] | undefined {
  const { operands } = readOptions(args, { stopsAtOperand: true });
  if (operands[0]?.text !== "foreach") return undefined;
  const command = readOptions(operands.slice(1), { stopsAtOperand: true }).operands;
  return command.length > 0 ? [script(joinArguments(command), { input: {} })] : undefined;
}

/** `!cmd` is a text for the shell, anything else a command of git. */
function unwrapAlias(body: string, args: readonly Argument[]): readonly Inner[] {
  if (body.startsWith("!")) return [script(joinArguments([literal(body.slice(1)), ...args]))];
  return words([literal("git"), ...body.trim().split(/\s+/).map(literal), ...args]);
}

export const gitUnwrappers: Readonly<Record<string, Unwrapper>> = { git: unwrapGit };
