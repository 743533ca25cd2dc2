import assert from "node:assert/strict";
import * as esbuild from "esbuild";
import { builds, webviewDist } from "../../scripts/builds.mjs";

const limitBytes = 350 * 1024;

interface FirstScript {
  readonly bytes: number;
  /** Packages whose code is in it. */
  readonly packages: ReadonlySet<string>;
}

function firstScript({ outputs }: esbuild.Metafile, entry: string): FirstScript {
  const { bytes = 0, inputs = {} } = outputs[`webview/dist/${entry}.js`] ?? {};
  const packages = new Set<string>();
  for (const [input, { bytesInOutput }] of Object.entries(inputs)) {
    const name = /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1];
    if (name !== undefined && bytesInOutput > 0) packages.add(name);
  }
  return { bytes, packages };
}

describe("bundle of the webview", function () {
  this.timeout(180_000);
  let first: esbuild.Metafile;
  let late: esbuild.Metafile;

  before(async () => {
    const options = builds.filter(({ outdir }) => outdir === webviewDist);
    const results = await Promise.all(
      options.map((one) => esbuild.build({ ...one, metafile: true, write: false })),
    );
    const [one, other] = results.map(({ metafile }) => metafile);
    assert.ok(one && other && results.length === 2);
    [first, late] = "webview/dist/main.js" in one.outputs ? [one, other] : [other, one];
  });

  for (const entry of ["main", "harness"]) {
    it(`vscode.md 11: the first script of ${entry} is at most 350 KiB, minified`, () => {
      const { bytes } = firstScript(first, entry);
      assert.ok(bytes > 0 && bytes <= limitBytes, `${(bytes / 1024).toFixed(0)} KiB`);
    });
  }

  it("vscode.md 11: a first script is one file, and what it loads on demand is built", () => {
    for (const entry of ["main", "harness"]) {
      const { imports = [] } = first.outputs[`webview/dist/${entry}.js`] ?? {};
      for (const { path, kind } of imports) {
        assert.equal(kind, "dynamic-import", path);
        assert.ok(late.outputs[path.replace(/^\./, "webview/dist")], `${path} is built`);
      }
    }
  });

  it("vscode.md 11: the icons have the font that a document names", () => {
    assert.ok(first.outputs["webview/dist/assets/codicon.ttf"]);
  });

  it("leaves diagrams, formulas and colours of code to chunks of their own", () => {
    const { packages } = firstScript(first, "main");
    const onDemand = ["mermaid", "katex", "highlight.js", "@vscode/webview-ui-toolkit"];
    assert.deepEqual([onDemand.filter((name) => packages.has(name)), packages.has("preact")], [[], true]);
  });

  it("the toolkit of controls has one importer", () => {
    const importers = Object.entries(first.inputs).flatMap(([path, { imports }]) =>
      imports.some(({ path: to }) => to.includes("@vscode/webview-ui-toolkit")) &&
      !path.includes("node_modules")
        ? [path]
        : [],
    );
    assert.deepEqual(importers, ["webview/src/ui/toolkit.tsx"]);
  });
});
