import { readFileSync } from "node:fs";
import { join } from "node:path";
import { format, resolveConfig } from "prettier";
import { extensionReference } from "./extensionReference.ts";
import { replaceGenerated } from "./markdownTable.ts";
import { providerReference } from "./providerReference.ts";
import { settingsReference } from "./settingsReference.ts";
import { specCoverage } from "./specCoverage.ts";

interface GeneratedPart {
  /** Repository-relative. */
  page: string;
  name: string;
  content: (root: string) => string;
}

const parts: readonly GeneratedPart[] = [
  { page: "docs/settings.md", name: "settings", content: settingsReference },
  { page: "docs/providers.md", name: "providers", content: providerReference },
  { page: "docs/extension-api.md", name: "extension-api", content: extensionReference },
  { page: "docs/internals/spec-coverage.md", name: "coverage", content: specCoverage },
];

export interface GeneratedPage {
  /** Repository-relative. */
  path: string;
  /** As it is. */
  current: string;
  /** As the sources want it. */
  wanted: string;
}

/** Pages with parts that come from sources. */
export async function generatedPages(root: string): Promise<GeneratedPage[]> {
  return Promise.all(
    parts.map(async ({ page, name, content }) => {
      const path = join(root, page);
      const current = readFileSync(path, "utf8");
      const text = replaceGenerated(current, name, content(root));
      const options = await resolveConfig(path);
      return { path: page, current, wanted: await format(text, { ...options, parser: "markdown" }) };
    }),
  );
}
