import { basename } from "node:path";
import type { SourceInfo } from "@relay-harness/protocol";
import type { ResourceDiagnostic } from "../../base/resourceDiagnostic.ts";
import { errorText, warning } from "../diagnostics.ts";
import { parseFrontmatter } from "../frontmatter.ts";
import { readTextFile } from "../readText.ts";
import type { FoundFile } from "../scan/collectFiles.ts";

/** A text with placeholders that `/name args` stands for. */
export interface PromptTemplate {
  name: string;
  /** May be empty. */
  description: string;
  /** What the arguments are, such as `<file> [line]`. */
  argumentHint?: string;
  /** Without the frontmatter. */
  content: string;
  filePath: string;
  sourceInfo: SourceInfo;
}

const maxDescriptionLength = 60;

export function readPromptTemplate(
  { path, sourceInfo }: FoundFile,
  diagnostics: ResourceDiagnostic[],
): PromptTemplate | undefined {
  if (!path.endsWith(".md")) {
    diagnostics.push(warning(path, "A prompt template is a Markdown file"));
    return undefined;
  }
  try {
    const { frontmatter, body } = parseFrontmatter(readTextFile(path));
    const { description } = frontmatter;
    const argumentHint = hintText(frontmatter["argument-hint"]);
    return {
      name: basename(path, ".md"),
      description: typeof description === "string" ? description.trim() : firstLine(body),
      ...(argumentHint !== undefined && { argumentHint }),
      content: body,
      filePath: path,
      sourceInfo,
    };
  } catch (error) {
    diagnostics.push(warning(path, `Prompt template is not loaded: ${errorText(error)}`));
    return undefined;
  }
}

/** `[file]` without quotes is a list to YAML. */
function hintText(value: unknown): string | undefined {
  if (Array.isArray(value)) return `[${value.join(", ")}]`;
  return typeof value === "string" ? value : undefined;
}

function firstLine(body: string): string {
  const line =
    body
      .split("\n")
      .find((text) => text.trim() !== "")
      ?.trim() ?? "";
  const characters = [...line];
  return characters.length > maxDescriptionLength
    ? `${characters.slice(0, maxDescriptionLength).join("")}...`
    : line;
}
