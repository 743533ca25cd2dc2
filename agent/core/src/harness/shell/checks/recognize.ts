import { readOptions, type Options } from "../options.ts";
import { packageScript, targetNames } from "../operations/deploy.ts";
import { managerValues } from "../unwrap/packageRunners.ts";
import type { CheckKind } from "../types.ts";
import type { Argument } from "../walk/argument.ts";
import type { Call } from "../walk/call.ts";
import { kindOfName, kindOfScript } from "./names.ts";
import { narrowingOf, scriptNarrowing, selectsWorkspace } from "./narrowing.ts";
import type { Narrowing, Runner } from "./runner.ts";
import { runnersOf } from "./tools.ts";

export interface RecognizedCheck {
  readonly kind: CheckKind;
  readonly narrowed: Narrowing;
  /** A failure does not reach the runner's own exit code. */
  readonly isHidden: boolean;
}

/** Words with which no runner checks anything. */
const never =
  /^(--version|--help|-h|--init|--listTests|--list-tests|--collect-only|--co|--watch|--watchAll|--ui)$/;

/** The check that a call runs, by the table of runners and by the names of scripts. */
export function recognizeCheck(call: Call): RecognizedCheck | undefined {
  if (call.args.some(({ text }) => never.test(text))) return undefined;
  const { program } = call;
  if (program.isScript) return scriptCheck(call);
  const script = packageScript(call);
  if (script !== undefined) return packageCheck(call, script);
  const monorepo = /^(nx|turbo|lerna|moon)$/.test(program.name) ? monorepoCheck(call) : undefined;
  return monorepo ?? toolCheck(call) ?? nakedScript(call);
}

function scriptCheck(call: Call): RecognizedCheck | undefined {
  const { program, args } = call;
  const kind = kindOfScript(program.name);
  if (!kind) return undefined;
  const isInterpreted = program.scriptOf === "interpreter";
  const narrowed = kind === "test" ? (scriptNarrowing(args) ?? (isInterpreted ? "path" : null)) : null;
  return { kind, narrowed, isHidden: false };
}

/** `test.sh` on the PATH is a script all the same. */
function nakedScript(call: Call): RecognizedCheck | undefined {
  return /\.(sh|ps1|bat)$/i.test(call.program.path.text) ? scriptCheck(call) : undefined;
}

function packageCheck(call: Call, script: string): RecognizedCheck | undefined {
  const kind = kindOfName(script);
  if (!kind) return undefined;
  const options = readOptions(call.args, { values: managerValues });
  const isHidden = options.has("--if-present");
  if (selectsWorkspace(options)) {
    const byName = kind === "test" && scriptNarrowing(scriptArgs(call, script)) === "name";
    return { kind, narrowed: byName ? "name" : "path", isHidden };
  }
  return { kind, narrowed: kind === "test" ? scriptNarrowing(scriptArgs(call, script)) : null, isHidden };
}

/** The words that reach the script. */
function scriptArgs({ args, program }: Call, script: string): readonly Argument[] {
  const dashes = args.findIndex(({ text }) => text === "--");
  const named = args.findIndex(
    ({ text }) => text === script || (script === "test" && /^(t|tst)$/.test(text)),
  );
  const behind = args.slice(named + 1);
  if (program.name !== "npm") return behind.filter(({ text }) => text !== "--");
  // npm keeps options in front of `--` to itself; operands go through.
  const own = behind.slice(0, dashes > named ? dashes - named - 1 : undefined);
  const passed = dashes >= 0 ? args.slice(dashes + 1) : [];
  return [...own.filter(({ text }) => !text.startsWith("-")), ...passed];
}

