// Writes the JSON Schema constants of agent/protocol from its TypeBox sources, and the schema of settings files
// for the editor.
//   tsx scripts/generateSchemas.ts           writes what changed
//   tsx scripts/generateSchemas.ts --check   fails when a file is not what the sources give
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { settingsSchema } from "../agent/coding-agent/src/base/settings/settingsSchema.ts";
import { generatedSchemaFiles } from "../agent/protocol/schema/generate.ts";
import { nestedSchema } from "./nestedSchema.ts";

const root = join(import.meta.dirname, "..");
const files = [
  ...generatedSchemaFiles().map(({ path, text }) => ({ path: `agent/protocol/${path}`, text })),
  {
    path: "extension/settings.schema.generated.json",
    text: `${JSON.stringify(nestedSchema(settingsSchema()), null, 2)}\n`,
  },
];

function readIfPresent(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}

const isCheck = process.argv.includes("--check");
const outdated = files.filter(({ path, text }) => readIfPresent(join(root, path)) !== text);
for (const { path, text } of outdated) {
  if (!isCheck) writeFileSync(join(root, path), text);
  console.log(`${isCheck ? "outdated" : "written"}: ${path}`);
}
if (isCheck && outdated.length > 0) {
  console.error("Run `npm run schemas`.");
  process.exitCode = 1;
}
