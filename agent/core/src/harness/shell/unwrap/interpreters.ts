import { readOptions } from "../options.ts";
import { literal, type Argument } from "../walk/argument.ts";
import type { Call } from "../walk/call.ts";
import { words, type Inner } from "./inner.ts";

interface Interpreter {
  /** Options with values. */
  readonly values: string;
  /** With one of these the operands are no script: code in words, a syntax check, a test run. */
  readonly unless: string;
  /** The subcommand that runs a file. */
  readonly subcommand?: string;
  readonly isSingleDash?: boolean;
}

const node: Interpreter = {
  values:
    "-r --require --import --loader --experimental-loader -C --conditions --env-file --env-file-if-exists --max-old-space-size --stack-size --inspect-port --test-reporter --test-name-pattern --watch-path --input-type --title",
  unless: "-e --eval -p --print -c --check --test --run -i --interactive -v --version -h --help",
};
const python: Interpreter = { values: "-W -X", unless: "-c -m -V --version" };
const shell: Interpreter = { values: "-o -O --rcfile --init-file", unless: "-c -n -s" };

const interpreters: Readonly<Record<string, Interpreter>> = {
  node,
  nodejs: node,
  tsx: { values: `${node.values} --tsconfig`, unless: node.unless },
  "ts-node": {
    values: "-P --project -r --require -C --compiler -D --ignore-diagnostics -O",
    unless: "-e -p",
  },
  "ts-node-esm": { values: "-P --project", unless: "-e -p" },
  nodemon: { values: "-w --watch -e --ext -i --ignore -x --exec -d --delay", unless: "-x --exec" },
  "babel-node": { values: "--presets --plugins -x", unless: "-e -p" },
  python,
  python2: python,
  python3: python,
  py: python,
  pypy3: python,
  ruby: { values: "-I -r -E -C", unless: "-e -c -v --version" },
  perl: { values: "-I", unless: "-e -E -c -v --version" },
  php: { values: "-d -c -z", unless: "-r -l --syntax-check -S -v -i -m --version" },
  Rscript: { values: "", unless: "-e" },
  lua: { values: "-l", unless: "-e" },
  osascript: { values: "-l", unless: "-e" },
  deno: {
    values: "-c --config --import-map --lock --location --seed --cert -L --log-level",
    unless: "",
    subcommand: "run",
  },
  sh: shell,
  bash: shell,
  zsh: shell,
  dash: shell,
  ksh: shell,
  ash: shell,
  source: { values: "", unless: "" },
  ".": { values: "", unless: "" },
  pwsh: {
    values: "-executionpolicy -ep -workingdirectory -windowstyle",
    unless: "-command -c -e -ec -encodedcommand",
    isSingleDash: true,
  },
  powershell: {
    values: "-executionpolicy -ep -workingdirectory -windowstyle",
    unless: "-command -c -e -ec -encodedcommand",
    isSingleDash: true,
  },
};

const shells = /^(sh|bash|zsh|dash|ksh|ash|source|\.|pwsh|powershell)$/;

/** `node x.js`, `bash x.sh`, `. x.sh`, `sh < x.sh`: the file is what runs. `python -m x` runs the program x. */
export function unwrapInterpreter(name: string, call: Call): readonly Inner[] | undefined {
  if (name === "bun") return unwrapBun(call);
  if (name === "java") return unwrapJar(call);
  const interpreter = Object.hasOwn(interpreters, name) ? interpreters[name] : undefined;
  if (!interpreter) return undefined;
  if (interpreter === python) {
    const module = unwrapModule(call);
    if (module) return module;
  }
  let { args } = call;
  if (interpreter.isSingleDash) args = args.map((word) => (word.text.startsWith("-") ? lower(word) : word));
  if (interpreter.subcommand) {
    if (args[0]?.text !== interpreter.subcommand) return undefined;
    args = args.slice(1);
  }
  const options = readOptions(args, { ...interpreter, stopsAtOperand: true });
  if (interpreter.unless !== "" && options.has(interpreter.unless)) return undefined;
  let operands = options.operands;
  if (name === "tsx" && operands[0]?.text === "watch") operands = operands.slice(1);
  const scriptOf = shells.test(name) ? "shell" : "interpreter";
  const [file] = operands;
  // `deno run npm:rimraf@5 dist` runs the program of a package.
  const inPackage = name === "deno" && /^(?:npm|jsr):(?:@[\w.-]+\/)?([\w.-]+)/.exec(file?.text ?? "");
  if (inPackage) return words([literal(inPackage[1] ?? ""), ...operands.slice(1)]);
  if (file && file.text !== "-") {
    // Code that is fetched or written by another command has no name.
    return /^[<$]\(/.test(file.text) ? undefined : words(operands, { scriptOf });
  }
  const input = call.input.file;
  return input && words([input], { scriptOf, input: {} });
}

function lower(word: Argument): Argument {
  return { ...word, text: word.text.toLowerCase() };
}

function unwrapModule(call: Call): readonly Inner[] | undefined {
  const at = call.args.findIndex(({ text }) => !/^-[bBdEhiIOPqsSuvxR]+$/.test(text));
  const [flag, module, ...others] = call.args.slice(Math.max(at, 0));
  if (!flag || !/^-[a-zA-Z]*m$/.test(flag.text) || !module) return undefined;
  return words([module, ...others]);
}

/** `java -jar tools/bfg-1.14.0.jar`: the program is what the archive is named after. */
function unwrapJar(call: Call): readonly Inner[] | undefined {
  const at = call.args.findIndex(({ text }) => text === "-jar");
  const file = at < 0 ? undefined : call.args[at + 1];
  const archive = file?.text.slice(file.text.lastIndexOf("/") + 1) ?? "";
  const name = archive.endsWith(".jar") ? archive.slice(0, -".jar".length).split(/-\d/)[0] : "";
  return name ? words([literal(name), ...call.args.slice(at + 2)]) : undefined;
}

/** `bun x.ts` and `bun run x.ts` run a file, `bun run NAME` a package script. */
function unwrapBun(call: Call): readonly Inner[] | undefined {
  const { operands } = readOptions(call.args, {
    values: "--cwd -r --preload --env-file -c --config",
    stopsAtOperand: true,
  });
  const own = operands[0]?.text === "run" ? operands.slice(1) : operands;
  const isFile = /[/\\]|\.[cm]?[jt]sx?$/.test(own[0]?.text ?? "");
  return isFile ? words(own, { scriptOf: "interpreter" }) : undefined;
}