/** `nx run-many -t test`, `turbo run test --filter web`. */
function monorepoCheck(call: Call): RecognizedCheck | undefined {
  const targets = targetNames(call);
  const kinds = targets
    .map((name) => kindOfName(name.split(":")[0] ?? name))
    .filter((kind) => kind !== undefined);
  const kind = kinds.includes("test") ? "test" : kinds[0];
  if (!kind || call.args.some(({ text }) => /^--(dry-run|dry|graph)(=|$)/.test(text))) return undefined;
  const options = readOptions(call.args, {
    values:
      "--filter -F --scope --projects -p --project --base --head --exclude -t --target --targets -c --configuration --parallel",
  });
  const [first] = options.operands;
  const selects =
    options.valuesOf("--filter -F --scope --projects -p --project").some(({ text }) => text !== "*") ||
    options.has("--affected --since") ||
    first?.text === "affected" ||
    (call.program.name === "nx" && isSingleProject(options));
  if (options.has("--testNamePattern")) return { kind, narrowed: "name", isHidden: false };
  return { kind, narrowed: selects ? "path" : null, isHidden: false };
}

/** `nx test web`, `nx run web:test`. */
function isSingleProject(options: Options): boolean {
  const [first, second] = options.operands;
  if (first?.text === "run-many" || first?.text === "affected") return false;
  return second !== undefined;
}

function toolCheck(call: Call): RecognizedCheck | undefined {
  const runners = runnersOf(call.program.name);
  if (!runners) return undefined;
  const found = pickRunner(runners, call);
  if (!found) return undefined;
  const { runner, options, operands } = found;
  if (runner.never && options.has(runner.never)) return undefined;
  const kind = typeof runner.kind === "function" ? runner.kind(options, call) : runner.kind;
  if (!kind) return undefined;
  const narrowed = narrowingOf(runner, kind, options, operands);
  return { kind, narrowed, isHidden: isHidden(runner, call) };
}

function isHidden(runner: Runner, { args, flow, program }: Call): boolean {
  // gofmt lists files and succeeds: its output must be turned into a status.
  if (/^gofu?mp?t$/.test(program.name)) return !flow.isOutputTested;
  const names = (runner.hidden ?? "").split(" ");
  return args.some(
    ({ text }) =>
      names.includes(text) || names.includes(text.replace(/=true$/, "")) || isClustered(text, names),
  );
}

/** `make -ki test` */
function isClustered(text: string, names: readonly string[]): boolean {
  return /^-[a-z]{2,}$/i.test(text) && names.includes("-i") && text.includes("i") && !text.startsWith("--");
}

function pickRunner(
  runners: Readonly<Record<string, Runner>>,
  call: Call,
): { runner: Runner; options: Options; operands: readonly Argument[] } | undefined {
  const isSingleDash = Object.values(runners).some((runner) => runner.isSingleDash === true);
  const global = { values: "-C --config --cwd --project-directory -f --file", isSingleDash };
  // `cargo +nightly test`
  const plain = readOptions(call.args, global).operands.filter(({ text }) => !text.startsWith("+"));
  const words = plain.map(({ text }) => text);
  const [first = "", second = ""] = words;
  const key = [`${first} ${second}`, first, ""].find((name) => Object.hasOwn(runners, name));
  const runner = key === undefined ? undefined : runners[key];
  if (key === undefined || !runner) return undefined;
  const syntax = {
    values: [runner.values, runner.names, runner.paths].filter(Boolean).join(" "),
    isSingleDash: runner.isSingleDash ?? false,
  };
  const options = readOptions(call.args, syntax);
  const count = key === "" ? 0 : key.split(" ").length;
  const operands = selectors(options).slice(count);
  return { runner, options, operands };
}

/** Operands, also those behind `--`, where other options of the runner may stand. */
function selectors({ operands, afterDashes = [] }: Options): readonly Argument[] {
  const own = operands.slice(0, operands.length - afterDashes.length);
  const passed = readOptions(afterDashes, {
    values: "--skip --test-threads --color --format -Z --seed -k -t -g --grep --reporter --timeout",
  });
  return [...own, ...passed.operands].filter(({ text }) => !text.startsWith("+"));
}
