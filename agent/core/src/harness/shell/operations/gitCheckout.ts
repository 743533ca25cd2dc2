import { readOptions } from "../options.ts";
import type { Argument } from "../walk/argument.ts";
import type { Finding } from "./finding.ts";
import type { GitCommand } from "./git.ts";

const everything = new Set([".", "./", ":/", "*"]);

export function checkout(command: GitCommand): Finding[] {
  const options = readOptions(command.args, {
    values: "-b -B --orphan --conflict --pathspec-from-file",
  });
  const discard: Finding = { id: "git.checkout.discard", label: "git checkout -f" };
  if (options.has("-f --force -B")) return [discard];
  const paths = pathsOf(command, options.operands, options.afterDashes, {
    isNew: options.has("-b --orphan -t --track -d --detach"),
    takesSide: options.has("--ours --theirs --pathspec-from-file"),
  });
  return paths ? [{ id: "git.checkout.path", label: "git checkout", targets: paths, arePaths: true }] : [];
}

/** The paths that a checkout overwrites; `undefined` when it changes to a branch. */
function pathsOf(
  command: GitCommand,
  operands: readonly Argument[],
  afterDashes: readonly Argument[] | undefined,
  { isNew, takesSide }: { isNew: boolean; takesSide: boolean },
): readonly Argument[] | undefined {
  if (afterDashes && afterDashes.length > 0) return afterDashes;
  if (takesSide) return operands;
  if (isNew) return undefined;
  const [first, ...others] = operands;
  if (!first) return undefined;
  if (operands.some(({ text, kind }) => kind !== "dynamic" && everything.has(text))) {
    return operands.filter(({ text }, index) => index > 0 || everything.has(text) || isPath(first, command));
  }
  if (others.length > 0) return isPath(first, command) && !isReference(first, command) ? operands : others;
  return isPath(first, command) ? operands : undefined;
}

function isReference({ text }: Argument, { scope }: GitCommand): boolean {
  return scope.facts.isRef?.(text) ?? /^(HEAD|origin\/|@)/.test(text);
}

function isPath(operand: Argument, { scope, cwd }: GitCommand): boolean {
  const { text, kind } = operand;
  if (kind === "dynamic" || text === "-") return false;
  if (kind === "glob" || everything.has(text)) return true;
  const { pathExists, isRef, cwd: start } = scope.facts;
  if (pathExists) {
    // The host looks from where the command starts.
    const path = cwd === scope.resolve(start, "/") ? text : scope.resolve(text, cwd);
    return pathExists(path) && !isRef?.(text);
  }
  if (isRef?.(text)) return false;
  const hasExtension = /[^/.]\.[A-Za-z][A-Za-z0-9]*$/.test(text);
  return hasExtension || text.replace(/^origin\//, "").includes("/");
}

export function switchBranch({ args }: GitCommand): Finding[] {
  const options = readOptions(args, { values: "-c --create -C --force-create --orphan" });
  const flag = options.names.find((name) => /^(--discard-changes|-f|--force|-C|--force-create)$/.test(name));
  return flag ? [{ id: "git.checkout.discard", label: `git switch ${flag}` }] : [];
}

export function restore({ args }: GitCommand): Finding[] {
  const options = readOptions(args, { values: "-s --source --pathspec-from-file --conflict" });
  if (options.has("-S --staged") && !options.has("-W --worktree")) return [];
  return [{ id: "git.restore", label: "git restore", targets: options.operands, arePaths: true }];
}
