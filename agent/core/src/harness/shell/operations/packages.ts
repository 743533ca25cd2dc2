import { readOptions } from "../options.ts";
import { isDeployName } from "./deployName.ts";
import { managerWords } from "../unwrap/packageRunners.ts";
import type { Argument } from "../walk/argument.ts";
import type { Call } from "../walk/call.ts";
import type { Detector, Family, Finding } from "./finding.ts";
import { installNames, systemInstall } from "./installs.ts";

const publish = (label: string): Finding[] => [{ id: "pkg.publish", label }];
const unpublish = (label: string, targets: readonly Argument[]): Finding[] => [
  { id: "pkg.unpublish", label, targets: targets.map(withoutVersion) },
];

/** A package is named without its version. */
function withoutVersion(argument: Argument): Argument {
  const text = argument.text.replace(/(?<=.)@[^@/]*$/, "");
  return { ...argument, text };
}

/** Registry changes of npm and its relatives. */
function npm(call: Call): readonly Finding[] {
  const { subcommand, args } = managerWords(call);
  const name = call.program.name;
  const operands = readOptions(args, { values: "--otp --registry --tag --access -w --workspace" }).operands;
  const action = operands[0]?.text ?? "";
  if (subcommand === "npm") return npmOfYarn(name, operands);
  switch (subcommand) {
    case "publish":
      return publish(`${name} publish`);
    case "unpublish":
      return unpublish(`${name} unpublish`, operands);
    case "deprecate":
      return publish(`${name} deprecate`);
    case "access":
    case "owner":
    case "token":
    case "dist-tag":
    case "team":
    case "org":
    case "star":
    case "hook":
      return /^(ls|list|get|ls-.*|list-.*)$/.test(action) || action === ""
        ? []
        : publish(`${name} ${subcommand}`);
    case "tag":
      return name === "yarn" && /^(add|remove)$/.test(action) ? publish("yarn tag") : [];
    default:
      return systemInstall(call, subcommand, args);
  }
}

/** Yarn puts them behind `yarn npm`. */
function npmOfYarn(name: string, operands: readonly Argument[]): readonly Finding[] {
  const [verb, action] = operands.map(({ text }) => text);
  if (verb === "publish") return publish(`${name} npm publish`);
  return verb === "tag" && action !== "list" ? publish(`${name} npm tag`) : [];
}

/** `X publish` and the like: words that must stand in front of the operands. */
function subcommands(pattern: RegExp, values = ""): Detector {
  return (call) => {
    const text = readOptions(call.args, { values })
      .operands.map((operand) => operand.text)
      .join(" ");
    const found = pattern.exec(text);
    return found ? publish(`${call.program.name} ${found[0].trim()}`) : [];
  };
}

function cargo(call: Call): readonly Finding[] {
  const options = readOptions(call.args, {
    values:
      "--registry --index --token -p --package --manifest-path --vers --version --features -F --target --target-dir -j --jobs --git --branch --tag --rev --path --root -Z --color --profile",
  });
  const operands = options.operands.filter(({ text }) => !text.startsWith("+"));
  const [verb, ...others] = operands;
  switch (verb?.text) {
    case "publish":
      return publish("cargo publish");
    case "yank":
      return unpublish("cargo yank", others);
    case "owner":
      return options.has("-l --list") ? [] : publish("cargo owner");
    case "release":
      // Without --execute it rehearses.
      return options.has("-x --execute") ? publish("cargo release") : [];
    case "install":
    case "uninstall":
    case "binstall":
      return options.has("--list") || options.has("--root")
        ? []
        : [
            {
              id: "system.install",
              label: `cargo ${verb.text}`,
              names: installNames(others, options.valuesOf("--path --git")),
            },
          ];
    default:
      return [];
  }
}

function gem(call: Call): readonly Finding[] {
  const [verb, ...others] = readOptions(call.args, {
    values: "-v --version -k --key --host -i --install-dir -n -s --source",
  }).operands;
  if (verb?.text === "push") return publish("gem push");
  if (verb?.text === "yank") return unpublish("gem yank", others);
  if (verb?.text === "owner") return call.args.length > 2 ? publish("gem owner") : [];
  return /^(install|uninstall|update|i)$/.test(verb?.text ?? "")
    ? [{ id: "system.install", label: `gem ${verb?.text}`, names: installNames(others) }]
    : [];
}

function dotnet(call: Call): readonly Finding[] {
  const options = readOptions(call.args, {
    values:
      "-s --source -k --api-key -c --configuration -o --output -r --runtime -f --framework --version -ss -sk -t --timeout",
  });
  const [first, second, ...others] = options.operands.map(({ text }) => text);
  if (first === "nuget") {
    if (second === "push") return publish("dotnet nuget push");
    if (second === "delete") return unpublish("dotnet nuget delete", options.operands.slice(2));
    return [];
  }
  if (first === "tool" && /^(install|uninstall|update)$/.test(second ?? "")) {
    const isGlobal = options.has("-g --global");
    return isGlobal ? [{ id: "system.install", label: `dotnet tool ${second}`, names: others }] : [];
  }
  if (first === "publish") return dotnetPublish(call);
  return [];
}

/** A publish profile, a registry or a remote target; without one it fills a folder. */
function dotnetPublish(call: Call): readonly Finding[] {
  const isRemote = call.args.some(
    ({ text }) =>
      /^[-/]{1,2}(p|property):?.*(PublishProfile|PublishUrl|WebPublishMethod|ContainerRegistry|DeployOnBuild|MsDeployServiceUrl)=/i.test(
        text,
      ) || /^(PublishProfile|ContainerRegistry|PublishUrl)=/i.test(text),
  );
  return isRemote ? [{ id: "deploy", label: "dotnet publish" }] : [];
}

