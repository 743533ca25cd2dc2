import type { Options } from "../options.ts";
import type { Call } from "../walk/call.ts";
import type { CheckKind } from "../types.ts";
import { kindOfName } from "./names.ts";
import { anyOf, build, lint, test, under, type Runner, type RunnerTable } from "./runner.ts";

const goValues =
  "-o -ldflags -tags -mod -modfile -C -p -gcflags -asmflags -buildmode -timeout -count -cpu -parallel -coverprofile -covermode -coverpkg -exec -args -vet -benchtime -outputdir -cpuprofile -memprofile -json -shuffle -fuzztime";

const goTest: Runner = {
  kind: (options) => (options.has("-c") ? "build" : "test"),
  isSingleDash: true,
  names: "-run --run -skip -fuzz",
  values: goValues.replace(" -json", "").replace(" -args", ""),
  operands: "path",
  everything: /^(\.\/)?\.\.\.$/,
  never: "-list -n",
};

const go: Readonly<Record<string, Runner>> = {
  test: goTest,
  vet: { ...lint, isSingleDash: true },
  build: { kind: "build", isSingleDash: true, values: goValues },
};

const cargoValues =
  "--features -F --target --target-dir -j --jobs --profile --manifest-path --color --message-format -Z --config --exclude --test-threads --lockfile-path";

const cargoPackages = { paths: "-p --package", widens: "--workspace --all" };

const cargoTest: Runner = {
  kind: (options) => (options.has("--no-run") ? "build" : "test"),
  ...cargoPackages,
  names: "-E --filter-expr",
  paths: "-p --package --test --bin --example --bench",
  values: `${cargoValues} --skip --partition --retries --config-file --cargo-profile -P`,
  operands: "name",
  never: "--list",
};

const cargo: Readonly<Record<string, Runner>> = {
  test: cargoTest,
  t: cargoTest,
  "nextest run": cargoTest,
  "nextest r": cargoTest,
  "llvm-cov": { ...cargoTest, kind: "test", operands: undefined },
  "llvm-cov nextest": cargoTest,
  tarpaulin: { ...cargoTest, kind: "test", operands: undefined },
  "miri test": cargoTest,
  "hack test": cargoTest,
  check: { kind: "types", values: cargoValues, ...cargoPackages },
  c: { kind: "types", values: cargoValues, ...cargoPackages },
  "hack check": { kind: "types", values: cargoValues, ...cargoPackages },
  clippy: { kind: "lint", values: cargoValues, ...cargoPackages },
  fmt: {
    kind: (options) =>
      options.has("--check") || options.afterDashes?.some(({ text }) => text === "--check")
        ? "lint"
        : undefined,
    values: cargoValues,
    ...cargoPackages,
  },
  build: { kind: "build", values: cargoValues, ...cargoPackages },
  b: { kind: "build", values: cargoValues, ...cargoPackages },
};

const mavenSkips = (options: Options): boolean =>
  options.names.some((name) => /^-D(skipTests|maven\.test\.skip)$/.test(name)) &&
  !options.valuesOf("-DskipTests -Dmaven.test.skip").some(({ text }) => text === "false");

function mavenKind(options: Options): CheckKind | undefined {
  const goals = options.operands.map(({ text }) => text);
  const has = (pattern: RegExp): boolean => goals.some((goal) => pattern.test(goal));
  if (has(/^(test|verify|package|install|integration-test|surefire:test|failsafe:verify)$/)) {
    return mavenSkips(options) ? "build" : "test";
  }
  if (
    has(
      /(checkstyle|spotless|pmd|spotbugs|ktlint|detekt|formatter|fmt|license|enforcer)[\w-]*:.*(check|validate|enforce)/,
    )
  )
    return "lint";
  return has(/^(compile|test-compile|process-classes)$/) ? "build" : undefined;
}

const maven: Runner = {
  kind: mavenKind,
  isSingleDash: true,
  names: "-Dtest -Dit.test -Dgroups -Dtests",
  paths: "-pl --projects",
  values:
    "-f --file -P --activate-profiles -s --settings -T --threads -l --log-file -rf --resume-from -gs -t",
  hidden: "-fn --fail-never -Dmaven.test.failure.ignore",
};

function gradleKind(options: Options): CheckKind | undefined {
  const tasks = options.operands.map(({ text }) => text.split(":").at(-1) ?? "");
  const skipsTests = options.valuesOf("-x --exclude-task").some(({ text }) => /(^|:)test$/.test(text));
  const has = (pattern: RegExp): boolean => tasks.some((task) => pattern.test(task));
  if (has(/test$/i)) return "test";
  if (has(/^check$/)) return skipsTests ? "lint" : "test";
  if (has(/^build(Needed|Dependents)?$/)) return skipsTests ? "build" : "test";
  if (has(/^(lint|spotless(?!Apply)|detekt|ktlint(?!.*Format)|checkstyle|pmd|spotbugs)/i)) return "lint";
  return has(/^(assemble|compile|jar$|classes$|bundle|bootJar$|shadowJar$|testClasses$)/)
    ? "build"
    : undefined;
}

