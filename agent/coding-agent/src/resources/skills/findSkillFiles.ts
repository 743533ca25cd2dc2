import { basename } from "node:path";
import type { ResourceDiagnostic } from "../../base/resourceDiagnostic.ts";
import { scanDirectories } from "../scan/directories.ts";
import { skillFileName } from "./skill.ts";

/**
 * Files of a skills directory that may be skills: SKILL.md at any depth, of which the outermost counts,
 * and Markdown files directly in the directory (cli.md §10.1).
 */
export function findSkillFiles(root: string, diagnostics: ResourceDiagnostic[]): string[] {
  return find(root, (dir) => dir === root, diagnostics);
}

/** The same for `.agents/skills`: Markdown files count in groups below the directory only. */
export function findAgentsSkillFiles(root: string, diagnostics: ResourceDiagnostic[]): string[] {
  return find(root, (dir) => dir !== root, diagnostics);
}

function find(
  root: string,
  takesMarkdown: (dir: string) => boolean,
  diagnostics: ResourceDiagnostic[],
): string[] {
  const found: string[] = [];
  scanDirectories(
    root,
    ({ dir, files }) => {
      const entry = files.find((path) => basename(path) === skillFileName);
      if (entry !== undefined) found.push(entry);
      else if (takesMarkdown(dir)) found.push(...files.filter((path) => path.endsWith(".md")));
      return entry === undefined;
    },
    diagnostics,
  );
  return found;
}
