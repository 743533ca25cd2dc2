import { readOptions } from "./options.ts";
import { isInPlace } from "./operations/writes.ts";
import { isStream } from "./operations/outside.ts";
import { verbs } from "./operations/verbs.ts";
import type { Call } from "./walk/call.ts";

/** Programs that read whatever their words are. */
const readers = verbs(
  `cat ls ll grep egrep fgrep rg ag ack head tail wc pwd which whereis type echo printf jq test [ true false :
   stat file du df tree sort uniq cut tr awk gawk nl tac rev column comm diff cmp paste fold fmt expand join
   basename dirname realpath readlink date cal env printenv id whoami groups hostname uname arch nproc uptime free
   ps pgrep top lsof ss netstat less more man help tldr info cd pushd popd dirs export set unset shopt alias
   unalias declare typeset readonly local read exit return break continue shift wait sleep seq expr bc
   md5sum sha1sum sha256sum sha512sum cksum b2sum xxd hexdump od strings base64 bat batcat eza exa fd find locate
   cloc tokei scc ast-grep command hash times ulimit umask getconf locale lscpu lsblk mount
   get-content gc get-childitem gci dir select-string sls write-output write-host get-location gl get-item gi
   test-path resolve-path measure-object select-object where-object sort-object format-table format-list ft fl
   out-null out-string get-process gps get-service get-command gcm get-help get-date set-location sl push-location
   pop-location split-path join-path convertfrom-json convertto-json compare-object get-member gm get-variable
   get-filehash out-host foreach-object group-object`,
);

const gitReads = verbs(
  `status log diff show blame grep ls-files ls-tree ls-remote rev-parse rev-list describe shortlog cat-file
   name-rev merge-base show-ref for-each-ref var whatchanged count-objects check-ignore check-attr diff-tree
   diff-index diff-files range-diff cherry help version fsck verify-commit verify-tag annotate show-branch`,
);

/** Subcommands that only read. */
const subcommandReads: Readonly<Record<string, ReadonlySet<string>>> = {
  npm: verbs(
    "ls list view info show outdated why explain root prefix bin config help search audit ping whoami fund query doctor",
  ),
  pnpm: verbs("ls list why outdated root bin audit licenses config"),
  yarn: verbs("list why info outdated licenses audit config"),
  cargo: verbs("tree metadata search locate-project version help pkgid"),
  go: verbs("list env version doc"),
  docker: verbs("ps images logs inspect version info stats top port diff history search events"),
  podman: verbs("ps images logs inspect version info stats top port"),
  kubectl: verbs("get describe logs top explain version api-resources api-versions cluster-info diff"),
  pip: verbs("list show freeze check index"),
  pip3: verbs("list show freeze check index"),
  gh: verbs("browse status search"),
  terraform: verbs("plan show output providers version graph validate"),
  helm: verbs("list ls get show status history search template version env lint"),
  systemctl: verbs("status list-units is-active is-enabled show cat list-unit-files"),
  brew: verbs("list info search outdated deps config doctor"),
  apt: verbs("list show search policy"),
  "apt-cache": verbs("search show policy depends"),
};

/** True when a call only reads. A wrapper is judged by what it runs. */
export function isReadOnlyCall(call: Call): boolean {
  if (call.redirects.some(({ operator, target }) => isWrite(operator) && !isStream(target))) return false;
  const { program, args } = call;
  if (program.isScript) return false;
  if (program.name === "") return true;
  const name = program.name.includes("-") ? program.name.toLowerCase() : program.name;
  const first = readOptions(args, { values: "-C -c -n --namespace --context", stopsAtOperand: true }).word(0);
  switch (name) {
    case "git":
      return isGitRead(call);
    case "sed":
    case "gsed":
      return !isInPlace(call);
    case "find":
    case "fd":
      return !args.some(({ text }) => /^-(delete|exec|execdir|ok|okdir|fprint\w*|x|X)$|^--exec/.test(text));
    case "sort":
      return !args.some(({ text }) => /^(-o|--output)/.test(text));
    case "awk":
    case "gawk":
      return !args.some(({ text }) =>
        /\bsystem\s*\(|>|\binplace\b/.test(text.replace(/[<>=!]=|>\s*\d/g, "")),
      );
    case "mount":
    case "env":
      return args.length === 0;
    case "curl":
      return false;
    case "yq":
      return !args.some(({ text }) => /^(-i|--inplace)/.test(text));
  }
  if (args.length === 1 && /^(--version|-V|--help)$/.test(args[0]?.text ?? "")) return true;
  const reads = Object.hasOwn(subcommandReads, name) ? subcommandReads[name] : undefined;
  if (reads) return reads.has(first);
  return readers.has(name) || readers.has(name.toLowerCase());
}

export function isWrite(operator: string): boolean {
  return operator.includes(">") && operator !== ">&";
}

function isGitRead({ args }: Call): boolean {
  const { operands } = readOptions(args, { values: "-C -c --git-dir --work-tree", stopsAtOperand: true });
  const [verb, ...rest] = operands.map(({ text }) => text);
  if (verb === undefined) return true;
  if (gitReads.has(verb)) return !rest.some((text) => text.startsWith("--output"));
  const [first] = rest;
  if (verb === "stash") return first === "list" || first === "show";
  if (verb === "remote") return first === undefined || /^(-v|show|get-url)$/.test(first);
  if (verb === "config") return rest.some((text) => /^(--get.*|--list|-l|get|list)$/.test(text));
  if (verb === "reflog") return first === undefined || first === "show";
  if (verb === "worktree" || verb === "submodule") return first === "list" || first === "status";
  // Without an operand these list.
  const isList = rest.every((text) =>
    /^-(?!d$|D$|m$|M$|c$|C$|f$|-delete|-move|-copy|-edit|-unset|-set)/.test(text),
  );
  return (verb === "branch" || verb === "tag") && isList;
}