function maven(call: Call): readonly Finding[] {
  const goal = call.args
    .map(({ text }) => text)
    .find((text) =>
      /^(deploy|release:(perform|prepare|stage|branch|\w+)|[\w.-]*nexus-staging[\w.-]*:(deploy|release|close)|deploy:deploy(-file)?|jib:build|site-deploy|central-publishing:publish)$/.test(
        text,
      ),
    );
  const isSkipped = call.args.some(({ text }) => /^-D(maven\.deploy\.skip|dryRun)(=true)?$/.test(text));
  return goal && !isSkipped ? publish(`mvn ${goal}`) : [];
}

/** It uploads the installers unless told not to. */
function electronBuilder(call: Call): readonly Finding[] {
  const target = readOptions(call.args, { values: "-p --publish" }).value("-p --publish")?.text;
  return target !== undefined && /^(always|onTag|onTagOrDraft)$/.test(target)
    ? publish("electron-builder --publish")
    : [];
}

/** `sbt +publishSigned sonatypeBundleRelease`; publishLocal and publishM2 stay on this machine. */
function sbt(call: Call): Finding[] {
  const task = call.args
    .flatMap(({ text }) => text.split(/[\s;]+/))
    .map((word) => word.slice(word.lastIndexOf("/") + 1).replace(/^\+/, ""))
    .find((word) => /^(publish|publishSigned|release|ci-release|sonatype\w*Release)$/.test(word));
  return task ? publish(`sbt ${task}`) : [];
}

function gradle(call: Call): readonly Finding[] {
  if (call.args.some(({ text }) => text === "--dry-run" || text === "-m")) return [];
  const tasks = call.args.map(({ text }) => text).filter((text) => !text.startsWith("-"));
  const task = tasks.find((text) => {
    const name = text.split(":").at(-1) ?? "";
    return (
      /^(publish|uploadArchives|bintrayUpload|artifactoryPublish|closeAndReleaseRepository|jib$)/.test(
        name,
      ) && !/ToMavenLocal$|Tasks$/.test(name)
    );
  });
  if (task) return publish(`gradle ${task}`);
  const deployment = tasks.find((text) => isDeployName(text.split(":").at(-1) ?? ""));
  return deployment ? [{ id: "deploy", label: `gradle ${deployment}` }] : [];
}

function lerna(call: Call): readonly Finding[] {
  const options = readOptions(call.args, { values: "--scope --dist-tag --registry --preid" });
  const verb = options.word(0);
  if (verb === "publish") return publish("lerna publish");
  // It tags and pushes unless told not to.
  return verb === "version" && !options.has("--no-push --no-git-tag-version") ? publish("lerna version") : [];
}

/** Programs that publish when started. */
function bare(call: Call): readonly Finding[] {
  const isQuiet = call.args.some(({ text }) =>
    /^(-h|-v|-d|--snapshot|--no-publish|--preview|--skip-publish|--release-version|--changelog|init|check|healthcheck|build|completion)$/.test(
      text,
    ),
  );
  return isQuiet ? [] : publish(call.program.name);
}

function goreleaser(call: Call): readonly Finding[] {
  const options = readOptions(call.args, {
    values: "-f --config --id --release-notes -p --parallelism --timeout",
  });
  const verb = options.word(0);
  const isLocal =
    options.has("--snapshot --skip-publish") || /publish/.test(options.value("--skip")?.text ?? "");
  return (verb === "release" || verb === "publish" || verb === "continue") && !isLocal
    ? publish(`goreleaser ${verb}`)
    : [];
}

export const packageFamily: Family = {
  npm,
  pnpm: npm,
  yarn: npm,
  bun: npm,
  cnpm: npm,
  cargo,
  gem,
  dotnet,
  nuget: (call) => {
    const [verb, ...others] = call.args;
    if (verb?.text === "delete") return unpublish("nuget delete", others.slice(0, 1));
    return verb?.text === "push" ? publish("nuget push") : [];
  },
  mvn: maven,
  mvnw: maven,
  mvnd: maven,
  gradle,
  gradlew: gradle,
  "electron-builder": electronBuilder,
  lerna,
  changeset: subcommands(/^publish\b/),
  "semantic-release": bare,
  "release-it": bare,
  np: bare,
  goreleaser,
  twine: subcommands(/^upload\b/),
  poetry: subcommands(/^publish\b/),
  flit: subcommands(/^publish\b/),
  hatch: subcommands(/^publish\b/, "-e --env"),
  pdm: subcommands(/^publish\b/),
  uv: subcommands(/^publish\b/),
  maturin: subcommands(/^(publish|upload)\b/),
  vsce: subcommands(/^(publish|unpublish|unshare)\b/),
  ovsx: subcommands(/^publish\b/),
  jsr: subcommands(/^publish\b/),
  deno: subcommands(/^publish\b/),
  mix: subcommands(/^hex\.(publish|retire|organization|owner)\b/),
  pub: subcommands(/^publish\b|^lish\b/),
  dart: subcommands(/^pub (publish|lish)\b/),
  flutter: subcommands(/^pub (publish|lish)\b/),
  pod: subcommands(/^(trunk push|repo push|trunk delete|trunk deprecate)\b/),
  conan: subcommands(/^upload\b/),
  stack: subcommands(/^upload\b/),
  sbt,
  cabal: subcommands(/^upload\b/),
  opam: subcommands(/^publish\b/),
  luarocks: subcommands(/^upload\b/),
  snapcraft: subcommands(/^(upload|push|release|promote)\b/),
  "cargo-release": bare,
  "publish-module": () => publish("Publish-Module"),
  "publish-script": () => publish("Publish-Script"),
  "publish-psresource": () => publish("Publish-PSResource"),
};
