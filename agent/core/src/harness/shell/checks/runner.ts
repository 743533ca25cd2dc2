import type { Options } from "../options.ts";
import type { CheckKind } from "../types.ts";
import type { Call } from "../walk/call.ts";

export type Narrowing = "name" | "path" | null;

/** How one program, or one subcommand of it, checks the code. Lists are options separated by spaces. */
export interface Runner {
  readonly kind: CheckKind | ((options: Options, call: Call) => CheckKind | undefined);
  /** Options with values, besides those named below. */
  readonly values?: string;
  readonly isSingleDash?: boolean;
  /** Options that select tests by name. */
  readonly names?: string;
  /** Options with a value that select files, packages or projects. */
  readonly paths?: string;
  /** Switches that select by what changed or failed. */
  readonly pathSwitches?: string;
  /** Options that take back a selection of packages. */
  readonly widens?: string;
  /** What operands behind the subcommand select. */
  readonly operands?: "path" | "name";
  /** Operands like this select by name: `a.py::test`, `a_spec.rb:12`. */
  readonly namedOperand?: RegExp;
  /** Operands like this select everything: `./...`. */
  readonly everything?: RegExp;
  /** Options with which nothing is checked. */
  readonly never?: string;
  /** Options with which a failure stays hidden. */
  readonly hidden?: string;
}

/** Runners of a program by subcommand; the empty name stands for any or none. */
export type RunnerTable = Readonly<Record<string, Readonly<Record<string, Runner>>>>;

const single = (runner: Runner): Readonly<Record<string, Runner>> => ({ "": runner });

export function anyOf(names: string, runner: Runner): RunnerTable {
  return Object.fromEntries(names.split(" ").map((name) => [name, single(runner)]));
}

/** The same runner for several subcommands. */
export function under(names: string, runner: Runner): Readonly<Record<string, Runner>> {
  return Object.fromEntries(names.split(" ").map((name) => [name, runner]));
}

export const lint: Runner = { kind: "lint", hidden: "--exit-zero" };
export const build: Runner = { kind: "build" };
export const types: Runner = { kind: "types" };
export const test: Runner = { kind: "test", operands: "path" };
