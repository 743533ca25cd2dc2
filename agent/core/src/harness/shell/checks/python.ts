import { kindOfName } from "./names.ts";
import { anyOf, build, lint, test, types, type Runner, type RunnerTable } from "./runner.ts";

const pytest: Runner = {
  kind: "test",
  names: "-k -m",
  pathSwitches: "--lf --last-failed --testmon --picked",
  values:
    "-c -n --numprocesses -p -o --override-ini -W --tb --maxfail --cov --cov-report --cov-config --cov-fail-under --junitxml --junit-xml --durations --rootdir --timeout --dist --color --log-level --log-cli-level --confcutdir --basetemp --import-mode --ignore --ignore-glob --deselect --capture --html --alluredir --reruns --reruns-delay --seed --ds --driver --browser --base-url",
  operands: "path",
  namedOperand: /::/,
  never: "--fixtures --markers --cache-show",
};

/** Environments of tox and sessions of nox are named after what they do. */
function byEnvironment(list: readonly string[]): "test" | "types" | "lint" | "build" {
  const kinds = list.flatMap((text) => text.split(",")).map((name) => kindOfName(name));
  return kinds.find((kind) => kind !== undefined) ?? "test";
}

const formatter = (flags: string): Runner => ({
  kind: (options) => (options.has(flags) ? "lint" : undefined),
});

const django: Readonly<Record<string, Runner>> = {
  test: {
    kind: "test",
    names: "-k --tag --exclude-tag",
    values:
      "--settings --parallel -v --verbosity --pythonpath --testrunner -p --pattern -t --top-level-directory",
    operands: "path",
  },
  check: lint,
  makemigrations: { kind: (options) => (options.has("--check") ? "lint" : undefined) },
};

export const pythonRunners: RunnerTable = {
  ...anyOf("pytest py.test", pytest),
  unittest: {
    "": {
      kind: "test",
      names: "-k",
      values: "-s --start-directory -p --pattern -t --top-level-directory",
      operands: "path",
    },
    discover: {
      kind: "test",
      names: "-k",
      paths: "-s --start-directory -p --pattern",
      values: "-t --top-level-directory",
      operands: "path",
      everything: /^\.$/,
    },
  },
  doctest: { "": test },
  trial: { "": test },
  nose2: { "": test },
  stestr: { run: test },
  tox: {
    "": {
      kind: (options) => byEnvironment(options.valuesOf("-e -f").map(({ text }) => text)),
      names: "-k",
      values: "-e -f -c --conf --workdir --root -p --parallel -o -x --override",
      never: "-l -a --listenvs --notest --devenv",
    },
    run: {
      kind: (options) => byEnvironment(options.valuesOf("-e -f").map(({ text }) => text)),
      values: "-e -f -c",
    },
  },
  nox: {
    "": {
      kind: (options) =>
        byEnvironment(
          [...options.valuesOf("-s --session --sessions -e"), ...options.valuesOf("-t --tags")].map(
            ({ text }) => text,
          ),
        ),
      values: "-s --session --sessions -e -f --noxfile -p --python -t --tags -k --keywords",
      never: "-l --list --list-sessions --install-only",
    },
  },
  "manage.py": django,
  "django-admin": django,
  ...anyOf("mypy dmypy pyright basedpyright pyre pytype", { kind: "types" }),
  ty: { check: types },
  ruff: {
    "": lint,
    check: lint,
    format: formatter("--check --diff"),
    ...Object.fromEntries(
      ["rule", "config", "linter", "clean", "server", "version"].map((name) => [
        name,
        { kind: () => undefined },
      ]),
    ),
  },
  ...anyOf("black", formatter("--check --diff")),
  ...anyOf("isort", formatter("-c --check --check-only")),
  ...anyOf("yapf autopep8", formatter("-d --diff -q")),
  ...anyOf(
    "flake8 pylint bandit pydocstyle pycodestyle pyflakes vulture pylama codespell pyupgrade interrogate",
    lint,
  ),
  ...anyOf("compileall py_compile", build),
  ...anyOf("sphinx-build", build),
};
