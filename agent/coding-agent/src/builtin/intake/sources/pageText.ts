import { Parser } from "htmlparser2";

const words = (list: string): ReadonlySet<string> => new Set(list.split(" "));
const blocks = words(
  "p div section article header main aside li tr br hr h1 h2 h3 h4 h5 h6 table ul ol dl dt dd pre blockquote title option",
);
const cells = words("td th");
const unseen = words("head script style noscript template svg nav footer");

/** Elements in each other; the parser looks through all of them at each tag. */
const maxDepth = 20_000;

/** What a reader sees of an HTML page, one block a line. Throws when it is nested beyond measure. */
export function pageText(html: string): string {
  const parts: string[] = [];
  /** Names of open elements that show nothing, the outermost first. */
  const hidden: string[] = [];
  let depth = 0;
  const separate = (name: string): void => {
    if (blocks.has(name)) parts.push("\n");
    else if (cells.has(name)) parts.push(" ");
  };
  const parser = new Parser({
    onopentagname: (name) => {
      if (++depth > maxDepth) throw new Error("the page is nested too deeply");
      if (unseen.has(name)) hidden.push(name);
      else separate(name);
    },
    onclosetag: (name) => {
      depth--;
      if (hidden.at(-1) === name) hidden.pop();
      else separate(name);
    },
    ontext: (text) => {
      if (hidden.length === 0) parts.push(text.replace(/\s+/gu, " "));
    },
  });
  parser.end(html);
  return parts
    .join("")
    .split("\n")
    .map((line) => line.replace(/ +/gu, " ").trim())
    .filter((line) => line !== "")
    .join("\n");
}
