/** A text of somebody else between tags, for a prompt. What it holds cannot end its block. */
export function block(head: string, text: string, isCut = false): string {
  const [tag = ""] = head.split(" ");
  const safe = text.replaceAll(new RegExp(`</(?=${tag}>)`, "giu"), "< /");
  return `<${head}>\n${safe}${isCut ? "\n[the rest is left out]" : ""}\n</${tag}>`;
}
