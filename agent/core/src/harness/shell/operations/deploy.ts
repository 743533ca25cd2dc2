import { readOptions } from "../options.ts";
import { managerValues } from "../unwrap/packageRunners.ts";
import type { Argument } from "../walk/argument.ts";
import type { Call } from "../walk/call.ts";
import { isDeployName, isDeployProgram } from "./deployName.ts";
import type { Detector, Family, Finding } from "./finding.ts";
import { verbs } from "./verbs.ts";

const deploy = (label: string): Finding[] => [{ id: "deploy", label }];

const globals =
  "-a --app -c --config --cwd -t --token -e --env --environment -p --project -P -s --site --scope -S --service -r --region --remote --profile --only --cluster --team --stage -n --name --org -o --organization --destination -d --dir -m --message --auth --filter --platform";

/** Verbs that reach a platform's servers. */
const platformVerbs = verbs(
  "deploy publish launch up submit release releases scale secrets secret push rollback promote redeploy restart import",
);

/** Words behind which a verb only reads. */
const reads = verbs("list ls show get info status logs log open help whoami login logout init link --list");

const deletes = verbs("destroy delete remove rm");

/** A platform's own tool: its verbs stand first or behind a noun. */
function platform(extra = ""): Detector {
  const own = new Set([...platformVerbs, ...verbs(extra)]);
  return (call) => {
    const options = readOptions(call.args, { values: globals });
    const words = options.operands.map(({ text }) => text);
    const [first = "", second = ""] = words;
    const label = `${call.program.name} ${first}`.trim();
    const isRemoval = deletes.has(first) || deletes.has(second) || /:(destroy|delete|remove)$/.test(first);
    if (isRemoval) {
      const targets = options.operands.slice(deletes.has(first) || first.includes(":") ? 1 : 2);
      const named = targets.length > 0 ? targets : options.valuesOf("-a --app");
      return [
        {
          id: "cloud.delete",
          label: deletes.has(first) ? label : `${label} ${second}`.trim(),
          targets: named,
        },
      ];
    }
    if (
      /^(secrets?|releases?|scale)$/.test(first) &&
      (reads.has(second) || (second === "" && first !== "scale"))
    ) {
      return [];
    }
    if (own.has(first) || /:deploy$/.test(first)) return deploy(label);
    const isVerb = own.has(second) || own.has(`${first} ${second}`);
    return isVerb && !reads.has(first) ? deploy(`${label} ${second}`) : [];
  };
}

function vercel(call: Call): readonly Finding[] {
  const options = readOptions(call.args, {
    values:
      "-A --local-config -Q --global-config --cwd -S --scope -t --token -e --env -b --build-env -m --meta -n --name",
  });
  const [first = "", second = "", ...others] = options.operands.map(({ text }) => text);
  if (/^(rm|remove)$/.test(first)) {
    return [{ id: "cloud.delete", label: `vercel ${first}`, targets: options.operands.slice(1) }];
  }
  if (/^(env|alias|domains|dns|certs|secrets|project|projects)$/.test(first)) {
    const isWrite = /^(add|rm|remove|set|update|import|issue|buy|move|transfer-in|upload)$/.test(second);
    const isBareAlias = first === "alias" && second !== "" && !/^(ls|list)$/.test(second);
    return isWrite || isBareAlias || others.length > 1 ? deploy(`vercel ${first} ${second}`) : [];
  }
  if (/^(deploy|promote|rollback|redeploy)$/.test(first)) {
    return second === "status" ? [] : deploy(`vercel ${first}`);
  }
  const knownReads =
    /^(dev|develop|build|pull|ls|list|inspect|logs|link|login|logout|whoami|switch|teams|help|init|git|bisect|telemetry|open|blob|integration|target|curl|cache|httpstat)$/;
  // Without a subcommand, and with a folder in its place, it deploys.
  return knownReads.test(first) ? [] : deploy(options.has("--prod") ? "vercel --prod" : "vercel");
}

