import { findReferences, type SkillReference } from "./skillReferences.ts";

export type SkillRule =
  | "entry-long-flat"
  | "entry-long"
  | "description-long"
  | "missing-reference"
  | "reference-without-reason"
  | "unreferenced-file";

export interface SkillFinding {
  skill: string;
  rule: SkillRule;
  message: string;
  /** Relative to the skill's folder. */
  path?: string;
}

export interface AuditedSkill {
  name: string;
  description: string;
  /** Text of `SKILL.md`. */
  entry: string;
  /** Every file below the skill's folder, relative, with `/`. */
  files: readonly string[];
}

const maxEntryLines = 300;
const maxDescription = 300;
const ignoredFile = /^(?:SKILL\.md|LICENSE.*|NOTICE.*|\..*)$/;
const ignoredFolder = /^(?:node_modules|__pycache__|\..+)$/;

/** What is wrong with the structure of a skill (harness.md §9). */
export function auditSkill(skill: AuditedSkill): SkillFinding[] {
  const resources = skill.files.filter((file) => !isIgnored(file));
  return [
    ...lengthFindings(skill, resources.length > 0),
    ...referenceFindings(skill, findReferences(skill.entry, skill.files), resources),
  ];
}

function lengthFindings({ name, description, entry }: AuditedSkill, hasResources: boolean): SkillFinding[] {
  const findings: SkillFinding[] = [];
  const lines = entry.replace(/\n$/, "").split("\n").length;
  if (lines > maxEntryLines) {
    findings.push({
      skill: name,
      rule: hasResources ? "entry-long" : "entry-long-flat",
      message: hasResources
        ? `SKILL.md has ${lines} lines although the skill has other files: move details into them.`
        : `SKILL.md has ${lines} lines: consider references for its details; strict formats and numbers stay in it.`,
    });
  }
  if (description.length > maxDescription) {
    findings.push({
      skill: name,
      rule: "description-long",
      message: `The description has ${description.length} characters; every request pays for them.`,
    });
  }
  return findings;
}

function referenceFindings(
  { name, files }: AuditedSkill,
  references: readonly SkillReference[],
  resources: readonly string[],
): SkillFinding[] {
  const findings: SkillFinding[] = [];
  const covers = (reference: string, file: string): boolean =>
    file === reference || file.startsWith(`${reference.replace(/\/$/, "")}/`);
  const seen = new Set<string>();
  for (const { path, hasReason } of references) {
    if (seen.has(path)) continue;
    seen.add(path);
    if (!files.some((file) => covers(path, file))) {
      findings.push({
        skill: name,
        rule: "missing-reference",
        message: `SKILL.md refers to ${path}, which does not exist.`,
        path,
      });
    } else if (!hasReason && !references.some((other) => other.path === path && other.hasReason)) {
      findings.push({
        skill: name,
        rule: "reference-without-reason",
        message: `SKILL.md does not say when or why to load ${path}.`,
        path,
      });
    }
  }
  for (const path of resources) {
    if (references.some((reference) => covers(reference.path, path))) continue;
    findings.push({
      skill: name,
      rule: "unreferenced-file",
      message: `SKILL.md never refers to ${path}.`,
      path,
    });
  }
  return findings;
}

function isIgnored(file: string): boolean {
  const parts = file.split("/");
  const base = parts.pop() ?? "";
  return ignoredFile.test(base) || parts.some((folder) => ignoredFolder.test(folder));
}
