import { basename, dirname } from "node:path";
import { isJsonObject, type JsonObject, type SourceInfo } from "@relay-harness/protocol";
import type { ResourceDiagnostic } from "../../base/resourceDiagnostic.ts";
import { errorText, warning } from "../diagnostics.ts";
import { parseFrontmatter } from "../frontmatter.ts";
import { readTextHead } from "../readText.ts";
import type { FoundFile } from "../scan/collectFiles.ts";

/** Instructions that the model loads when a task needs them. */
export interface Skill {
  name: string;
  description: string;
  /** Absolute path of SKILL.md, or of the Markdown file that is the skill. */
  filePath: string;
  /** What relative references in the skill count from. */
  baseDir: string;
  sourceInfo: SourceInfo;
  /** Not told to the model; the user calls it. */
  disableModelInvocation: boolean;
  license?: string;
  compatibility?: string;
  allowedTools?: string;
  metadata?: JsonObject;
}

/** File that makes its directory a skill. */
export const skillFileName = "SKILL.md";

/** More than the longest frontmatter. */
const headBytes = 64 * 1024;
const maxNameLength = 64;
const maxDescriptionLength = 1024;
const maxCompatibilityLength = 500;
const namePattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/**
 * Reads what a skill says about itself (cli.md §10.2); its body is read when it is used. A Markdown file
 * that was merely found beside skills may be anything, so that nothing is said about one that is no skill.
 */
export function readSkill(
  { path, sourceInfo, isNamed }: FoundFile,
  diagnostics: ResourceDiagnostic[],
): Skill | undefined {
  const isSkillFile = basename(path) === skillFileName;
  const refuse = (message: string): undefined => {
    if (isSkillFile || isNamed) diagnostics.push(warning(path, message));
    return undefined;
  };
  if (!path.endsWith(".md")) return refuse("A skill is a Markdown file");
  let fields: JsonObject;
  try {
    ({ frontmatter: fields } = parseFrontmatter(readTextHead(path, headBytes)));
  } catch (error) {
    return refuse(`Skill is not loaded: ${errorText(error)}`);
  }
  const description = textField(fields.description)?.trim() ?? "";
  if (description === "") return refuse("Skill is not loaded: its frontmatter has no description");
  const baseDir = dirname(path);
  const fallback = isSkillFile ? basename(baseDir) : basename(path, ".md");
  const name = textField(fields.name)?.trim() || fallback;
  const compatibility = textField(fields.compatibility);
  for (const message of problems(name, description, compatibility)) diagnostics.push(warning(path, message));
  const license = textField(fields.license);
  const allowedTools = textField(fields["allowed-tools"]);
  return {
    name,
    description,
    filePath: path,
    baseDir,
    sourceInfo,
    disableModelInvocation: fields["disable-model-invocation"] === true,
    ...(license !== undefined && { license }),
    ...(compatibility !== undefined && { compatibility }),
    ...(allowedTools !== undefined && { allowedTools }),
    ...(isJsonObject(fields.metadata) && { metadata: fields.metadata }),
  };
}

function problems(name: string, description: string, compatibility: string | undefined): string[] {
  const found: string[] = [];
  if (name.length > maxNameLength || !namePattern.test(name)) {
    found.push(
      `Skill name ${JSON.stringify(name)} should be 1 to ${maxNameLength} lower-case letters, digits and single hyphens`,
    );
  }
  if (description.length > maxDescriptionLength) {
    found.push(`Skill description is longer than ${maxDescriptionLength} characters`);
  }
  if (compatibility !== undefined && compatibility.length > maxCompatibilityLength) {
    found.push(`Skill compatibility is longer than ${maxCompatibilityLength} characters`);
  }
  return found;
}

/** YAML reads some texts as numbers or truth values. Lists of tools are written with commas or as YAML lists. */
function textField(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (Array.isArray(value) && value.every((item) => typeof item === "string")) return value.join(", ");
  return undefined;
}
