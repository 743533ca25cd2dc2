import { anyOf, build, lint, test, types, under, type Runner, type RunnerTable } from "./runner.ts";

const rspec: Runner = {
  kind: "test",
  names: "-e --example -E --example-matches -t --tag",
  pathSwitches: "--only-failures --next-failure",
  values: "-r --require -I -f --format -o --out -O --options --seed --order -P --pattern --default-path",
  operands: "path",
  namedOperand: /:\d+|\[[\d:,]+\]$/,
  never: "--dry-run",
};

const railsTest: Runner = {
  kind: "test",
  names: "-n --name",
  values: "-s --seed -e --environment",
  operands: "path",
  namedOperand: /:\d+$/,
};

const phpunit: Runner = {
  kind: "test",
  names: "--filter --group --exclude-group",
  paths: "--testsuite",
  values:
    "-c --configuration --bootstrap --log-junit --coverage-clover --coverage-html --printer --order-by -d -p --processes",
  operands: "path",
  never: "--list-tests --list-suites --list-groups",
};

const mixTest: Runner = {
  kind: "test",
  names: "--only",
  pathSwitches: "--failed --stale",
  values: "--seed --max-failures --exclude --include --partitions --formatter --timeout --max-cases",
  operands: "path",
  namedOperand: /:\d+$/,
};

export const otherRunners: RunnerTable = {
  ...anyOf("rspec parallel_rspec turbo_tests", rspec),
  rails: {
    ...under("test test:all test:system", railsTest),
    spec: rspec,
    zeitwerk: lint,
    "zeitwerk:check": lint,
  },
  ...anyOf("cucumber", { ...test, names: "-n --name -t --tags" }),
  ...anyOf("rubocop standardrb erblint haml-lint slim-lint brakeman reek fasterer rufo", lint),
  ruby: { "": { kind: (options) => (options.has("-c") ? "lint" : undefined), values: "-I -r -e" } },
  perl: { "": { kind: (options) => (options.has("-c") ? "lint" : undefined), values: "-I -e -E -M" } },
  srb: { tc: types },
  ...anyOf("phpunit paratest pest", phpunit),
  artisan: { test: phpunit },
  ...anyOf("phpstan psalm phpcs phpmd parallel-lint", lint),
  "php-cs-fixer": {
    ...under("check", lint),
    ...under("fix", { kind: (options) => (options.has("--dry-run") ? "lint" : undefined) }),
  },
  pint: { "": { kind: (options) => (options.has("--test") ? "lint" : undefined) } },
  php: {
    "": { kind: (options) => (options.has("-l --syntax-check") ? "lint" : undefined), values: "-d -c" },
  },
  composer: { validate: lint },
  mix: {
    test: mixTest,
    compile: build,
    credo: lint,
    dialyzer: types,
    format: { kind: (options) => (options.has("--check-formatted") ? "lint" : undefined) },
  },
  rebar3: {
    ...under("ct eunit proper", { kind: "test", paths: "--suite --module --app", names: "--case --group" }),
    compile: build,
    dialyzer: types,
    lint,
  },
  gleam: {
    test,
    build,
    check: types,
    format: { kind: (options) => (options.has("--check") ? "lint" : undefined) },
  },
  lein: { test: { kind: "test", names: "-n :only", operands: "path" }, compile: build },
  prove: { "": { ...test, values: "-I -l -j --jobs -e --exec --formatter -P" } },
  bats: {
    "": {
      kind: "test",
      names: "-f --filter --filter-tags",
      values: "-j --jobs -F --formatter -o --output -T",
      operands: "path",
    },
  },
  busted: { "": { ...test, names: "-t --tags --filter", values: "-o -p --pattern -C --directory" } },
  luacheck: { "": lint },
  R: { "CMD check": { kind: "test" }, "CMD build": build },
  "elm-test": { "": test },
  elm: { make: build },
  crystal: { spec: { kind: "test", names: "-e --example", operands: "path", namedOperand: /:\d+$/ }, build },
  shfmt: { "": { kind: (options) => (options.has("-d --diff -l --list") ? "lint" : undefined) } },
  ...anyOf(
    "shellcheck hadolint actionlint yamllint ansible-lint tflint tfsec checkov kubeconform kubeval kube-linter cfn-lint spectral redocly vale codespell djlint sqlfluff-lint zizmor proselint checkmake",
    lint,
  ),
  ...Object.fromEntries(
    ["bash", "sh", "zsh", "dash", "ksh"].map((name) => [
      name,
      {
        "": {
          kind: (options) => (options.has("-n") && !options.has("-c") ? "lint" : undefined),
          values: "-o -O -c",
        } satisfies Runner,
      },
    ]),
  ),
  ...Object.fromEntries(
    ["terraform", "tofu"].map((name) => [
      name,
      {
        validate: { kind: "lint" },
        fmt: { kind: (options) => (options.has("-check --check") ? "lint" : undefined), isSingleDash: true },
        test: { kind: "test" },
      } satisfies Record<string, Runner>,
    ]),
  ),
  helm: { lint },
  packer: { validate: lint },
  "ansible-playbook": {
    "": { kind: (options) => (options.has("--syntax-check") ? "lint" : undefined), values: "-i -e" },
  },
  docker: {
    build,
    "buildx build": build,
    "image build": build,
    "compose config": lint,
    "compose build": build,
  },
  podman: { build },
  "docker-compose": { config: lint, build },
  sqlfluff: { lint },
  buf: { lint, breaking: lint, build },
  mkdocs: { build: { kind: (options) => (options.has("-s --strict") ? "build" : undefined) } },
  "pre-commit": { run: lint },
  prek: { run: lint },
  lefthook: { run: lint },
  nix: { "flake check": { kind: "test" }, build },
  opa: { test },
  conftest: { ...under("test verify", test) },
  newman: { run: test },
  anchor: { test, build },
  "dotnet-format": {
    "": { kind: (options) => (options.has("--check --verify-no-changes") ? "lint" : undefined) },
  },
};
