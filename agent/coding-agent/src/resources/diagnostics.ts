import type { SourceInfo } from "@relay-harness/protocol";
import type { ResourceDiagnostic, ResourceType } from "../base/resourceDiagnostic.ts";

interface NamedResource {
  name: string;
  filePath: string;
  sourceInfo: SourceInfo;
}

export function warning(path: string, message: string): ResourceDiagnostic {
  return { type: "warning", message, path };
}

export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The first resource of each name wins; each loser is reported with the path it lost to (cli.md §3.3). */
export function keepFirstOfName<T extends NamedResource>(
  resourceType: ResourceType,
  resources: readonly T[],
  diagnostics: ResourceDiagnostic[],
): T[] {
  const winners = new Map<string, T>();
  for (const resource of resources) {
    const winner = winners.get(resource.name);
    if (winner) diagnostics.push(collision(resourceType, winner, resource));
    else winners.set(resource.name, resource);
  }
  return [...winners.values()];
}

function collision(
  resourceType: ResourceType,
  winner: NamedResource,
  loser: NamedResource,
): ResourceDiagnostic {
  return {
    type: "collision",
    message: `${resourceType} "${winner.name}" of ${loser.filePath} is left out: ${winner.filePath} has the name`,
    path: loser.filePath,
    collision: {
      resourceType,
      name: winner.name,
      winnerPath: winner.filePath,
      loserPath: loser.filePath,
      winnerSource: winner.sourceInfo.source,
      loserSource: loser.sourceInfo.source,
    },
  };
}

/** One line for a person. Names and paths may hold anything: line ends become spaces. */
export function describeDiagnostic({ type, message, path }: ResourceDiagnostic): string {
  const text =
    type === "collision" || path === undefined || message.includes(path) ? message : `${path}: ${message}`;
  return text.replace(/[\r\n]+/g, " ");
}
