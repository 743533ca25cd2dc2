import { readOptions, type Options } from "../options.ts";
import type { Scope } from "../scope.ts";
import type { Argument } from "../walk/argument.ts";
import type { Call } from "../walk/call.ts";
import type { Family, Finding } from "./finding.ts";
import { gitGlobals } from "../unwrap/gitCommands.ts";
import { checkout, restore, switchBranch } from "./gitCheckout.ts";
import { outsideFindings } from "./outside.ts";

export interface GitCommand {
  readonly call: Call;
  readonly scope: Scope;
  readonly args: readonly Argument[];
  /** The folder that git works in. */
  readonly cwd: string;
}

type Handler = (command: GitCommand) => readonly Finding[];

const pushValues = "-o --push-option --repo --receive-pack --exec --recurse-submodules";

function push({ args }: GitCommand): Finding[] {
  const options = readOptions(args, { values: pushValues });
  if (options.has("-n --dry-run")) return [];
  const refs = options.operands.slice(options.has("--repo") ? 0 : 1);
  const isForced = (name: string): boolean =>
    /^(-f|--force(-with-lease|-if-includes)?|--mirror|--prune)$/.test(name);
  const force =
    options.names.find(isForced) ?? (refs.some(({ text }) => text.startsWith("+")) ? "--force" : undefined);
  const removed = options.has("-d --delete") ? refs : refs.filter(({ text }) => /^\+?:.+/.test(text));
  const findings: Finding[] = [];
  if (force) findings.push({ id: "git.push.force", label: `git push ${force === "-f" ? "--force" : force}` });
  if (removed.length > 0 || options.has("-d --delete")) {
    const targets = removed.map((ref) => ({ ...ref, text: ref.text.replace(/^\+?:/, "") }));
    findings.push({ id: "git.push.delete", label: "git push --delete", targets });
  }
  return findings.length > 0 ? findings : [{ id: "git.push", label: "git push" }];
}

function pushSubcommand(label: string): Handler {
  return ({ args }) =>
    args[0]?.text === "push" && !args.some(({ text }) => text === "--dry-run" || text === "-n")
      ? [{ id: "git.push", label }]
      : [];
}

function reset({ args }: GitCommand): Finding[] {
  const flag = readOptions(args).names.find((name) => name === "--hard" || name === "--merge");
  return flag ? [{ id: "git.reset.hard", label: `git reset ${flag}` }] : [];
}

function clean({ args }: GitCommand): Finding[] {
  const options = readOptions(args, { values: "-e --exclude" });
  const isForced = options.has("-f --force") && !options.has("-n --dry-run");
  return isForced ? [{ id: "git.clean", label: "git clean -f" }] : [];
}

function rebase({ args }: GitCommand): Finding[] {
  const ends = "--abort --continue --quit --show-current-patch --edit-todo";
  const isEnd = readOptions(args).has(ends);
  return isEnd ? [] : [{ id: "git.rebase", label: "git rebase" }];
}

function pull({ args }: GitCommand): Finding[] {
  const options = readOptions(args, { values: "-s --strategy -X --strategy-option --depth -j" });
  const value = options.value("--rebase -r")?.text;
  const isRebase = options.has("--rebase -r") && value !== "false";
  return isRebase ? [{ id: "git.rebase", label: "git pull --rebase" }] : [];
}

function branch({ args }: GitCommand): Finding[] {
  const options = readOptions(args, {
    values: "-u --set-upstream-to --contains --merged --no-merged --sort --format --points-at",
  });
  const isForced = options.has("-f --force");
  if (options.has("-D") || (options.has("-d --delete") && isForced)) {
    return [{ id: "git.branch.delete", label: "git branch -D", targets: options.operands }];
  }
  if (!options.has("-M -C") && !isForced) return [];
  const flag = options.names.find((name) => name === "-M" || name === "-C") ?? "-f";
  return [{ id: "git.branch.force", label: `git branch ${flag}` }];
}

function tag({ args }: GitCommand): Finding[] {
  const options = readOptions(args, {
    values: "-m --message -F --file -u --local-user --sort --format --contains",
  });
  return options.has("-d --delete")
    ? [{ id: "git.tag.delete", label: "git tag -d", targets: options.operands }]
    : [];
}

function stash({ args }: GitCommand): Finding[] {
  const [verb] = args;
  if (verb?.text === "drop") return [{ id: "git.stash.drop", label: "git stash drop" }];
  return verb?.text === "clear" ? [{ id: "git.stash.clear", label: "git stash clear" }] : [];
}

function rewrite(label: string, applies: (options: Options) => boolean): Handler {
  return ({ args }) => (applies(readOptions(args)) ? [{ id: "git.rewrite", label: `git ${label}` }] : []);
}

