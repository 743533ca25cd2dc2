import { readOptions, type OptionSyntax } from "../options.ts";
import { words, type Inner } from "./inner.ts";
import type { Argument } from "../walk/argument.ts";
import type { Call } from "../walk/call.ts";

interface Prefix extends OptionSyntax {
  /** Operands of its own in front of the command. */
  readonly skip?: number;
  /** `A=b` words in front of the command. */
  readonly hasAssignments?: boolean;
  /** With one of these options nothing is run. */
  readonly unless?: string;
  /** The command stands behind this subcommand. */
  readonly subcommand?: string;
  /** The command begins behind `--`. */
  readonly needsDashes?: boolean;
}

const plain: Prefix = {};

/** Programs that run the command behind them. */
const prefixes: Readonly<Record<string, Prefix>> = {
  env: { values: "-u --unset -C --chdir -S --split-string", hasAssignments: true },
  "cross-env": { hasAssignments: true },
  "cross-env-shell": { hasAssignments: true },
  // The grammar takes the second `!` of `! ! x` for a program.
  "!": plain,
  command: { unless: "-v -V" },
  builtin: plain,
  exec: { values: "-a" },
  coproc: plain,
  nohup: plain,
  setsid: plain,
  noglob: plain,
  unbuffer: plain,
  winpty: plain,
  chronic: plain,
  catchsegv: plain,
  busybox: plain,
  toybox: plain,
  shx: plain,
  rlwrap: plain,
  caffeinate: { values: "-t -w" },
  "systemd-run": {
    values:
      "-u --unit -p --property -E --setenv --uid --gid --nice --slice --working-directory -M -H --description",
  },
  watchexec: {
    values:
      "-w --watch -e --exts -f --filter -i --ignore -d --debounce -s --signal --shell --workdir -E --env",
  },
  stdbuf: { values: "-i -o -e --input --output --error" },
  time: { values: "-f --format -o --output" },
  gtime: { values: "-f --format -o --output" },
  nice: { values: "-n --adjustment" },
  ionice: { values: "-c --class -n --classdata -p --pid" },
  chrt: { skip: 1 },
  taskset: { skip: 1 },
  timeout: { values: "-s --signal -k --kill-after", skip: 1 },
  gtimeout: { values: "-s --signal -k --kill-after", skip: 1 },
  retry: { values: "-t --times -d --delay -r --retries" },
  sudo: {
    values:
      "-u --user -g --group -h --host -p --prompt -C --close-from -r --role -t --type -T -D --chdir -U -R",
    hasAssignments: true,
    unless: "-l --list -v --validate -k -K",
  },
  doas: { values: "-u -C" },
  runuser: { values: "-u --user -g --group" },
  gosu: { skip: 1 },
  "su-exec": { skip: 1 },
  chroot: { values: "--userspec --groups", skip: 1 },
  fakeroot: { values: "-l -s -i" },
  strace: { values: "-e -o -p -s -u -E" },
  dotenv: { values: "-e -v -f --file -c" },
  dotenvx: { subcommand: "run", values: "-f --env-file -e --env" },
  "env-cmd": { values: "-f --file -e --environments -r --rc-file" },
  direnv: { subcommand: "exec", skip: 1 },
  "xvfb-run": {
    values: "-e --error-file -f --auth-file -n --server-num -p --xauth-protocol -s --server-args -w --wait",
  },
  "dbus-run-session": plain,
  unshare: { values: "-S --setuid -G --setgid -R --root -w --wd" },
  nsenter: { values: "-t --target -S --setuid -G --setgid" },
  prlimit: { values: "-p --pid" },
  numactl: { values: "-m --membind -N --cpunodebind -C --physcpubind -i --interleave -p --preferred" },
  faketime: { values: "-p --pid", skip: 1 },
  setarch: { skip: 1 },
  pkexec: { values: "--user" },
  run0: { values: "-u --user -g --group -D --chdir" },
  gsudo: { values: "-u --user" },
  tini: { values: "-p -e" },
  "dumb-init": plain,
  torsocks: plain,
  proxychains4: { values: "-f" },
  valgrind: plain,
  lima: { values: "--workdir --shell" },
  screen: { values: "-c -e -h -p -s -S -t -T" },
  nx: { subcommand: "exec", needsDashes: true },
  lerna: { subcommand: "exec", needsDashes: true },
  chamber: { subcommand: "exec", needsDashes: true },
  sg: { skip: 1, unless: "-c" },
  c8: {
    values:
      "-r --reporter -x --exclude -n --include -o --reports-dir --report-dir --temp-directory --src -c --config --lines --branches --functions --statements",
  },
  nyc: {
    values:
      "-r --reporter -x --exclude -n --include --report-dir --temp-dir --cwd --lines --branches --functions --statements",
  },
  flock: { values: "-w --timeout -E --conflict-exit-code", skip: 1, unless: "-c --command" },
  doppler: { subcommand: "run", needsDashes: true },
  infisical: { subcommand: "run", needsDashes: true },
  op: { subcommand: "run", needsDashes: true },
  "aws-vault": { subcommand: "exec", needsDashes: true },
  teller: { subcommand: "run", needsDashes: true },
  "wait-on": { needsDashes: true },
  "wait-for-it.sh": { needsDashes: true },
  wsl: { values: "-d -u --distribution --user --cd" },
};

export function unwrapPrefix(name: string, call: Call): readonly Inner[] | undefined {
  if (!Object.hasOwn(prefixes, name)) return undefined;
  const prefix = prefixes[name];
  if (!prefix) return undefined;
  let { args } = call;
  if (prefix.subcommand) {
    if (args[0]?.text !== prefix.subcommand) return undefined;
    args = args.slice(1);
  }
  const options = readOptions(args, { ...prefix, stopsAtOperand: !prefix.needsDashes });
  if (prefix.unless && options.has(prefix.unless)) return undefined;
  const split = name === "env" ? options.value("-S --split-string") : undefined;
  if (split) return [splitWords(split)];
  let command = (prefix.needsDashes ? options.afterDashes : options.operands) ?? [];
  if (prefix.hasAssignments) command = withoutAssignments(command);
  command = command.slice(prefix.skip ?? 0);
  if (command[0]?.text === "--") command = command.slice(1);
  return command.length > 0 ? words(command, { passesStatus: name !== "!" }) : undefined;
}

/** `env -S "cmd args"` takes its command from one word. */
function splitWords(text: Argument): Inner {
  const list = text.text.split(/\s+/).map((word) => ({ ...text, text: word, prefix: word }));
  return { type: "words", words: list, passesStatus: true };
}

function withoutAssignments(list: readonly Argument[]): readonly Argument[] {
  const start = list.findIndex(({ text }) => !/^[A-Za-z_]\w*=/.test(text));
  return start < 0 ? [] : list.slice(start);
}