const gradle: Runner = {
  kind: gradleKind,
  operands: "path",
  // A task without a project's path runs in all of them.
  everything: /^:?[^:]+$/,
  names: "--tests",
  paths: "-p --project-dir",
  values:
    "-x --exclude-task -b --build-file -c -g --gradle-user-home -I --init-script --max-workers --console --warning-mode --configuration-cache-problems",
  never: "-m --dry-run -t --continuous",
  hidden: "",
};

function bySbt(options: Options): CheckKind | undefined {
  const text = options.operands.map((operand) => operand.text).join(" ");
  if (/\btest(Only|Quick)?\b/.test(text)) return "test";
  if (/\b(scalafmtCheck\w*|scalafix --check)\b/.test(text)) return "lint";
  return /\b(compile|package|assembly)\b/.test(text) ? "build" : undefined;
}

const dotnetValues =
  "-c --configuration -f --framework -l --logger -s --settings -r --runtime -v --verbosity --collect -o --output -a --arch --os -p --blame-hang-timeout --results-directory --test-adapter-path -e --environment -d --diag -t";

const dotnet: Readonly<Record<string, Runner>> = {
  test: {
    kind: "test",
    names: "--filter",
    values: dotnetValues,
    operands: "path",
    everything: /\.slnx?$/,
    never: "--list-tests -t",
  },
  build: { kind: "build", values: dotnetValues },
  msbuild: build,
  format: { kind: (options) => (options.has("--verify-no-changes") ? "lint" : undefined) },
};

const makeValues = "-C --directory -f --file --makefile -j --jobs -l --load-average -o -W -I -O";

/** The targets of a build tool by their names; without any it builds. */
function byTarget(options: Options): CheckKind | undefined {
  const targets = options.operands.map(({ text }) => text).filter((text) => !/^[\w.]+[:+?]?=/.test(text));
  if (targets.length === 0 || targets.every((target) => target === "all")) return "build";
  const kinds = targets.map((target) => kindOfName(target)).filter((kind) => kind !== undefined);
  return kinds.includes("test") ? "test" : kinds[0];
}

const make: Runner = {
  kind: byTarget,
  values: makeValues,
  paths: "-C --directory",
  never: "-n --just-print --dry-run -q --question -p",
  hidden: "-i --ignore-errors",
};

/** Only targets that are named: these tools do something else without one. */
const named: Runner = {
  kind: (options) => (options.operands.length > 0 ? byTarget(options) : undefined),
  values:
    "-f --justfile -d --dir --working-directory -t --taskfile --set -o --output --rakefile -C --collection -c -e --env",
  never: "-l --list --summary --dry-run -n --dry --show --evaluate --choose",
};

function cmakeKind(options: Options): CheckKind | undefined {
  if (!options.has("--build")) return undefined;
  const targets = options.valuesOf("-t --target").map(({ text }) => text);
  return targets.map((target) => kindOfName(target)).find((kind) => kind !== undefined) ?? "build";
}

function firstWord(
  kinds: Readonly<Record<string, CheckKind>>,
): (options: Options, call: Call) => CheckKind | undefined {
  return (options) => {
    const word = options.word(0);
    return Object.hasOwn(kinds, word) ? kinds[word] : undefined;
  };
}

const bazel: Readonly<Record<string, Runner>> = {
  test: {
    kind: "test",
    names: "--test_filter",
    operands: "path",
    everything: /^\/\/\.\.\.$|^\/\/:all$|^\.\.\.$/,
  },
  coverage: { kind: "test", operands: "path", everything: /^\/\/\.\.\.$/ },
  build,
};

