import { anyOf, build, lint, test, types, under, type Runner, type RunnerTable } from "./runner.ts";

const jest: Runner = {
  kind: "test",
  names: "-t --testNamePattern",
  paths: "--testPathPattern --testPathPatterns --selectProjects --changedSince --projects",
  pathSwitches: "-o --onlyChanged --onlyFailures -f --lastCommit --findRelatedTests --runTestsByPath --lf",
  values:
    "-c --config -w --maxWorkers --reporters --coverageReporters --testTimeout --rootDir --roots --shard --env --testEnvironment --outputFile --coverageDirectory --collectCoverageFrom --testPathIgnorePatterns --coverageProvider --logHeapUsage --globalSetup --setupFiles --transform --seed",
  operands: "path",
};

const vitestValues =
  "-c --config -r --root --reporter --outputFile --environment --pool --maxWorkers --minWorkers --shard --bail --retry --testTimeout --hookTimeout --mode --exclude --api --browser --coverage.provider --coverage.reporter";
const vitest: Runner = {
  kind: "test",
  names: "-t --testNamePattern",
  paths: "--project --dir --workspace",
  pathSwitches: "--changed",
  values: vitestValues,
  operands: "path",
  never: "-w",
};
const noCheck: Runner = { kind: () => undefined };

const mocha: Runner = {
  kind: "test",
  names: "-g --grep -f --fgrep",
  paths: "--spec",
  values:
    "-r --require -t --timeout -R --reporter -O --reporter-option --reporter-options -s --slow --config --package --extension --retries -j --jobs -u --ui --file --ignore --exclude --watch-files -n --node-option --loader --import",
  operands: "path",
  never: "-w",
};

const tsc: Runner = {
  kind: "types",
  paths: "-p --project",
  everything: /^(\.\/?|(\.\/)?tsconfig\.json)$/,
  values:
    "--target --module --outDir --rootDir --lib --jsx --moduleResolution --tsBuildInfoFile --declarationDir --types --pretty",
  never: "-w --clean --showConfig --listFilesOnly",
};

const playwright: Runner = {
  kind: "test",
  names: "-g --grep --grep-invert",
  paths: "--project --test-list",
  pathSwitches: "--last-failed --only-changed",
  values:
    "-c --config -j --workers --reporter --retries --shard --timeout --global-timeout --output --trace --repeat-each --max-failures --tsconfig -u --browser",
  operands: "path",
  never: "--list --ui",
};

const prettier: Runner = {
  kind: (options) =>
    options.has("-c --check -l --list-different") && !options.has("-w --write") ? "lint" : undefined,
};

const deno: Readonly<Record<string, Runner>> = {
  test: {
    kind: "test",
    names: "--filter",
    values: "-c --config --import-map --coverage --reporter --junit-path --seed --shuffle -j --parallel",
    operands: "path",
    never: "--no-run",
  },
  check: types,
  lint,
  fmt: { kind: (options) => (options.has("--check") ? "lint" : undefined) },
  compile: build,
};

const builders = under("build", { kind: "build", never: "-w", values: "-c --config --mode --base --outDir" });

export const javascriptRunners: RunnerTable = {
  ...anyOf("jest", jest),
  vitest: {
    "": vitest,
    run: vitest,
    related: { ...vitest, operands: "path" },
    ...under("watch dev list init bench", noCheck),
  },
  ...anyOf("mocha", mocha),
  ...anyOf("ava", {
    kind: "test",
    names: "-m --match",
    values: "-c --concurrency -T --timeout --config --node-arguments",
    operands: "path",
    never: "-w",
  }),
  ...anyOf("tap", { ...test, names: "-g --grep", values: "-R --reporter -t --timeout -j --jobs" }),
  ...anyOf("jasmine", { ...test, names: "--filter", values: "--config --reporter --helper" }),
  ...anyOf("wtr web-test-runner", { ...test, paths: "--files --group", values: "--config" }),
  ...anyOf("uvu", { ...test, values: "-r --require -i --ignore -C --cwd" }),
  karma: under("start run", { kind: "test", values: "--browsers --reporters" }),
  node: {
    "": {
      kind: (options) => (options.has("--test") ? "test" : undefined),
      names: "--test-name-pattern",
      values:
        "-r --require --import --loader --experimental-loader -C --conditions --env-file --test-reporter --test-reporter-destination --test-concurrency --test-timeout --test-shard --test-coverage-include",
      operands: "path",
      pathSwitches: "--test-only",
    },
  },
  tsx: {
    "": {
      kind: (options) => (options.has("--test") ? "test" : undefined),
      names: "--test-name-pattern",
      values: "--import --tsconfig --test-reporter --test-concurrency",
      operands: "path",
    },
  },
  bun: {
    test: {
      kind: "test",
      names: "-t --test-name-pattern",
      values: "--timeout --preload -r --coverage-reporter --rerun-each --bail --reporter",
      operands: "path",
      paths: "--cwd",
    },
    build,
  },
  deno,
  playwright: { test: playwright },
  cypress: {
    run: {
      kind: "test",
      paths: "-s --spec",
      values:
        "-b --browser -C --config-file -c --config -e --env -P --project -r --reporter -o --reporter-options --tag --group --ci-build-id -k --key",
    },
  },
  "react-scripts": { test: jest, build },
  ng: {
    test: {
      kind: "test",
      paths: "--include --project",
      values: "-c --configuration --browsers",
      operands: "path",
    },
    build: { kind: "build", values: "-c --configuration" },
    lint,
    e2e: test,
  },
  ...anyOf("tsc vue-tsc tsgo", tsc),
  ...anyOf("svelte-check", {
    kind: "types",
    values: "--tsconfig --workspace --output --threshold --ignore",
    paths: "--workspace",
  }),
  astro: { check: types, build },
  ...anyOf("eslint oxlint stylelint xo standard tslint ts-standard semistandard eslint_d", {
    kind: "lint",
    never: "--print-config --inspect-config",
  }),
  biome: {
    ...under("check lint ci", lint),
    format: { kind: (options) => (options.has("--write --fix") ? undefined : "lint") },
  },
  ...anyOf("prettier", prettier),
  dprint: { check: lint },
  next: { lint, build, typegen: noCheck },
  ...Object.fromEntries(
    "vite nuxt nuxi remix gatsby vue-cli-service parcel docusaurus vitepress tauri ionic stencil expo"
      .split(" ")
      .map((name) => [name, builders]),
  ),
  "react-router": { build, typegen: noCheck },
  webpack: {
    "": { kind: "build", never: "-w", values: "-c --config --mode --env" },
    ...under("serve watch s w init info", noCheck),
  },
  rollup: { "": { kind: (options) => (options.has("-c --config") ? "build" : undefined), never: "-w" } },
  ...anyOf("esbuild tsup tsdown unbuild swc ncc rspack", { kind: "build", never: "-w --serve" }),
  ...anyOf("markdownlint markdownlint-cli2 cspell publint attw commitlint syncpack depcheck knip", lint),
  hardhat: { test, compile: build },
};
