import { readOptions, type Options } from "../options.ts";
import type { Argument } from "../walk/argument.ts";
import type { Call } from "../walk/call.ts";
import { awsEffect, wordEffect } from "./cloudVerbs.ts";
import type { Detector, Family, Finding } from "./finding.ts";

const change = (label: string): Finding[] => [{ id: "cloud.change", label }];
const remove = (label: string, targets: readonly Argument[]): Finding[] => [
  { id: "cloud.delete", label, targets },
];

const awsGlobals =
  "--profile --region --output --query --endpoint-url --ca-bundle --color --cli-read-timeout --cli-connect-timeout";

/** Values of every option: what an operation is done to stands in one of them. */
function optionValues(call: Call): readonly Argument[] {
  const values: Argument[] = [];
  for (const [index, argument] of call.args.entries()) {
    const equals = /^--?[\w-]+=(.+)$/s.exec(argument.text)?.[1];
    if (equals !== undefined) values.push({ ...argument, text: equals, prefix: equals });
    else if (call.args[index - 1]?.text.startsWith("-") && !argument.text.startsWith("-"))
      values.push(argument);
  }
  return values;
}

function withoutGlobals(call: Call, globals: string): readonly Argument[] {
  const names = new Set(globals.split(" "));
  return optionValues(call).filter((value) => {
    const at = call.args.indexOf(value);
    return at < 0 || !names.has(call.args[at - 1]?.text ?? "");
  });
}

function aws(call: Call): readonly Finding[] {
  const options = readOptions(call.args, { values: awsGlobals });
  const [service, operation, ...operands] = options.operands;
  const verb = operation?.text ?? "";
  const label = `aws ${service?.text ?? ""} ${verb}`.trim();
  if (service?.text === "configure") {
    return /^(list|list-profiles|get|export-credentials)$/.test(verb) ? [] : [{ id: "config.global", label }];
  }
  if (verb === "update-kubeconfig") return [{ id: "config.global", label }];
  if (service?.text === "s3") return awsS3(verb, operands, options, call);
  if (!service || verb === "" || /^(help|sso|sts|login)$/.test(service.text)) return [];
  const effect = awsEffect(verb);
  if (effect === "read") return [];
  if (effect === "change")
    return verb === "invoke" || service.text !== "ecr" || !/^get-/.test(verb) ? change(label) : [];
  return remove(label, withoutGlobals(call, awsGlobals));
}

function awsS3(
  verb: string,
  operands: readonly Argument[],
  options: Options,
  call: Call,
): readonly Finding[] {
  const label = `aws s3 ${verb}`;
  const isBucket = (argument: Argument | undefined): boolean => argument?.text.startsWith("s3://") === true;
  const [source, destination] = operands;
  if (verb === "rm" || verb === "rb") return remove(label, operands);
  if (verb === "mb" || verb === "website") return change(label);
  if (verb === "mv") return change(label);
  if (verb !== "cp" && verb !== "sync") return [];
  // Option values can stand between the two paths.
  const target = isBucket(destination) || !isBucket(source) ? (destination ?? source) : destination;
  const toBucket =
    isBucket(destination) || (!isBucket(source) && call.args.some(({ text }) => text.startsWith("s3://")));
  if (options.has("--delete")) {
    const targets = target ? [target] : [];
    return toBucket
      ? remove(`${label} --delete`, targets)
      : [{ id: "fs.delete", label: `${label} --delete`, targets, arePaths: true }];
  }
  return toBucket || (target?.kind === "dynamic" && !isBucket(source)) ? change(label) : [];
}

const groupGlobals =
  "--project --account --configuration --format --filter --region --zone --impersonate-service-account --verbosity --subscription --query -o --output -g --resource-group -n --name -l --location --flatten --sort-by --limit";