function heroku(call: Call): readonly Finding[] {
  const [first = "", ...others] = readOptions(call.args, {
    values: "-a --app -r --remote -s --size -t --team",
  }).operands.map(({ text }) => text);
  const label = `heroku ${first}`;
  if (/:(destroy|remove|delete)$|^(apps:destroy|pg:reset)$/.test(first)) {
    const app = readOptions(call.args, { values: "-a --app" }).valuesOf("-a --app");
    return [{ id: "cloud.delete", label, targets: app }];
  }
  if (
    /^(run(:detached)?|ps:(restart|scale|stop|kill|resize|type|exec)|restart|dyno:\w+|pg:\w+|maintenance:(on|off)|addons:(create|attach|upgrade)|domains:add|drains:add|apps:create|create|access:add|buildpacks:(set|add)|features:\w+able|labs:\w+able)$/.test(
      first,
    )
  ) {
    return /^pg:(info|ps|psql|diagnose|outliers|locks|wait)$/.test(first) && first !== "pg:psql"
      ? []
      : [{ id: "cloud.change", label }];
  }
  const isDeploy =
    /^(config:(set|unset|edit)|container:(push|release)|releases:rollback|rollback|pipelines:promote|deploy\S*|builds:create)$/.test(
      first,
    );
  return isDeploy || (first === "deploy" && others.length > 0) ? deploy(label) : [];
}

function eas(call: Call): readonly Finding[] {
  const [first = ""] = readOptions(call.args, {
    values: "-p --platform -e --profile -m --message --branch --channel",
  }).operands.map(({ text }) => text);
  if (/^(submit|update)(:(?!list|view|configure).*)?$/.test(first))
    return [{ id: "cloud.change", label: `eas ${first}` }];
  if (/^(deploy|publish)/.test(first)) return deploy(`eas ${first}`);
  return /:(delete|destroy)$/.test(first) ? [{ id: "cloud.delete", label: `eas ${first}` }] : [];
}

/** Bare programs that publish. */
function bare(call: Call): readonly Finding[] {
  return call.args.some(({ text }) => /^(-h|--version|-V|ls|list|whoami|login|logout|help)$/.test(text))
    ? []
    : deploy(call.program.name);
}

/** Its own actions that upload to a store, and the lane that its guides call so; `release` is a deploy name. */
function fastlane(call: Call): readonly Finding[] {
  const [first = "", second = ""] = readOptions(call.args, { values: "--env" }).operands.map(
    ({ text }) => text,
  );
  const isUpload = /^(deliver|supply|appstore|testflight|upload_to_\w+)$/;
  const lane = /^(ios|android|mac)$/.test(first) ? second : first;
  if (lane === "beta" || isUpload.test(lane)) return deploy(`fastlane ${lane}`);
  const isPilot = first === "pilot" && /^(upload|distribute)$/.test(second);
  return isPilot ? deploy(`fastlane pilot ${second}`) : [];
}

function prisma(call: Call): readonly Finding[] {
  const text = call.args.map((argument) => argument.text).join(" ");
  return /^migrate deploy\b/.test(text) ? deploy("prisma migrate deploy") : [];
}

const platformNames =
  "netlify firebase wrangler fly flyctl railway supabase eb sam cap kamal amplify render now zeit modal deployctl zeabur koyeb dokku clever scalingo shopify expo appcenter platform upsun upstash chalice zappa mrsk";

export const deployFamily: Family = {
  ...Object.fromEntries(platformNames.split(" ").map((name) => [name, platform()])),
  cap: capistrano,
  wrangler: platform("publish versions pages"),
  supabase: platform(),
  vercel,
  vc: vercel,
  heroku,
  eas,
  fastlane,
  surge: bare,
  "gh-pages": bare,
  "angular-cli-ghpages": bare,
  prisma,
};

/** `cap production deploy`. */
function capistrano(call: Call): readonly Finding[] {
  const found = call.args.find(({ text }) => isDeployName(text));
  return found && !call.args.some(({ text }) => text === "-T" || text === "-n")
    ? deploy(`cap ${found.text}`)
    : [];
}

