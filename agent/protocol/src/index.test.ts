import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import type { BuildOptions, BuildResult } from "esbuild";
import * as entry from "./index.ts";
import { currentSessionVersion } from "./entries.ts";
import { isJsonObject } from "./json.ts";
import { emptyUsage, textOf } from "./messages.ts";
import { thinkingLevels } from "./model.ts";

const source = import.meta.dirname;

/** The entry bundled for a platform that has neither Node's nor a browser's modules. */
async function bundle(
  contents: string,
): Promise<BuildResult<BuildOptions & { write: false; metafile: true }>> {
  return build({
    stdin: { contents, resolveDir: source, loader: "ts" },
    bundle: true,
    platform: "neutral",
    format: "esm",
    treeShaking: true,
    write: false,
    metafile: true,
    logLevel: "silent",
  });
}

describe("the package", () => {
  it("has no dependencies at run time", () => {
    const manifest = JSON.parse(readFileSync(join(source, "../package.json"), "utf8")) as Record<
      string,
      unknown
    >;
    assert.deepEqual(
      ["dependencies", "peerDependencies", "optionalDependencies"].filter((key) => key in manifest),
      [],
    );
  });

  it("needs no module but its own, and none of the record schemas", async () => {
    const { metafile } = await bundle('export * from "./index.ts";');
    const inputs = Object.keys(metafile.inputs);
    assert.ok(inputs.some((path) => path.endsWith("commandSchemas.generated.ts")));
    assert.deepEqual(
      inputs.filter((path) => path.includes("node_modules") || path.includes("recordSchemas")),
      [],
    );
    assert.deepEqual(
      Object.values(metafile.outputs).flatMap((output) => output.imports),
      [],
    );
  });

  it("names no global of a platform but the UTF-8 decoder", async () => {
    const { outputFiles } = await bundle('export * from "./index.ts";');
    const text = outputFiles[0]?.text ?? "";
    assert.ok(text.includes("new TextDecoder("));
    for (const name of ["process", "Buffer", "require", "window", "document", "setTimeout", "console"]) {
      assert.ok(!new RegExp(`\\b${name}[.(]`).test(text), name);
    }
  });

  it("gives a client that takes one function only what that needs", async () => {
    const { outputFiles } = await bundle('export { textOf } from "./index.ts";');
    assert.ok((outputFiles[0]?.text.length ?? 0) < 2_000);
  });

  it("exports what reads and writes the wire", () => {
    const expected = [
      "JsonlDecoder",
      "applyBashCommand",
      "applyBashResult",
      "applyEntry",
      "applyEvent",
      "createTranscript",
      "currentSessionVersion",
      "defaultDialogResult",
      "dialogResult",
      "emptyUsage",
      "encodeRecord",
      "entriesOfBranch",
      "extensionUiMethods",
      "findSchemaProblem",
      "isJsonObject",
      "isRpcCommandType",
      "maxRecordBytes",
      "oversizeRecordError",
      "parseCommandRecord",
      "prependEntries",
      "rpcCommandTypes",
      "rpcEventTypes",
      "takeChanges",
      "textOf",
      "thinkingLevels",
      "transcriptFromEntries",
      "transcriptView",
      "validateCommand",
    ];
    assert.deepEqual(
      expected.filter((name) => !(name in entry)),
      [],
    );
  });
});

describe("vocabulary", () => {
  it("textOf joins text blocks and takes plain strings", () => {
    const content = [{ type: "text", text: " a " }, { type: "image" }, { type: "text", text: "b " }];
    assert.equal(textOf(content), " a b ");
    assert.equal(textOf(content, "\n"), " a \nb ");
    assert.deepEqual([textOf("plain"), textOf(null), textOf(undefined), textOf([])], ["plain", "", "", ""]);
  });

  it("emptyUsage is a fresh object each time", () => {
    const usage = emptyUsage();
    usage.cost.total = 5;
    assert.equal(emptyUsage().cost.total, 0);
    assert.equal("reasoning" in usage || "totalFromProvider" in usage.cost, false);
  });

  it("isJsonObject knows objects from arrays and null", () => {
    assert.deepEqual([{}, { a: 1 }, [], null, "x", undefined].map(isJsonObject), [
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
  });

  it("orders the thinking levels and writes sessions of version 3", () => {
    assert.deepEqual(thinkingLevels, ["off", "minimal", "low", "medium", "high", "xhigh", "max"]);
    assert.equal(currentSessionVersion, 3);
  });
});
