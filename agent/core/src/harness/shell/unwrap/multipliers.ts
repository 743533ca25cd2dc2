import { readOptions } from "../options.ts";
import { inputOperand, joinArguments, literal, type Argument } from "../walk/argument.ts";
import type { Call } from "../walk/call.ts";
import { script, words, type Inner, type Unwrapper } from "./inner.ts";

function unwrapXargs(call: Call): readonly Inner[] {
  const values =
    "-I -n -P -L -s -E -d -a --replace --max-args --max-procs --max-lines --delimiter --arg-file --max-chars";
  const options = readOptions(call.args, { values, stopsAtOperand: true });
  const { operands } = options;
  const replaced = options.value("-I --replace")?.text ?? (options.has("-i") ? "{}" : undefined);
  if (operands.length === 0) return [];
  if (replaced === undefined) return words([...operands, inputOperand], { input: {} });
  return words(
    operands.map((word) => fillIn(word, replaced)),
    { input: {} },
  );
}

/** A word in which `placeholder` stands for what comes from input. */
function fillIn(word: Argument, placeholder: string): Argument {
  if (placeholder === "" || !word.text.includes(placeholder)) return word;
  if (word.text === placeholder) return inputOperand;
  const prefix = word.text.slice(0, word.text.indexOf(placeholder));
  return { text: word.text.replaceAll(placeholder, "{stdin}"), kind: "dynamic", prefix, isFetched: false };
}

function unwrapParallel(call: Call): readonly Inner[] {
  const options = readOptions(call.args, {
    values:
      "-j --jobs -a --arg-file -N -n -L --delay --timeout --retries --joblog --results -S --sshlogin -I --halt --colsep -d --max-procs -P",
    stopsAtOperand: true,
  });
  const marks = new Set([":::", "::::", ":::+", "::::+"]);
  const end = options.operands.findIndex(({ text }) => marks.has(text));
  const command = end < 0 ? options.operands : options.operands.slice(0, end);
  const placeholder = /\{[^{}\s]*\}/;
  const [only] = command;
  if (command.length === 1 && only && /\s/.test(only.text)) {
    const text = only.text.replace(placeholder, "'{stdin}'");
    return [
      script({ ...only, text: placeholder.test(only.text) ? text : `${text} '{stdin}'` }, { input: {} }),
    ];
  }
  const filled = command.map((word) => fillIn(word, placeholder.exec(word.text)?.[0] ?? ""));
  const isFilled = filled.some((word, index) => word !== command[index]);
  return words(isFilled ? filled : [...filled, inputOperand], { input: {} });
}

/** `nodemon --exec 'cmd'`: it runs at every change. */
function unwrapNodemon(call: Call): readonly Inner[] | undefined {
  const values = "-x --exec -w --watch -e --ext -i --ignore -d --delay --config";
  const command = readOptions(call.args, { values }).value("-x --exec");
  return command && [script(command, { passesStatus: false })];
}

/** `tmux new -d 'cmd'` and its like: what a window runs. */
function unwrapTmux(call: Call): readonly Inner[] | undefined {
  const [verb, ...args] = call.args;
  if (!/^(new|new-session|neww|new-window|splitw|split-window|respawn-pane)$/.test(verb?.text ?? ""))
    return undefined;
  const { operands } = readOptions(args, { values: "-s -n -c -t -x -y -e -F -l -p" });
  return operands.length > 0 ? [script(joinArguments(operands), { passesStatus: false })] : undefined;
}

/** `find ... -exec cmd {} \;`: only `+` hands the command's failure on. */
function unwrapFind(call: Call): readonly Inner[] | undefined {
  const found: Inner[] = [];
  for (let at = 0; at < call.args.length; at++) {
    if (!/^-(exec|execdir|ok|okdir)$/.test(call.args[at]?.text ?? "")) continue;
    const end = call.args.findIndex(({ text }, index) => index > at && (text === ";" || text === "+"));
    const stop = end < 0 ? call.args.length : end;
    const command = call.args.slice(at + 1, stop).map((word) => fillIn(word, "{}"));
    found.push(...words(command, { passesStatus: call.args[stop]?.text === "+", input: {} }));
    at = stop;
  }
  return found.length > 0 ? found : undefined;
}

function unwrapFd(call: Call): readonly Inner[] | undefined {
  const at = call.args.findIndex(({ text }) => /^(-x|-X|--exec|--exec-batch)$/.test(text));
  if (at < 0) return undefined;
  const command = call.args.slice(at + 1);
  const filled = command.map((word) => fillIn(word, /\{(?:\/|\/\/|\.|\/\.)?\}/.exec(word.text)?.[0] ?? ""));
  const isFilled = filled.some((word, index) => word !== command[index]);
  return words(isFilled ? filled : [...filled, inputOperand], { input: {} });
}