/** Task runners, with the options that take values. */
const taskRunners: Readonly<Record<string, string>> = {
  make: "-C --directory -f --file --makefile -j --jobs -l -o -W -I",
  gmake: "-C --directory -f --file -j --jobs",
  just: "-f --justfile -d --working-directory --set --dotenv-path --shell",
  task: "-d --dir -t --taskfile -o --output -C --concurrency",
  rake: "-f --rakefile -I -R -j",
  nx: "-c --configuration --projects -p --parallel --target --targets -t --base --head --exclude --project",
  turbo: "--filter -F --cwd --concurrency --cache-dir --output-logs --env-mode --scope",
  gulp: "-f --gulpfile --cwd",
  grunt: "-b --gruntfile --base",
  invoke: "-c --collection -r -p",
  inv: "-c --collection -r -p",
  mage: "-d -w",
  poe: "-C --root",
  doit: "-f -d",
  lerna: "--scope --ignore --concurrency",
  ant: "-f -file -buildfile",
  fastlane: "--env",
  earthly: "",
};

/** The target names that a task runner is told to run. */
export function targetNames(call: Call): readonly string[] {
  const values = Object.hasOwn(taskRunners, call.program.name) ? taskRunners[call.program.name] : undefined;
  if (values === undefined) return [];
  const options = readOptions(call.args, { values });
  // make's way to say what it would do.
  if (options.has("-n --just-print --dry-run --recon")) return [];
  const operands = options.operands.map(({ text }) => text).filter((text) => !/^\w+=/.test(text));
  const named = options.valuesOf("-t --target --targets").flatMap(({ text }) => text.split(","));
  const own = options.afterDashes
    ? operands.slice(0, operands.length - options.afterDashes.length)
    : operands;
  const withoutRun = /^(run|run-many|affected|exec)$/.test(own[0] ?? "") ? own.slice(1) : own;
  if (call.program.name === "nx")
    return [...named.filter(() => /^(run-many|affected)$/.test(own[0] ?? "")), ...nxTargets(own, withoutRun)];
  // `earthly +deploy`, `just docs::deploy`
  return withoutRun.map((text) => text.replace(/^[+]/, ""));
}

/** `nx run app:deploy:production`, `nx deploy app`. */
function nxTargets(own: readonly string[], targets: readonly string[]): string[] {
  const [first] = targets;
  if (!first || /^(run-many|affected)$/.test(own[0] ?? "")) return [];
  if (own[0] === "run") return [first.split(":").slice(1).join(":") || first];
  return [first];
}

/** Programs whose `deploy` or `publish` operand is data, or another family's. */
const noDeployVerb = verbs(
  `echo printf grep egrep fgrep rg ag ack ls cat cd pushd mkdir touch rm cp mv find fd test [ export set unset alias
   source make which man head tail wc sort uniq cut tr sed awk diff cmp file stat du basename dirname readlink
   realpath true false sleep read git gh glab hub npm yarn pnpm bun node python python3 docker kubectl helm code vim
   nano less more open xdg-open tree jq yq tee xargs env time watch npx bunx pnpx cargo mvn gradle gradlew mvnw dotnet
   poetry flit hatch uv pdm gem twine vsce ovsx lerna changeset goreleaser bundle docker-compose ssh scp rsync tar
   zip unzip curl wget write-output write-host get-content select-string set-location ln chmod chown id groups
   systemctl service apt apt-get brew dnf yum pip pip3 pipx aws gcloud az ansible-playbook terraform tofu pulumi
   useradd usermod userdel passwd su sudo kill pkill pgrep ps screen tmux trap eval exec type command hash cspell
   vale eslint prettier tsc jest vitest mocha pytest ctest composer deno`,
);

