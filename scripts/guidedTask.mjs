// A first task that anyone can watch: a sample project with a bug, and Relay finding and fixing it.
// Uses the built-in offline guide, so it needs no key, no network and costs nothing.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "./setup.mjs";

const relay = join(root, "agent/coding-agent/dist/cli.js");

const shownLines = 12;

const sampleFiles = {
  "package.json": JSON.stringify(
    { name: "sample", private: true, type: "module", scripts: { test: "node --test" } },
    null,
    2,
  ),
  "total.js": "export function total(prices) {\n  return prices.reduce((sum, price) => sum - price, 0);\n}\n",
  "total.test.js":
    'import assert from "node:assert/strict";\nimport { test } from "node:test";\nimport { total } from "./total.js";\n\n' +
    'test("adds up prices", () => assert.equal(total([1, 2, 3]), 6));\n',
};

const prompts = [
  "List the files here",
  "Run the tests",
  'Replace "sum - price" with "sum + price" in total.js',
  "Run the tests",
];

/** Runs the task in a temporary folder and prints what happened. Resolves with the exit code. */
export async function runGuidedTask() {
  const folder = mkdtempSync(join(tmpdir(), "relay-sample-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  process.once("SIGINT", () => process.exit(130));
  process.once("SIGTERM", () => process.exit(143));
  // Nobody reads on, as after `npm start | head`.
  process.stdout.once("error", () => process.exit(1));
  for (const [name, content] of Object.entries(sampleFiles)) writeFileSync(join(folder, name), content);
  print(`Relay, first task in a sample project (${folder})\n`);
  const code = await run(folder);
  const fixed = readFileSync(join(folder, "total.js"), "utf8").includes("sum + price");
  if (code !== 0 || !fixed) {
    print("\nThe first task did not finish. The lines above say what went wrong.");
    return 1;
  }
  print(whatNext());
  return 0;
}

function run(folder) {
  const args = [relay, "--mode", "json", "--no-session", "--model", "offline/guide", ...prompts];
  const child = spawn(process.execPath, args, { cwd: folder, stdio: ["ignore", "pipe", "inherit"] });
  let rest = "";
  child.stdout.setEncoding("utf8").on("data", (text) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) show(JSON.parse(line));
  });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve(code ?? 1));
  });
}

function show(event) {
  if (event.type === "tool_execution_start") {
    print(`  ${event.toolName} ${event.args.command ?? event.args.path ?? ""}`);
  } else if (event.type === "tool_execution_end") {
    print(`    ${event.isError ? "failed" : "done"}`);
  } else if (event.type === "message_end") {
    const text = textOf(event.message.content);
    if (event.message.role === "user") print(`\nYou:   ${text}`);
    if (event.message.role === "assistant" && text)
      print(`Relay: ${shortened(text.trim()).replaceAll("\n", "\n       ")}`);
  }
}

function textOf(content) {
  if (typeof content === "string") return content;
  return content
    .filter((block) => block.type === "text")
    .map((block) => block.text)
    .join("\n");
}

/** Test runners say more than a first look needs. */
function shortened(text) {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  if (lines.length <= shownLines) return lines.join("\n");
  return [...lines.slice(0, shownLines), `... ${lines.length - shownLines} more lines`].join("\n");
}

function print(line) {
  process.stdout.write(`${line}\n`);
}

function whatNext() {
  return `
That was the offline guide: fixed rules, no language model. What next:

  In a terminal         cd your-project && node ${relay}
  A model with a key    type /login there, or export ANTHROPIC_API_KEY=...   (or OPENAI_API_KEY, ...)
                        node ${relay} -p "Explain this project"
  A local server        start Ollama, LM Studio or llama.cpp; Relay finds it on its usual port
  VS Code               npm run package && code --install-extension relay.vsix

Read README.md for the first real task.`;
}
