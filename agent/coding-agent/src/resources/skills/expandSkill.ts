import { formatSkillBlock } from "../../base/skillBlock.ts";
import { stripFrontmatter } from "../frontmatter.ts";
import { readTextFile } from "../readText.ts";
import type { Skill } from "./skill.ts";

/** What `/skill:name args` becomes. Reads the skill's file as it is now; throws when that fails. */
export function expandSkill({ name, filePath, baseDir }: Skill, args: string): string {
  return formatSkillBlock({ name, filePath, baseDir, body: stripFrontmatter(readTextFile(filePath)), args });
}
