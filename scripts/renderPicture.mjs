// Draws docs/images/first-task.svg from what `npm start` prints without a terminal.
//   node scripts/renderPicture.mjs
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "./setup.mjs";

const target = join(root, "docs/images/first-task.svg");
const columns = 96;
/** Output of a command that is shown before the rest is only counted. */
const shownOutputLines = 5;
/** Before every line of an answer but its first. */
const outputIndent = " ".repeat(7);
const lineHeight = 19;
const characterWidth = 8.4;
const padding = 18;
const barHeight = 34;

const { stdout, status } = spawnSync(process.execPath, [join(root, "scripts/start.mjs")], {
  encoding: "utf8",
  stdio: ["ignore", "pipe", "inherit"],
});
if (status !== 0) throw new Error(`The first task ended with code ${status}`);

const task = stdout.slice(0, stdout.indexOf("\nThat was the offline guide"));
const lines = ["$ npm start", "", ...shorten(task.trim().split("\n")).flatMap(wrap)];
mkdirSync(dirname(target), { recursive: true });
writeFileSync(target, draw(lines));
process.stderr.write(`Wrote ${target} (${lines.length} lines)\n`);

/** Without fences and double blank lines, and with long output cut further. */
function shorten(all) {
  const kept = [];
  let output = [];
  for (const raw of [...all, ""]) {
    const line = raw.replace(/\(\/.*\)$/, "").trimEnd();
    if (line.startsWith(outputIndent)) {
      if (line.trim() !== "```") output.push(line);
      continue;
    }
    kept.push(...cut(output));
    output = [];
    if (line !== "" || kept.at(-1) !== "") kept.push(line);
  }
  return kept;
}

function cut(output) {
  const [, more] = /\.\.\. (\d+) more lines$/.exec(output.at(-1) ?? "") ?? [];
  const lines = more === undefined ? output : output.slice(0, -1);
  const rest = lines.length + Number(more ?? 0) - shownOutputLines;
  if (rest <= 1) return output;
  return [...lines.slice(0, shownOutputLines), `${outputIndent}... ${rest} more lines`];
}

function wrap(line) {
  const indent = /^(?:\w+: +| *)/.exec(line)?.[0].length ?? 0;
  const rows = [];
  let rest = line;
  while (rest.length > columns) {
    const at = rest.lastIndexOf(" ", columns);
    const end = at > indent ? at : columns;
    rows.push(rest.slice(0, end));
    rest = " ".repeat(indent) + rest.slice(end).trimStart();
  }
  return [...rows, rest];
}

function draw(rows) {
  const width = Math.round(columns * characterWidth + 2 * padding);
  const height = barHeight + rows.length * lineHeight + padding;
  const texts = rows.flatMap((row, index) => {
    if (row.trim() === "") return [];
    // Not every viewer keeps leading blanks.
    const indent = row.length - row.trimStart().length;
    const x = (padding + indent * characterWidth).toFixed(1);
    const y = barHeight + (index + 1) * lineHeight - 5;
    return [
      `<text x="${x}" y="${y}" class="${kind(row)}" xml:space="preserve">${escape(row.trimStart())}</text>`,
    ];
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title">
<title id="title">Relay runs the tests of a sample project, fixes the bug and runs them again</title>
<style>
text { font-family: ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace; font-size: 14px; fill: #d4d7dd }
.you, .prompt { fill: #ffffff; font-weight: 600 }
.tool { fill: #8ab4f8 }
.failed { fill: #f28b82 }
.done { fill: #81c995 }
</style>
<rect width="${width}" height="${height}" rx="8" fill="#1b1d23"/>
<circle cx="20" cy="17" r="5" fill="#5f6570"/><circle cx="38" cy="17" r="5" fill="#5f6570"/><circle cx="56" cy="17" r="5" fill="#5f6570"/>
${texts.join("\n")}
</svg>
`;
}

function kind(row) {
  if (row.startsWith("$")) return "prompt";
  if (row.startsWith("You:")) return "you";
  if (row.trim() === "failed") return "failed";
  if (row.trim() === "done") return "done";
  return /^ {2}(?:bash|read|edit|write|grep|find|ls) /.test(row) ? "tool" : "plain";
}

function escape(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
