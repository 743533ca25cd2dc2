import { parseHTML } from "linkedom";

const blocks = "p,div,section,article,li,tr,br,h1,h2,h3,h4,h5,h6,table,ul,ol,pre,blockquote,dt,dd";

/** What a reader sees of an HTML page, one block a line. */
export function pageText(html: string): string {
  const { document } = parseHTML(html);
  for (const element of document.querySelectorAll("script,style,noscript,template,svg,nav,footer")) {
    element.remove();
  }
  for (const block of document.querySelectorAll(blocks)) block.append("\n");
  for (const cell of document.querySelectorAll("td,th")) cell.append("  ");
  const text = (document.body ?? document.documentElement)?.textContent ?? html;
  return text
    .split("\n")
    .map((line) => line.replace(/\s+/gu, " ").trim())
    .filter((line) => line !== "")
    .join("\n");
}
