import { readOptions } from "../options.ts";
import { literal, type Argument } from "../walk/argument.ts";
import type { Call } from "../walk/call.ts";
import { script, words, type Inner, type Unwrapper } from "./inner.ts";

/** The command of a package: scope and version removed, `@vscode/vsce@3` is `vsce`. */
function commandOfPackage(argument: Argument): Argument {
  const name = argument.text.replace(/^@[^/]+\//, "").replace(/(?<=.)@[^/]*$/, "");
  return { ...argument, text: name, prefix: argument.kind === "literal" ? name : argument.prefix };
}

function runPackage(args: readonly Argument[], values: string): readonly Inner[] | undefined {
  const options = readOptions(args, { values, stopsAtOperand: true });
  const line = options.value("-c --call");
  if (line) return [script(line)];
  const [name, ...others] = options.operands;
  return name && words([commandOfPackage(name), ...others]);
}

const npxValues = "-p --package -c --call -w --workspace --node-options --prefix -C --dir --filter -F";

/** Subcommands of the package managers that are no names of scripts or programs. */
const ownSubcommands = new Set(
  `access add adduser approve-builds approve-scripts audit autoclean bin bugs cache check ci completion config
   constraints cat-file cat-index create dedupe deploy deprecate diff dist-tag dlx docs doctor edit env exec explain
   explore fetch find-dupes fund generate-lock-entry get global help help-search hook i import info init
   install install-test it la licenses link list ll login logout ls node org outdated owner pack ping patch
   patch-commit pkg plugin pm policies prefix profile prune publish query rb rebuild remove repl repo restart
   rm root run run-script search server set setup shrinkwrap star start stop store tag team test token
   unlink uninstall un unpublish up update upgrade upgrade-interactive version versions view vsc whoami why
   workspace workspaces x c`.split(/\s+/),
);

export const managerValues =
  "-w --workspace --prefix -C --dir --cwd -F --filter --loglevel --reporter --registry --otp --tag --access --userconfig --cache --network-timeout --mutex --modules-folder --cache-folder --use-yarnrc --config --store-dir --filter-prod --test-pattern --color --script-shell --omit --include";

/** `pnpm exec vitest`, `yarn tsc`, `bun x`, `yarn workspace a test`. */
function unwrapManager(isProgram: (name: string) => boolean): Unwrapper {
  return (call) => {
    const options = readOptions(call.args, { values: managerValues, stopsAtOperand: true });
    const [subcommand, ...args] = options.operands;
    const name = subcommand?.text ?? "";
    const manager = call.words[0];
    if (/^(exec|x|dlx)$/.test(name)) return runPackage(args, npxValues);
    const [workspace, ...inWorkspace] = args;
    if (name === "workspace" && manager && workspace)
      return words([manager, literal("-w"), workspace, ...inWorkspace]);
    if (name === "workspaces" && args[0]?.text === "foreach" && manager) {
      const each = readOptions(args.slice(1), {
        values: "--include --exclude --from -j --jobs",
        stopsAtOperand: true,
      });
      return words([manager, ...each.operands]);
    }
    const [first, ...others] = args;
    // These two look for a program when no script has the name.
    if (name === "run" && /^(yarn|bun)$/.test(call.program.name) && first && isProgram(first.text))
      return words([first, ...others]);
    if (call.program.name === "npm" || !subcommand || ownSubcommands.has(name)) return undefined;
    // A script of that name is looked at by whoever knows package scripts.
    return isProgram(name) ? words([subcommand, ...args]) : undefined;
  };
}

interface Runner {
  readonly subcommands: readonly string[];
  readonly values: string;
}

/** `poetry run x`: a subcommand, then the command. */
const runners: Readonly<Record<string, Runner>> = {
  uv: {
    subcommands: ["run"],
    values:
      "--with --with-editable --with-requirements --python -p --extra --group --only-group --no-group --project --directory --package --env-file --index --index-url --extra-index-url",
  },
  poetry: { subcommands: ["run"], values: "-C --directory -P --project" },
  pipenv: { subcommands: ["run"], values: "" },
  pdm: { subcommands: ["run"], values: "-p --project -g" },
  hatch: { subcommands: ["run"], values: "-e --env" },
  rye: { subcommands: ["run"], values: "" },
  pixi: { subcommands: ["run"], values: "-e --environment --manifest-path" },
  conda: { subcommands: ["run"], values: "-n --name -p --prefix --cwd" },
  mamba: { subcommands: ["run"], values: "-n --name -p --prefix" },
  micromamba: { subcommands: ["run"], values: "-n --name -p --prefix" },
  bundle: { subcommands: ["exec"], values: "--gemfile" },
  pipx: { subcommands: ["run"], values: "--spec --python" },
  uvx: { subcommands: [], values: "--from --with --python -p" },
  rbenv: { subcommands: ["exec"], values: "" },
  pyenv: { subcommands: ["exec"], values: "" },
  asdf: { subcommands: ["exec"], values: "" },
  mise: { subcommands: ["exec", "x"], values: "" },
  volta: { subcommands: ["run"], values: "--node --npm --yarn --pnpm" },
  fnm: { subcommands: ["exec"], values: "--using" },
  nvm: { subcommands: ["exec"], values: "" },
  corepack: { subcommands: [], values: "" },
  opam: { subcommands: ["exec"], values: "--switch" },
  "nix-shell": { subcommands: [], values: "-p --packages -I -A" },
  coverage: {
    subcommands: ["run"],
    values: "--source --omit --include --rcfile --data-file --context --concurrency",
  },
};

function unwrapRunner(runner: Runner): Unwrapper {
  return (call) => {
    const line = readOptions(call.args, { values: "--run --command" }).value("--run");
    if (call.program.name === "nix-shell") return line && [script(line)];
    const top = readOptions(call.args, {
      values: `${runner.values} -C --directory --project`,
      stopsAtOperand: true,
    });
    let args = top.operands;
    if (runner.subcommands.length > 0) {
      if (!runner.subcommands.includes(args[0]?.text ?? "")) return undefined;
      args = args.slice(1);
    }
    const options = readOptions(args, { values: runner.values, stopsAtOperand: true });
    if (call.program.name === "coverage") return coverageCommand(args, options.operands);
    let command = options.operands;
    const [first, ...others] = command;
    if (!first) return undefined;
    if (call.program.name === "uvx" || call.program.name === "pipx")
      command = [commandOfPackage(first), ...others];
    if (call.program.name === "mise" || call.program.name === "nvm") {
      const dashes = args.findIndex(({ text }) => text === "--");
      if (dashes >= 0) command = args.slice(dashes + 1);
    }
    // `hatch run test:unit` names a script of the project.
    if (/^(hatch|pdm|pixi)$/.test(call.program.name) && first.text.includes(":")) return undefined;
    return words(command);
  };
}

/** `coverage run -m pytest` runs a module, `coverage run x.py` a file. */
function coverageCommand(
  args: readonly Argument[],
  operands: readonly Argument[],
): readonly Inner[] | undefined {
  const python: Argument = { text: "python", kind: "literal", prefix: "python", isFetched: false };
  const module = args.findIndex(({ text }) => text === "-m");
  if (module >= 0) return words([python, ...args.slice(module)]);
  return operands.length > 0 ? words([python, ...operands]) : undefined;
}

/** The unwrappers of package runners; `isProgram` knows the programs that the tables name. */
export function packageUnwrapper(name: string, isProgram: (name: string) => boolean): Unwrapper | undefined {
  if (/^(npx|bunx|pnpx)$/.test(name)) return (call) => runPackage(call.args, npxValues);
  if (/^(npm|pnpm|yarn|bun)$/.test(name)) return unwrapManager(isProgram);
  if (!Object.hasOwn(runners, name)) return undefined;
  const runner = runners[name];
  return runner && unwrapRunner(runner);
}

/** The words of a package manager's subcommand, its own options left out. */
export function managerWords(call: Call): { subcommand: string; args: readonly Argument[] } {
  const { operands } = readOptions(call.args, { values: managerValues, stopsAtOperand: true });
  return { subcommand: operands[0]?.text ?? "", args: operands.slice(1) };
}
