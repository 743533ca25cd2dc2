/** A skill as it stands in a user message, with what the user wrote behind it. */
export interface SkillBlock {
  name: string;
  /** Absolute path of the skill's file. */
  location: string;
  /** What stands between the tags. */
  content: string;
  userMessage?: string;
}

export interface SkillBlockInput {
  name: string;
  filePath: string;
  baseDir: string;
  /** Content of the file without its frontmatter. */
  body: string;
  /** What followed the command. */
  args: string;
}

const blockPattern = /^<skill name="([^"]*)" location="([^"]*)">\n(.*?)\n<\/skill>(?:\n\n(.+))?$/s;

/** The text that `/skill:name args` becomes (cli.md §10.3). */
export function formatSkillBlock({ name, filePath, baseDir, body, args }: SkillBlockInput): string {
  const opening = `<skill name="${escapeAttribute(name)}" location="${escapeAttribute(filePath)}">`;
  // A skill that closes the block itself could pass its own text off as the user's.
  const safeBody = body.trim().replaceAll("</skill", "&lt;/skill");
  const block = `${opening}\nReferences are relative to ${baseDir}.\n\n${safeBody}\n</skill>`;
  return args === "" ? block : `${block}\n\n${args}`;
}

/** Reads back what `formatSkillBlock` wrote; `null` for any other text. */
export function parseSkillBlock(text: string): SkillBlock | null {
  const match = blockPattern.exec(text);
  if (!match) return null;
  const [, name = "", location = "", content = "", userMessage] = match;
  return {
    name: unescapeAttribute(name),
    location: unescapeAttribute(location),
    content,
    ...(userMessage !== undefined && { userMessage }),
  };
}

function escapeAttribute(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll('"', "&quot;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll("\n", "&#10;");
}

function unescapeAttribute(text: string): string {
  return text
    .replaceAll("&#10;", "\n")
    .replaceAll("&gt;", ">")
    .replaceAll("&lt;", "<")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&");
}
