// Types, lint with the import table, formatting, generated files and unused code.
import { join } from "node:path";
import { ensureInstalled, root, run } from "./setup.mjs";

ensureInstalled();
const bin = (name) => join(root, "node_modules", name);
const steps = [
  ["types", bin("typescript/bin/tsc"), ["-b"]],
  ["lint", bin("eslint/bin/eslint.js"), ["."]],
  ["format", bin("prettier/bin/prettier.cjs"), ["--check", "--log-level=warn", "."]],
  ["schemas", bin("tsx/dist/cli.mjs"), ["scripts/generateSchemas.ts", "--check"]],
  ["catalog", bin("tsx/dist/cli.mjs"), ["scripts/generateCatalog.ts", "--check"]],
  ["unused", bin("knip/bin/knip.js"), []],
];
for (const [name, script, args] of steps) {
  process.stderr.write(`check: ${name}\n`);
  run(process.execPath, [script, ...args]);
}
process.stderr.write("check: passed\n");