/** Every operand is a command line. */
function unwrapLines(values: string): Unwrapper {
  return (call) => {
    const { operands } = readOptions(call.args, { values });
    return operands.map((line) => {
      const short = /^(npm|yarn|pnpm|bun):(\S+)(.*)$/s.exec(line.text);
      return script(short ? literal(`${short[1]} run ${short[2]}${short[3]}`) : line, { input: {} });
    });
  };
}

/** What it measures, and what it runs around each measurement. */
function unwrapHyperfine(call: Call): readonly Inner[] {
  const values =
    "-w --warmup -r --runs -m --min-runs -M --max-runs -p --prepare -C --conclude -c --cleanup -s --setup -S --shell -L --parameter-list -P --parameter-scan --export-json --export-markdown --export-csv -n --command-name -i --style --time-unit -u";
  const options = readOptions(call.args, { values });
  const around = options.valuesOf("-p --prepare -C --conclude -c --cleanup -s --setup");
  const lines = (list: readonly Argument[], more: object): Inner[] =>
    list.map((line) => script(line, { input: {}, ...more }));
  return [...lines(around, { passesStatus: false }), ...lines(options.operands, {})];
}

/** `nix develop -c cmd`, `nix shell x --command cmd`: the words behind the option. */
function unwrapNix(call: Call): readonly Inner[] | undefined {
  if (!/^(develop|shell)$/.test(call.args[0]?.text ?? "")) return undefined;
  const at = call.args.findIndex(({ text }) => /^(-c|--command)$/.test(text));
  return at < 0 ? undefined : words(call.args.slice(at + 1));
}

/** `sops exec-env secrets.yaml 'cmd'`: one word, read by a shell. */
function unwrapSops(call: Call): readonly Inner[] | undefined {
  const { operands } = readOptions(call.args, { values: "--user --filename --same-process" });
  const command = operands[2];
  return /^exec-(env|file)$/.test(operands[0]?.text ?? "") && command ? [script(command)] : undefined;
}

function unwrapWatch(call: Call): readonly Inner[] | undefined {
  const { operands } = readOptions(call.args, {
    values: "-n --interval -q --equexit",
    stopsAtOperand: true,
  });
  return operands.length > 0 ? [script(joinArguments(operands), { passesStatus: false })] : undefined;
}

function unwrapEntr(call: Call): readonly Inner[] | undefined {
  const options = readOptions(call.args, { stopsAtOperand: true });
  const input = {};
  if (options.has("-s")) {
    return [script(joinArguments(options.operands), { passesStatus: false, input })];
  }
  const command = options.operands.map((word) => (word.text === "/_" ? inputOperand : word));
  return command.length > 0 ? words(command, { passesStatus: false, input }) : undefined;
}

/** Names of package scripts; `build:*` stands for all that begin so. */
function unwrapScriptNames(call: Call): readonly Inner[] | undefined {
  const { operands } = readOptions(call.args, { values: "--max-parallel --npm-path" });
  return operands.flatMap(({ text }) => {
    const [name, ...args] = text.split(/\s+/);
    if (!name) return [];
    return words([literal("npm"), literal("run"), literal(name), ...args.map(literal)], { input: {} });
  });
}

/** `start-server-and-test [start] url [test]`: the last word is the test script. */
function unwrapServerTest(call: Call): readonly Inner[] | undefined {
  const { operands } = readOptions(call.args, { values: "--expect" });
  const last = operands.at(-1);
  if (!last || operands.length < 2) return undefined;
  if (/\s/.test(last.text)) return [script(last)];
  return words([literal("npm"), literal("run"), last]);
}

export const multipliers: Readonly<Record<string, Unwrapper>> = {
  xargs: unwrapXargs,
  gxargs: unwrapXargs,
  parallel: unwrapParallel,
  find: unwrapFind,
  gfind: unwrapFind,
  fd: unwrapFd,
  fdfind: unwrapFd,
  watch: unwrapWatch,
  entr: unwrapEntr,
  nodemon: unwrapNodemon,
  tmux: unwrapTmux,
  hyperfine: unwrapHyperfine,
  nix: unwrapNix,
  sops: unwrapSops,
  concurrently: unwrapLines(
    "-n --names -c --prefix-colors -p --prefix -s --success -l --prefix-length -t --timestamp-format --restart-tries --restart-after -m --max-processes --name-separator --default-input-target --teardown -P",
  ),
  "run-s": unwrapScriptNames,
  "run-p": unwrapScriptNames,
  "npm-run-all": unwrapScriptNames,
  "npm-run-all2": unwrapScriptNames,
  "start-server-and-test": unwrapServerTest,
  "server-test": unwrapServerTest,
  "start-test": unwrapServerTest,
};