/** What a call's program, script, package script or target is named. */
export function deployNameFindings(call: Call): readonly Finding[] {
  const { program, args } = call;
  if (program.isScript) return isDeployName(program.name) ? deploy(program.name) : [];
  const script = packageScript(call);
  if (script !== undefined) return isDeployName(script) ? deploy(`${program.name} run ${script}`) : [];
  // `./bin/deploy` is the project's own.
  const isOwn = /^(\.\/)?([\w-]+\/)*s?bin\//.test(program.path.text) && program.path.kind === "literal";
  if (isOwn && isDeployName(program.name)) return deploy(program.path.text);
  const target = targetNames(call).find((name) => isDeployName(name));
  if (target !== undefined) return deploy(`${program.name} ${target}`);
  if (Object.hasOwn(taskRunners, program.name)) return [];
  if (isDeployProgram(program.name) && !args.some(({ text }) => text === "-h")) return deploy(program.name);
  if (noDeployVerb.has(program.name) || program.name === "") return [];
  const [verb] = args.filter(({ text }) => !text.startsWith("-"));
  return verb && args[0] === verb && /^(deploy|publish|gh-deploy)$/.test(verb.text)
    ? deploy(`${program.name} ${verb.text}`)
    : [];
}

/** Subcommands of the package managers themselves; every other word names a script. */
const managerCommands = verbs(
  `access add adduser audit autoclean bin bugs cache ci completion config constraints create dedupe deprecate diff
   dist-tag docs doctor edit env exec explain explore fetch find-dupes fund generate get global help i import info init
   install install-test it la licenses link list ll login logout ls node org outdated owner pack ping patch
   patch-commit pkg plugin pm policies prefix profile prune publish query rb rebuild remove repo rm root search server
   set setup shrinkwrap star store tag team token unlink uninstall un unpublish up update upgrade upgrade-interactive
   version versions view whoami why workspace workspaces x c dlx install-peerdeps ln link patch-remove`,
);

/** The package script that a call runs: `npm run NAME`, `yarn NAME`, `deno task NAME`, `node --run NAME`. */
export function packageScript(call: Call): string | undefined {
  const { name } = call.program;
  if (/^(npm|pnpm|yarn|bun|cnpm|ni|nr)$/.test(name)) return managerScript(call);
  if (name === "deno") return call.args[0]?.text === "task" ? firstOperand(call.args.slice(1)) : undefined;
  if (name === "node") {
    const at = call.args.findIndex(({ text }) => text === "--run");
    const joined = call.args.find(({ text }) => text.startsWith("--run="));
    return joined ? joined.text.slice(6) : at >= 0 ? call.args[at + 1]?.text : undefined;
  }
  if (name === "composer") {
    const [verb = "", script] = readOptions(call.args, { values: "-d --working-dir" }).operands.map(
      ({ text }) => text,
    );
    if (/^(run|run-script)$/.test(verb)) return script;
    return /^(test|tests|lint|check|cs|stan|phpstan|analyse|deploy|publish|release|fix|format)([:-].*)?$/.test(
      verb,
    )
      ? verb
      : undefined;
  }
  if (/^(hatch|pdm|pixi)$/.test(name) && call.args[0]?.text === "run")
    return firstOperand(call.args.slice(1));
  return undefined;
}

function firstOperand(args: readonly Argument[]): string | undefined {
  return args.find(({ text }) => !text.startsWith("-"))?.text;
}

function managerScript(call: Call): string | undefined {
  const { name } = call.program;
  const { operands } = readOptions(call.args, { values: managerValues });
  const [first = "", second] = operands.map(({ text }) => text);
  if (name === "nr") return first || undefined;
  if (/^(run|run-script|rum|urn)$/.test(first)) return second;
  if (/^(t|tst|test)$/.test(first)) return "test";
  if (/^(start|stop|restart)$/.test(first)) return first;
  if (name === "npm" || name === "cnpm") return undefined;
  // `pnpm --filter web deploy dist` copies a package into a folder.
  if (name === "pnpm" && first === "deploy" && second !== undefined) return undefined;
  return first === "" || managerCommands.has(first) ? undefined : first;
}
