// Writes the parts of the documentation that come from sources: settings, providers, test coverage.
//   node --import tsx --conditions=source scripts/generateDocs.ts           writes what changed
//   node --import tsx --conditions=source scripts/generateDocs.ts --check   fails when a page is not current;
//       the counts of test coverage may lag behind, because every new test would change them
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { generatedPages } from "./docs/generatedPages.ts";

const root = join(import.meta.dirname, "..");
const isCheck = process.argv.includes("--check");
const coveragePage = "docs/internals/spec-coverage.md";
const outdated = (await generatedPages(root)).filter(
  ({ path, current, wanted }) => current !== wanted && !(isCheck && path === coveragePage),
);
for (const { path, wanted } of outdated) {
  if (!isCheck) writeFileSync(join(root, path), wanted);
  console.log(`${isCheck ? "outdated" : "written"}: ${path}`);
}
if (isCheck && outdated.length > 0) {
  console.error("Run scripts/generateDocs.ts without --check.");
  process.exitCode = 1;
}