/** gcloud and az: groups of nouns with a verb at their end. */
function groups(call: Call): readonly Finding[] {
  const options = readOptions(call.args, { values: groupGlobals });
  const words = options.operands.map(({ text }) => text);
  const program = call.program.name;
  if (
    /^(config|auth|login|logout|account|components|init|info|help|version|extension|configure|upgrade|cloud|topic|feedback|alpha$|find|interactive)$/.test(
      words[0] ?? "",
    )
  ) {
    return accountFinding(program, words);
  }
  if (program === "az" && words[0] === "acr" && /^(build|run)$/.test(words[1] ?? "")) {
    return change(`az acr ${words[1]}`);
  }
  if (words[0] === "builds" && words[1] === "submit") return change(`${program} builds submit`);
  const at = words.findIndex((word, index) => index > 0 && (word === "up" || wordEffect(word) !== undefined));
  if (at < 0) return [];
  const label = `${program} ${words.slice(0, at + 1).join(" ")}`;
  const verb = words[at] ?? "";
  if (verb === "deploy" || words[at] === "up") return [{ id: "deploy", label }];
  const effect = wordEffect(verb);
  if (effect === "read") return [];
  if (effect === "change") return change(label);
  const named = [
    ...options.valuesOf("-n --name"),
    ...options.valuesOf("-g --resource-group").filter(() => words[0] === "group"),
  ];
  return remove(label, [...options.operands.slice(at + 1), ...named]);
}

function accountFinding(program: string, words: readonly string[]): readonly Finding[] {
  const isSet = words[0] === "config" && /^(set|unset|configurations)$/.test(words[1] ?? "");
  const isWrite = isSet && !(words[1] === "configurations" && /^(list|describe)$/.test(words[2] ?? ""));
  return isWrite ? change(`${program} ${words.slice(0, 2).join(" ")}`) : [];
}

function gsutil(call: Call): readonly Finding[] {
  const options = readOptions(call.args, { values: "-o -h -u -i -p" });
  const [verb, ...operands] = options.operands;
  const label = `gsutil ${verb?.text ?? ""}`;
  const isUpload = (operands.at(-1)?.text ?? "").includes("://");
  switch (verb?.text) {
    case "rm":
    case "rb":
      return remove(label, operands);
    case "cp":
    case "mv":
      return isUpload ? change(label) : [];
    case "rsync":
      if (options.has("-d")) return remove(`${label} -d`, operands.slice(-1));
      return isUpload ? change(label) : [];
    case "mb":
    case "setmeta":
    case "rewrite":
    case "compose":
      return change(label);
    case "acl":
    case "iam":
    case "lifecycle":
    case "versioning":
    case "defacl":
    case "cors":
    case "web":
      return /^(set|ch)$/.test(operands[0]?.text ?? "") ? change(`${label} ${operands[0]?.text}`) : [];
    default:
      return [];
  }
}

function bq(call: Call): readonly Finding[] {
  const options = readOptions(call.args, { values: "--project_id --location --format --dataset_id" });
  const [verb, ...operands] = options.operands;
  const label = `bq ${verb?.text ?? ""}`;
  if (verb?.text === "rm") return remove(label, operands);
  return /^(mk|load|insert|update|cp|cancel|partition|undelete|set-iam-policy|extract)$/.test(
    verb?.text ?? "",
  )
    ? change(label)
    : [];
}

function rclone(call: Call): readonly Finding[] {
  const [verb, ...operands] = readOptions(call.args, {
    values:
      "--config --transfers --checkers --bwlimit --include --exclude --filter --filter-from --log-file --log-level -l",
  }).operands;
  const label = `rclone ${verb?.text ?? ""}`;
  const toRemote = /^[\w.-]+:/.test(operands.at(-1)?.text ?? "");
  switch (verb?.text) {
    case "copy":
    case "copyto":
    case "move":
    case "moveto":
    case "rcat":
    case "copyurl":
      return toRemote ? [{ id: "remote.copy", label }] : [];
    case "sync":
    case "bisync":
      return toRemote ? remove(label, operands.slice(-1)) : [];
    case "delete":
    case "deletefile":
    case "purge":
    case "rmdir":
    case "rmdirs":
    case "cleanup":
      return remove(label, operands);
    case "mkdir":
      return toRemote ? change(label) : [];
    default:
      return [];
  }
}

