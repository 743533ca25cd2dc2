import type { DialogContext } from "@relay-harness/protocol";
import type { StringKey } from "../strings/strings.ts";
import { text } from "../strings/text.ts";

type Authorization = Extract<DialogContext, { kind: "authorization" }>;

/** By operation of the harness, the longest beginning of its id that is here. */
const effects: Readonly<Record<string, StringKey>> = {
  "git.push": "effectPush",
  "git.push.force": "effectForcePush",
  "git.push.delete": "effectRemoteDelete",
  git: "effectGit",
  "fs.delete": "effectDelete",
  "fs.truncate": "effectTruncate",
  "fs.perm": "effectPermissions",
  "fs.outside": "effectOutside",
  disk: "effectDisk",
  sql: "effectSql",
  docker: "effectDocker",
  k8s: "effectCluster",
  iac: "effectInfrastructure",
  cloud: "effectCloud",
  config: "effectConfig",
  deploy: "effectDeploy",
  pkg: "effectPublish",
  gh: "effectHosting",
  http: "effectHttp",
  remote: "effectRemote",
  mail: "effectMail",
  system: "effectSystem",
  proc: "effectProcess",
  unparsed: "effectUnknown",
  unresolved: "effectUnknown",
};

const reasons: Readonly<Record<string, StringKey>> = {
  "always asked": "askedAlways",
  question: "askedQuestion",
  conditional: "askedConditional",
  negated: "askedNegated",
  "target not named": "askedTarget",
  "not named": "askedOperation",
};

/** What the command does, in words, one entry per kind of effect. An unknown id stands for itself. */
export function effectWords(operations: readonly string[]): string[] {
  return [...new Set(operations.map(wordsOf))];
}

function wordsOf(id: string): string {
  const parts = id.split(".");
  for (let length = parts.length; length > 0; length--) {
    const known = parts.slice(0, length).join(".");
    if (Object.hasOwn(effects, known)) return text(effects[known] as StringKey);
  }
  return id;
}

/** The parts of the command that have the effect, such as `rm -r`: the lines before the command. */
export function effectLabels(message: string): string[] {
  const [lines = ""] = message.split("\n\n");
  const labels = lines
    .split("\n")
    .flatMap((line) => /^(?:destructive|external)[\w, ]*: (.+)$/.exec(line)?.[1] ?? []);
  return [...new Set(labels)];
}

/** Why it is asked. Another reason, such as one of an extension, stands for itself. */
export function reasonWords(reason: Authorization["reason"]): string {
  return Object.hasOwn(reasons, reason) ? text(reasons[reason] as StringKey) : reason;
}
