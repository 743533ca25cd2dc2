import { isJsonObject, type JsonObject } from "@relay-harness/protocol";
import { parse } from "yaml";

export interface ParsedFrontmatter<T extends object = JsonObject> {
  /** Fields as YAML has them; empty without frontmatter. Nothing checks them against `T`. */
  frontmatter: Partial<T>;
  /** What follows, without blank space at its ends. */
  body: string;
}

/** Longer YAML could take seconds to read. */
const maxYamlLength = 16 * 1024;

const blockPattern = /^---[ \t]*\n(?:(.*?)\n)?---[ \t]*(?:\n|$)/s;

/**
 * Splits a Markdown file into the YAML block at its beginning and the rest. A text without a complete
 * block is all body. Throws when the block is no YAML, no list of fields, or too long.
 */
export function parseFrontmatter<T extends object = JsonObject>(content: string): ParsedFrontmatter<T> {
  const { yaml, body } = splitFrontmatter(content);
  if (yaml === undefined) return { frontmatter: {}, body };
  if (yaml.length > maxYamlLength) throw new Error(`Frontmatter is longer than ${maxYamlLength} characters`);
  const value: unknown = parse(yaml, { logLevel: "error" }) ?? {};
  if (!isJsonObject(value))
    throw new Error("Frontmatter must be a list of fields, such as `description: ...`");
  return { frontmatter: value as Partial<T>, body };
}

/** The text without its frontmatter, which may be malformed. */
export function stripFrontmatter(content: string): string {
  return splitFrontmatter(content).body;
}

function splitFrontmatter(content: string): { yaml?: string; body: string } {
  const text = content.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n");
  const match = blockPattern.exec(text);
  if (!match) return { body: text.trim() };
  return { yaml: match[1] ?? "", body: text.slice(match[0].length).trim() };
}
