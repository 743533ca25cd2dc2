import assert from "node:assert/strict";
import * as esbuild from "esbuild";
import { builds, webviewDist } from "../../scripts/builds.mjs";
import { preloadsOf } from "../../scripts/preloads.mjs";

const limitBytes = 350 * 1024;

interface FirstScript {
  readonly bytes: number;
  /** Packages whose code is in it. */
  readonly packages: ReadonlySet<string>;
}

/** An entry with the chunks that it needs before it can run. */
function firstScript({ outputs }: esbuild.Metafile, entry: string): FirstScript {
  const seen = new Set<string>();
  const packages = new Set<string>();
  const visit = (path: string): void => {
    const output = outputs[path];
    if (!output || seen.has(path)) return;
    seen.add(path);
    for (const [input, { bytesInOutput }] of Object.entries(output.inputs)) {
      const name = /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1];
      if (name !== undefined && bytesInOutput > 0) packages.add(name);
    }
    for (const { path: imported, kind } of output.imports) if (kind === "import-statement") visit(imported);
  };
  visit(`webview/dist/${entry}.js`);
  return { bytes: [...seen].reduce((sum, path) => sum + (outputs[path]?.bytes ?? 0), 0), packages };
}

describe("bundle of the webview", function () {
  this.timeout(180_000);
  let metafile: esbuild.Metafile;

  before(async () => {
    const options = builds.find(({ outdir }) => outdir === webviewDist);
    ({ metafile } = await esbuild.build({ ...options, metafile: true, write: false }));
  });

  for (const entry of ["main", "harness"]) {
    it(`vscode.md 11: the first script of ${entry} is at most 350 KiB, minified`, () => {
      const { bytes } = firstScript(metafile, entry);
      assert.ok(bytes > 0 && bytes <= limitBytes, `${(bytes / 1024).toFixed(0)} KiB`);
    });
  }

  it("vscode.md 11: a document names every chunk that its first script imports, and no late one", () => {
    const named = preloadsOf(metafile);
    for (const entry of ["main", "harness"]) {
      const chunks = (named[entry] ?? []).map((chunk) => metafile.outputs[`webview/dist/${chunk}`]);
      assert.ok(chunks.length > 0 && chunks.every((chunk) => chunk !== undefined), entry);
      const own = metafile.outputs[`webview/dist/${entry}.js`]?.bytes ?? 0;
      const all = chunks.reduce((sum, chunk) => sum + (chunk?.bytes ?? 0), own);
      assert.equal(all, firstScript(metafile, entry).bytes);
    }
  });

  it("leaves diagrams, formulas and colours of code to chunks of their own", () => {
    const { packages } = firstScript(metafile, "main");
    const late = ["mermaid", "katex", "highlight.js", "@vscode/webview-ui-toolkit"];
    assert.deepEqual([late.filter((name) => packages.has(name)), packages.has("preact")], [[], true]);
  });

  it("the toolkit of controls has one importer", () => {
    const importers = Object.entries(metafile.inputs).flatMap(([path, { imports }]) =>
      imports.some(({ path: to }) => to.includes("@vscode/webview-ui-toolkit")) &&
      !path.includes("node_modules")
        ? [path]
        : [],
    );
    assert.deepEqual(importers, ["webview/src/ui/toolkit.tsx"]);
  });
});
