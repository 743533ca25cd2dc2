// Names the packages whose code a bundle contains, with the licences they ask to be passed on.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { root } from "./setup.mjs";

const licenceFile = /^(licen[cs]e|copying|notice)(\.|$)/i;

/** Text of a notices file for the packages among esbuild's inputs and `others` (package folders). */
export function noticesText(metafile, others = []) {
  const folders = new Set(others);
  for (const input of Object.keys(metafile.inputs)) {
    const folder = packageFolder(input);
    if (folder) folders.add(folder);
  }
  const parts = [...folders].sort().map(describe);
  return ["Relay contains code of these packages.", ...parts].join("\n\n" + "-".repeat(72) + "\n\n") + "\n";
}

function packageFolder(input) {
  const match = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input);
  return match?.[1];
}

function describe(folder) {
  const path = join(root, folder);
  const { name, version, license, repository } = JSON.parse(readFileSync(join(path, "package.json"), "utf8"));
  const source = typeof repository === "string" ? repository : repository?.url;
  const texts = readdirSync(path)
    .filter((file) => licenceFile.test(file))
    .map((file) => readFileSync(join(path, file), "utf8").trim());
  const heading = [`${name} ${version}`, `Licence: ${license}`, ...(source ? [source] : [])];
  return [heading.join("\n"), ...texts].join("\n\n");
}
