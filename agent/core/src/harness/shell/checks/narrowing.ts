import { readOptions, type Options } from "../options.ts";
import type { CheckKind } from "../types.ts";
import type { Argument } from "../walk/argument.ts";
import type { Narrowing, Runner } from "./runner.ts";

/** What a runner's words leave out. A name wins over a path; other checks are narrowed by packages only. */
export function narrowingOf(
  runner: Runner,
  kind: CheckKind,
  options: Options,
  operands: readonly Argument[],
): Narrowing {
  if (kind !== "test") return selectsPackage(runner, options) ? "path" : null;
  if (runner.names && options.has(runner.names)) return "name";
  if (operands.some(({ text }) => runner.namedOperand?.test(text))) return "name";
  const selected = operands.filter(({ text }) => !/^\.\/?$/.test(text) && !runner.everything?.test(text));
  if (runner.operands === "name" && selected.length > 0) return "name";
  if (runner.operands === "path" && selected.length > 0) return "path";
  if (runner.pathSwitches && options.has(runner.pathSwitches)) return "path";
  return selectsPackage(runner, options) ? "path" : null;
}

function selectsPackage(runner: Runner, options: Options): boolean {
  if (!runner.paths || (runner.widens && options.has(runner.widens))) return false;
  return options.valuesOf(runner.paths).some(({ text }) => !runner.everything?.test(text));
}

const packageOptions = "-w --workspace --prefix -C --dir --cwd -F --filter --project --scope";

/**
 * What the words behind a package script or another script select: its runner is not known, so only options
 * that mean the same to most runners count.
 */
export function scriptNarrowing(args: readonly Argument[]): Narrowing {
  const options = readOptions(args, {
    values:
      "-t --testNamePattern --test-name-pattern -g --grep -k --tests -run --example -c --config --reporter -R --timeout --maxWorkers --shard --project --testPathPattern --testPathPatterns --spec",
  });
  if (options.has("-t --testNamePattern --test-name-pattern -g --grep -k --tests -run --example"))
    return "name";
  if (options.operands.some(({ text }) => /::/.test(text))) return "name";
  const isFile = ({ text }: Argument): boolean => /[/\\]|\.[a-z]{1,5}$/i.test(text) && !/^\w+=/.test(text);
  if (options.operands.some(isFile)) return "path";
  return options.has(
    "--testPathPattern --testPathPatterns --spec --project --lf --last-failed --changed -o --onlyChanged --related",
  )
    ? "path"
    : null;
}

/** Packages that a package manager was told to work in. */
export function selectsWorkspace(options: Options): boolean {
  if (options.has("--workspaces -r --recursive --ws -ws --all")) return false;
  return options.valuesOf(packageOptions).some(({ text }) => text !== "." && text !== "*");
}