export const compiledRunners: RunnerTable = {
  go,
  gotestsum: {
    "": {
      ...goTest,
      kind: "test",
      values: `${goValues} -f --format --junitfile --packages --rerun-fails --jsonfile`,
    },
  },
  ginkgo: {
    "": {
      ...test,
      names: "--focus -focus --label-filter",
      isSingleDash: true,
      everything: /^(\.\/)?\.\.\.$/,
    },
  },
  gofmt: { "": { kind: (options) => (options.has("-l") && !options.has("-w") ? "lint" : undefined) } },
  gofumpt: { "": { kind: (options) => (options.has("-l") && !options.has("-w") ? "lint" : undefined) } },
  "golangci-lint": { run: { ...lint, hidden: "--issues-exit-code=0" } },
  ...anyOf("staticcheck revive govulncheck gosec", lint),
  cargo,
  ...anyOf("rustc", build),
  ...anyOf("rustfmt", { kind: (options) => (options.has("--check") ? "lint" : undefined) }),
  ...anyOf("mvn mvnw mvnd", maven),
  ...anyOf("gradle gradlew", gradle),
  sbt: { "": { kind: bySbt } },
  mill: { "": { kind: bySbt } },
  bazel,
  bazelisk: bazel,
  ...anyOf("ant", {
    kind: (options) => byTarget(options) ?? "build",
    values: "-f -file -buildfile -D",
    isSingleDash: true,
  }),
  ...anyOf("javac kotlinc scalac ghc", build),
  ktlint: { "": { kind: (options) => (options.has("-F --format") ? undefined : "lint") } },
  ...anyOf("detekt checkstyle", lint),
  dotnet,
  ...anyOf("msbuild xbuild", build),
  ...anyOf("make gmake remake mingw32-make", make),
  rake: {
    "": {
      ...named,
      kind: (options) => (options.operands.length > 0 ? byTarget(options) : "test"),
      never: "-T -P -n --tasks --dry-run",
    },
  },
  ...anyOf("just task mage invoke inv doit poe earthly xc", named),
  ...anyOf("ninja", { ...make, hidden: "", values: "-C -f -j -l -k -d -t -w", never: "-n -t" }),
  cmake: {
    "": { kind: cmakeKind, values: "--build -t --target --config -j --parallel --preset -S -B -G -D" },
  },
  ctest: {
    "": {
      kind: "test",
      names: "-R --tests-regex -L --label-regex -I",
      values:
        "-E --exclude-regex -LE -C --build-config -j --parallel --timeout --test-dir --repeat -S -D --output-junit --preset -T -M",
      never: "-N --show-only",
    },
  },
  meson: {
    test: {
      kind: "test",
      operands: "name",
      values: "-C --suite --no-suite -j --num-processes -t --timeout-multiplier --wrap --setup",
      never: "--list",
    },
    compile: build,
  },
  ...anyOf("gcc g++ clang clang++ cc c++ zigcc", build),
  ...anyOf("clang-tidy cppcheck cpplint", lint),
  "clang-format": {
    "": {
      kind: (options) => (options.has("--dry-run -n --Werror") ? "lint" : undefined),
      isSingleDash: true,
    },
  },
  zig: {
    test,
    build: { kind: (options) => (options.operands.some(({ text }) => text === "test") ? "test" : "build") },
    fmt: { kind: (options) => (options.has("--check") ? "lint" : undefined) },
  },
  swift: {
    test: {
      kind: "test",
      names: "--filter --skip",
      paths: "--package-path",
      values: "-c --configuration --num-workers",
    },
    build,
  },
  xcodebuild: {
    "": {
      kind: (options) => firstXcode(options),
      isSingleDash: true,
      names: "-only-testing",
      values:
        "-scheme -project -workspace -destination -configuration -sdk -derivedDataPath -resultBundlePath -testPlan -target -archivePath -xcconfig",
    },
  },
  swiftlint: {
    "": {
      kind: (options) =>
        /^(autocorrect|rules|version|docs)$/.test(options.word(0)) || options.has("--fix")
          ? undefined
          : "lint",
    },
  },
  flutter: {
    test: {
      kind: "test",
      names: "--name --plain-name -n -t --tags",
      operands: "path",
      values: "-d --device-id --reporter -r --timeout --concurrency -j --dart-define",
    },
    analyze: lint,
    build,
  },
  dart: {
    test: {
      kind: "test",
      names: "-n --name -N --plain-name -t --tags",
      operands: "path",
      values: "-p --platform -r --reporter -j --concurrency --timeout --coverage",
    },
    analyze: lint,
    compile: build,
    format: { kind: (options) => (options.has("--set-exit-if-changed") ? "lint" : undefined) },
  },
  forge: {
    test: { ...test, names: "--match-test --mt --match-contract --mc", paths: "--match-path --mp" },
    build,
    fmt: { kind: (options) => (options.has("--check") ? "lint" : undefined) },
  },
  scala: { "": { kind: firstWord({ test: "test", compile: "build" }) } },
  "scala-cli": { test, compile: build },
  dune: {
    ...under("test runtest", test),
    build: {
      kind: (options) =>
        options.operands.some(({ text }) => text === "@runtest" || text === "@test") ? "test" : "build",
    },
  },
  ...Object.fromEntries(
    ["cabal", "stack"].map((name) => [
      name,
      {
        test: { kind: "test", operands: "path", everything: /^all$/ } as Runner,
        build: { kind: (options: Options) => (options.has("--test") ? "test" : "build") } as Runner,
      },
    ]),
  ),
};

function firstXcode(options: Options): CheckKind | undefined {
  const actions = options.operands.map(({ text }) => text);
  if (actions.some((action) => /^(test|test-without-building)$/.test(action))) return "test";
  return actions.length === 0 ||
    actions.some((action) => /^(build|build-for-testing|archive|analyze)$/.test(action))
    ? options.has("-list -version -showBuildSettings -showdestinations -showsdks")
      ? undefined
      : "build"
    : undefined;
}