function remove({ args, cwd, scope }: GitCommand): Finding[] {
  const options = readOptions(args, { values: "--pathspec-from-file" });
  if (options.has("--cached -n --dry-run") || !options.has("-r -f --force")) return [];
  const targets = options.operands;
  if (targets.length > 0 && targets.every((target) => scope.isBelowTemp(target, cwd))) return [];
  return [{ id: "fs.delete", label: "git rm -r", targets, arePaths: true }];
}

const configReads =
  "--get --get-all --get-regexp --get-urlmatch --list -l --get-color --get-colorbool --show-origin";

function config({ args }: GitCommand): Finding[] {
  const options = readOptions(args, { values: "-f --file --blob --type --default" });
  if (!options.has("--global --system") || options.has(configReads)) return [];
  const verb = options.word(0);
  const isRead = /^(get|list)$/.test(verb);
  const isWrite =
    /^(set|unset|rename-section|remove-section|edit)$/.test(verb) ||
    options.operands.length > 1 ||
    options.has("--unset --unset-all --add --replace-all --remove-section --rename-section -e --edit");
  return !isRead && isWrite ? [{ id: "config.global", label: "git config --global" }] : [];
}

function clone(command: GitCommand): readonly Finding[] {
  const { args, call, scope, cwd } = command;
  const values =
    "-b --branch -o --origin -u --upload-pack --reference --reference-if-able --separate-git-dir --depth --shallow-since --shallow-exclude -j --jobs -c --config --template --filter --server-option --bundle-uri";
  const { operands } = readOptions(args, { values });
  const [source, folder] = operands;
  if (!source) return [];
  const name =
    source.text
      .replace(/[/\\]+$/, "")
      .replace(/\.git$/, "")
      .split(/[/:\\]/)
      .at(-1) ?? "";
  const target = folder ?? { text: name || ".", kind: source.kind, prefix: "", isFetched: false };
  return outsideFindings("git clone", [target], call, scope, cwd);
}

function outputFolder(
  label: string,
  values: string,
  pick: (options: Options) => readonly Argument[],
): Handler {
  return ({ args, call, scope, cwd }) =>
    outsideFindings(label, pick(readOptions(args, { values })), call, scope, cwd);
}

const always = (): boolean => true;

const handlers: Readonly<Record<string, Handler>> = {
  push,
  subtree: pushSubcommand("git subtree push"),
  lfs: pushSubcommand("git lfs push"),
  svn: ({ args }) => (args[0]?.text === "dcommit" ? [{ id: "git.push", label: "git svn dcommit" }] : []),
  reset,
  clean,
  checkout,
  switch: switchBranch,
  restore,
  rebase,
  pull,
  branch,
  tag,
  stash,
  "filter-branch": rewrite("filter-branch", always),
  "filter-repo": rewrite("filter-repo", (options) => !options.has("--analyze")),
  reflog: rewrite("reflog expire", (options) => /^(expire|delete)$/.test(options.word(0))),
  gc: rewrite("gc --prune", (options) => /^(now|all)$/.test(options.value("--prune")?.text ?? "")),
  "update-ref": rewrite("update-ref -d", (options) => options.has("-d")),
  worktree: (command) =>
    command.args[0]?.text === "remove"
      ? rewrite("worktree remove --force", (options) => options.has("-f --force"))(command)
      : outputFolder("git worktree add", "-b -B --reason", (options) =>
          options.word(0) === "add" ? options.operands.slice(1, 2) : [],
        )(command),
  submodule: rewrite(
    "submodule deinit -f",
    (options) => options.word(0) === "deinit" && options.has("-f --force"),
  ),
  rm: remove,
  config,
  clone,
  init: outputFolder(
    "git init",
    "-b --initial-branch --template --separate-git-dir --object-format",
    (options) => options.operands.slice(0, 1),
  ),
  archive: outputFolder("git archive", "-o --output --format --prefix --remote", (options) =>
    options.valuesOf("-o --output"),
  ),
  "send-email": ({ args }) =>
    readOptions(args).has("--dry-run") ? [] : [{ id: "mail.send", label: "git send-email" }],
};

function git(call: Call, scope: Scope): readonly Finding[] {
  const top = readOptions(call.args, { values: gitGlobals, stopsAtOperand: true });
  const [subcommand, ...args] = top.operands;
  const name = subcommand?.text ?? "";
  if (!Object.hasOwn(handlers, name)) return [];
  const folder = top.value("-C");
  const cwd = folder?.kind === "literal" ? scope.resolve(folder.text, call.state.cwd) : call.state.cwd;
  return handlers[name]?.({ call, scope, args, cwd }) ?? [];
}

export const gitFamily: Family = {
  git,
  // It hands on what it does not know.
  hub: git,
  bfg: () => [{ id: "git.rewrite", label: "bfg" }],
  "git-filter-repo": () => [{ id: "git.rewrite", label: "git filter-repo" }],
};
