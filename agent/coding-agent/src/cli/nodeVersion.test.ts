import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { minimumNodeVersion, nodeVersionError } from "./nodeVersion.ts";

describe("nodeVersionError", () => {
  it("cli.md §15: refuses what is older than the package's engines say", () => {
    for (const old of ["18.20.4", "20.18.3", "20.9.0"]) {
      assert.equal(nodeVersionError(old), `Error: Relay needs Node.js 20.19.0 or newer; this is ${old}.`);
    }
    for (const fine of ["20.19.0", "20.20.2", "21.0.0", "22.1.0", "20.19.0-nightly"]) {
      assert.equal(nodeVersionError(fine), undefined, fine);
    }
    assert.equal(nodeVersionError(process.versions.node), undefined);
  });

  it("knows the version that the package asks for", () => {
    const manifest = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
      engines: { node: string };
    };
    assert.equal(`${manifest.engines.node}.0`, `>=${minimumNodeVersion}`);
  });
});
