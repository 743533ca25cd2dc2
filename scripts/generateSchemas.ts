// Writes the JSON Schema constants of agent/protocol from its TypeBox sources.
//   tsx scripts/generateSchemas.ts           writes what changed
//   tsx scripts/generateSchemas.ts --check   fails when a file is not what the sources give
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { generatedSchemaFiles } from "../agent/protocol/schema/generate.ts";

const packageRoot = join(import.meta.dirname, "../agent/protocol");

function readIfPresent(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}

const isCheck = process.argv.includes("--check");
const outdated = generatedSchemaFiles().filter(
  ({ path, text }) => readIfPresent(join(packageRoot, path)) !== text,
);
for (const { path, text } of outdated) {
  if (!isCheck) writeFileSync(join(packageRoot, path), text);
  console.log(`${isCheck ? "outdated" : "written"}: agent/protocol/${path}`);
}
if (isCheck && outdated.length > 0) {
  console.error("Run `npm run schemas`.");
  process.exitCode = 1;
}
