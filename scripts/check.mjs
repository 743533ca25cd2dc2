// Types, lint with the import table, formatting, generated files and unused code.
import { join } from "node:path";
import { ensureInstalled, root, run } from "./setup.mjs";

ensureInstalled();
const bin = (name) => join(root, "node_modules", name);
const generated = (script) => ["--import", "tsx", "--conditions=source", `scripts/${script}`, "--check"];
const steps = [
  ["types", [bin("typescript/bin/tsc"), "-b"]],
  ["lint", [bin("eslint/bin/eslint.js"), "."]],
  ["format", [bin("prettier/bin/prettier.cjs"), "--check", "--log-level=warn", "."]],
  ["schemas", generated("generateSchemas.ts")],
  ["catalog", generated("generateCatalog.ts")],
  ["docs", generated("generateDocs.ts")],
  ["unused", [bin("knip/bin/knip.js")]],
];
for (const [name, args] of steps) {
  process.stderr.write(`check: ${name}\n`);
  run(process.execPath, args);
}
process.stderr.write("check: passed\n");
