import type { EffectClass, OperationClause } from "../types.ts";

export interface OperationEntry {
  readonly classes: readonly EffectClass[];
  readonly clause: OperationClause;
  /** `--dry-run` makes it harmless. */
  readonly allowsDryRun?: boolean;
}

const destructive: readonly EffectClass[] = ["destructive"];
const external: readonly EffectClass[] = ["external"];
const both: readonly EffectClass[] = ["destructive", "external"];

const deletes: OperationClause = { group: "delete", needs: "targets" };
const drops: OperationClause = { group: "drop", needs: "targets" };
const runsNamed: OperationClause = { group: "run", needs: "names" };

/** Every operation: what it does to the world, and how a message can allow it. */
export const catalog = {
  "git.push": { classes: external, clause: { group: "push" }, allowsDryRun: true },
  "git.push.force": { classes: both, clause: { group: "push", qualifier: "force" }, allowsDryRun: true },
  "git.push.delete": { classes: both, clause: deletes, allowsDryRun: true },
  "git.reset.hard": { classes: destructive, clause: { group: "hard reset", qualifier: "hard" } },
  "git.clean": { classes: destructive, clause: { group: "clean", qualifier: "clean" } },
  "git.checkout.path": { classes: destructive, clause: { group: "discard", needs: "targets" } },
  "git.checkout.discard": { classes: destructive, clause: { group: "discard", qualifier: "changes" } },
  "git.restore": { classes: destructive, clause: { group: "discard", needs: "targets" } },
  "git.rebase": { classes: destructive, clause: { group: "rebase" } },
  "git.branch.delete": { classes: destructive, clause: deletes },
  "git.branch.force": { classes: destructive, clause: "ask" },
  "git.tag.delete": { classes: destructive, clause: deletes },
  "git.stash.drop": { classes: destructive, clause: { group: "delete", qualifier: "stash" } },
  "git.stash.clear": { classes: destructive, clause: { group: "delete", qualifier: "stash" } },
  "git.rewrite": { classes: destructive, clause: "ask" },
  "fs.delete": { classes: destructive, clause: deletes },
  "fs.truncate": { classes: destructive, clause: drops },
  "fs.perm": { classes: destructive, clause: "ask" },
  "fs.outside": { classes: external, clause: { group: "send", needs: "targets" } },
  "disk.write": { classes: destructive, clause: "ask" },
  "sql.drop": { classes: destructive, clause: drops },
  "sql.truncate": { classes: destructive, clause: drops },
  "sql.delete": { classes: destructive, clause: drops },
  "sql.update": { classes: destructive, clause: "ask" },
  "sql.alter-drop": { classes: destructive, clause: drops },
  "docker.prune": { classes: destructive, clause: { group: "delete", qualifier: "docker" } },
  "docker.down": { classes: destructive, clause: { group: "delete", qualifier: "volume" } },
  "docker.push": { classes: external, clause: { group: "push", qualifier: "image" } },
  "k8s.apply": { classes: external, clause: { group: "apply" }, allowsDryRun: true },
  "k8s.delete": { classes: both, clause: deletes, allowsDryRun: true },
  "k8s.config": { classes: external, clause: "ask" },
  "config.global": { classes: external, clause: "ask" },
  "iac.apply": { classes: external, clause: { group: "apply", qualifier: "iac" } },
  "iac.destroy": { classes: both, clause: { group: "delete", qualifier: "destroy" } },
  "cloud.change": { classes: external, clause: "ask", allowsDryRun: true },
  "cloud.delete": { classes: both, clause: deletes, allowsDryRun: true },
  deploy: { classes: external, clause: { group: "deploy" }, allowsDryRun: true },
  "pkg.publish": { classes: external, clause: { group: "publish" }, allowsDryRun: true },
  "pkg.unpublish": {
    classes: both,
    clause: { group: "unpublish", needs: "targets" },
    allowsDryRun: true,
  },
  "gh.pr.create": { classes: external, clause: { group: "pr", qualifier: "pr" } },
  "gh.pr.merge": { classes: external, clause: { group: "merge" } },
  "gh.release.create": { classes: external, clause: { group: "release", qualifier: "release" } },
  "gh.change": { classes: external, clause: "ask" },
  "gh.delete": { classes: both, clause: deletes },
  "http.write": { classes: external, clause: { group: "send", qualifier: "http" } },
  "remote.exec": { classes: external, clause: { group: "run", qualifier: "ssh" } },
  "remote.copy": { classes: external, clause: { group: "send", qualifier: "copy" } },
  "remote.script": { classes: external, clause: "ask" },
  "mail.send": { classes: external, clause: { group: "send", qualifier: "mail" } },
  "system.install": { classes: external, clause: runsNamed },
  "system.service": { classes: external, clause: runsNamed },
  "system.power": { classes: both, clause: "ask" },
  "system.cron": { classes: external, clause: "ask" },
  "system.user": { classes: external, clause: "ask" },
  "system.net": { classes: external, clause: "ask" },
  "proc.kill": { classes: destructive, clause: runsNamed },
  unparsed: { classes: destructive, clause: "ask" },
  unresolved: { classes: destructive, clause: "ask" },
} as const satisfies Readonly<Record<string, OperationEntry>>;

export type OperationId = keyof typeof catalog;

export const destructiveAndExternal = both;
