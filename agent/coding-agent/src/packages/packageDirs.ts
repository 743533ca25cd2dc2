import { createHash } from "node:crypto";
import { join, resolve } from "node:path";
import type { GitSource, NpmSource, ParsedSource } from "./packageSource.ts";

/** Whose settings name a package; `temporary` is the command line. */
export type PackageScope = "user" | "project" | "temporary";

export interface PackagePlace {
  cwd: string;
  agentDir: string;
}

/** Folder of a scope's settings file: relative sources count from it. */
export function scopeDir(scope: "user" | "project", { cwd, agentDir }: PackagePlace): string {
  return scope === "user" ? agentDir : join(resolve(cwd), ".relay");
}

/** Where a package is used from, whether it is there or not (cli.md §11.1). */
export function installedPath(source: ParsedSource, scope: PackageScope, place: PackagePlace): string {
  switch (source.kind) {
    case "local":
      return source.path;
    case "npm":
      return join(npmRoot(source, scope, place), "node_modules", ...source.name.split("/"));
    case "git":
      return join(gitRoot(source, scope, place), ...folderOf(source));
  }
}

/** Folder that npm installs in. */
export function npmRoot(source: NpmSource, scope: PackageScope, place: PackagePlace): string {
  if (scope !== "temporary") return join(scopeDir(scope, place), "npm");
  return join(temporaryRoot(place), `npm-${shortHash(`${source.name}@${source.wanted}`)}`);
}

/** Clones stay inside it. */
export function gitRoot(source: GitSource, scope: PackageScope, place: PackagePlace): string {
  if (scope !== "temporary") return join(scopeDir(scope, place), "git");
  return join(temporaryRoot(place), `git-${shortHash(`${source.url}@${source.ref ?? ""}`)}`);
}

/** Packages that `-e` names; for this user alone. */
export function temporaryRoot({ agentDir }: PackagePlace): string {
  return join(agentDir, "tmp", "extensions");
}

function folderOf({ host, path }: GitSource): string[] {
  return [host.replace(":", "_"), ...path.split("/")];
}

/** Two versions of one package must not stand in each other's way. */
function shortHash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 12);
}