/** Tools whose commands are verbs at a fixed place. */
function verbTool(changes: RegExp, deletes: RegExp): Detector {
  return (call) => {
    const operands = readOptions(call.args, {
      values:
        "-n --name -f --config --cluster --region -r --profile -p --server -s --context --api-url -t --token -o --output --access-token -a --app",
    }).operands;
    const text = operands.map((operand) => operand.text).join(" ");
    const deleted = deletes.exec(text);
    if (deleted) {
      const count = deleted[0].trim().split(/\s+/).length;
      const named = optionValues(call).slice(0, 1);
      const targets = operands.slice(count);
      return remove(`${call.program.name} ${deleted[0].trim()}`, targets.length > 0 ? targets : named);
    }
    const changed = changes.exec(text);
    return changed ? change(`${call.program.name} ${changed[0].trim()}`) : [];
  };
}

const nothing = /(?!)/;

/** Verbs of tools that put the noun first. */
const nounChanges =
  /^(?!auth |version|projects? list|account )[\w-]+( [\w-]+)*? (create|update|set|add|attach|detach|resize|restart|start|stop|reboot|enable|disable|deploy|import|assign|unassign|rename|rebuild|restore|reset|upgrade|apply|install|put|patch|activate|promote|run|trigger)\b/;
const nounDeletes = /^(?!auth )[\w-]+( [\w-]+)*? (delete|destroy|remove|rm|purge)\b/;

export const cloudFamily: Family = {
  aws,
  gcloud: groups,
  az: groups,
  gsutil,
  bq,
  rclone,
  doctl: verbTool(nounChanges, nounDeletes),
  linode: verbTool(nounChanges, nounDeletes),
  "linode-cli": verbTool(nounChanges, nounDeletes),
  hcloud: verbTool(nounChanges, nounDeletes),
  scw: verbTool(nounChanges, nounDeletes),
  ibmcloud: verbTool(nounChanges, nounDeletes),
  oci: verbTool(nounChanges, nounDeletes),
  openstack: verbTool(nounChanges, nounDeletes),
  eksctl: verbTool(
    /^(create|upgrade|scale|set|enable|associate|drain|register|deploy|update)\b/,
    /^(delete|deregister)\b( \w+)?/,
  ),
  kind: verbTool(nothing, /^delete\b( \w+)?/),
  minikube: verbTool(nothing, /^delete\b/),
  k3d: verbTool(nothing, /^\w+ delete\b/),
  flux: verbTool(
    /^(bootstrap|install|create|reconcile|resume|suspend|push)\b( \w+)?/,
    /^(delete|uninstall)\b( \w+)?/,
  ),
  vault: verbTool(
    /^(write|put|enable|disable|kv put|kv patch|secrets enable|secrets disable|auth enable|auth disable|policy write|operator (init|seal|unseal|rekey|rotate)|lease revoke|token (create|revoke))\b/,
    /^(delete|kv (delete|destroy|metadata delete)|policy delete)\b/,
  ),
  consul: verbTool(
    /^(kv put|kv import|join|leave|services (register|deregister)|config write|acl \w+ (create|update))\b/,
    /^(kv delete|config delete|acl \w+ delete)\b/,
  ),
  etcdctl: verbTool(
    /^(put|set|mk|mkdir|update|txn|snapshot restore|member (add|update)|user add|role (add|grant-permission))\b/,
    /^(del|rm|rmdir|member remove|user delete|role delete)\b/,
  ),
  nomad: verbTool(
    /^(job )?(run|scale|dispatch|revert|promote|plan-apply)\b|^run\b/,
    /^(job )?(stop|purge)\b|^system gc\b/,
  ),
};
