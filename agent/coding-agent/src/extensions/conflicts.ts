import type { Extension } from "./extension.ts";
import type { ResourceDiagnostic } from "../base/resourceDiagnostic.ts";

/** Extensions that count, and what is to be said about names that several of them have. */
export interface ResolvedConflicts {
  extensions: Extension[];
  warnings: { path: string; warning: string }[];
  diagnostics: ResourceDiagnostic[];
}

type Kind = "tools" | "commands" | "flags";

const kinds = { tools: "tool", commands: "command", flags: "flag" } as const;

/** Drops replaceable extensions that another one stands in for; the first in load order has a name (§2.5). */
export function resolveConflicts(loaded: readonly Extension[]): ResolvedConflicts {
  const warnings: ResolvedConflicts["warnings"] = [];
  const extensions = loaded.filter((extension) => {
    const rival = extension.replaceable ? findRival(extension, loaded) : undefined;
    if (!rival) return true;
    const { other, kind, name } = rival;
    const warning = `${extension.path} is left out: ${other.path} also registers the ${kinds[kind]} "${name}"`;
    warnings.push({ path: extension.path, warning });
    return false;
  });
  const diagnostics = [...collisions(extensions, "tools"), ...collisions(extensions, "flags")];
  return { extensions, warnings, diagnostics };
}

function findRival(
  extension: Extension,
  loaded: readonly Extension[],
): { other: Extension; kind: Kind; name: string } | undefined {
  for (const other of loaded) {
    if (other === extension || other.replaceable) continue;
    for (const kind of ["tools", "commands", "flags"] as const) {
      for (const name of extension[kind].keys()) if (other[kind].has(name)) return { other, kind, name };
    }
  }
  return undefined;
}

/** Losers keep everything else; a flag is taken from them, so that they do not read another's value. */
function collisions(extensions: readonly Extension[], kind: "tools" | "flags"): ResourceDiagnostic[] {
  const winners = new Map<string, Extension>();
  const found: ResourceDiagnostic[] = [];
  for (const extension of extensions) {
    for (const name of [...extension[kind].keys()]) {
      const winner = winners.get(name);
      if (!winner) {
        winners.set(name, extension);
        continue;
      }
      if (kind === "flags") extension.flags.delete(name);
      found.push(collision({ kind, name, winner, loser: extension }));
    }
  }
  return found;
}

function collision({
  kind,
  name,
  winner,
  loser,
}: {
  kind: Kind;
  name: string;
  winner: Extension;
  loser: Extension;
}): ResourceDiagnostic {
  return {
    type: "collision",
    message: `The ${kinds[kind]} "${name}" of ${loser.path} is left out: ${winner.path} has the name`,
    path: loser.path,
    collision: {
      resourceType: "extension",
      name,
      winnerPath: winner.path,
      loserPath: loser.path,
      winnerSource: winner.sourceInfo.source,
      loserSource: loser.sourceInfo.source,
    },
  };
}
