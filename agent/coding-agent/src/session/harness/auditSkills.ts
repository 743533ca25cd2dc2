import { readdir, readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { auditSkill, type TrackedSkill } from "@relay-harness/agent-core/harness";
import type { HarnessState } from "@relay-harness/protocol";
import { parseFrontmatter } from "../../resources/frontmatter.ts";

/** Files of a skill beyond this number are not looked at. */
const maxFiles = 2000;

/** What is wrong with the structure of skills that have a `SKILL.md`. */
export async function auditSkills(skills: readonly TrackedSkill[]): Promise<HarnessState["audit"]> {
  const own = skills.filter(({ filePath }) => filePath.endsWith("SKILL.md"));
  return (await Promise.all(own.map(auditOne))).flat();
}

async function auditOne({ name, baseDir, filePath }: TrackedSkill): Promise<HarnessState["audit"]> {
  let entry: string;
  try {
    entry = await readFile(filePath, "utf8");
  } catch {
    // Gone since it was loaded: the list of skills tells of that.
    return [];
  }
  const { frontmatter } = parseFrontmatter(entry);
  const { description } = frontmatter;
  return auditSkill({
    name,
    description: typeof description === "string" ? description : "",
    entry,
    files: await filesOf(baseDir),
  });
}

async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((file) => file.isFile())
    .slice(0, maxFiles)
    .map((file) => relative(folder, join(file.parentPath, file.name)).split(sep).join("/"));
}
