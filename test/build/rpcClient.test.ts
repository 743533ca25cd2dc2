import assert from "node:assert/strict";
import * as esbuild from "esbuild";

/** Source files that a bundle of this import keeps. */
async function keptSources(from: string): Promise<string[]> {
  const { metafile } = await esbuild.build({
    stdin: {
      contents: `import { RpcClient } from "${from}"; globalThis.client = RpcClient;`,
      resolveDir: "test",
    },
    bundle: true,
    write: false,
    metafile: true,
    platform: "node",
    format: "esm",
    conditions: ["source"],
    external: ["@vscode/ripgrep"],
    logLevel: "error",
  });
  const [output] = Object.values(metafile.outputs);
  const inputs = Object.entries(output?.inputs ?? {});
  return inputs.flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [path] : []));
}

describe("RpcClient in a bundle", function () {
  this.timeout(180_000);

  for (const entry of ["@relay-harness/coding-agent", "@relay-harness/coding-agent/rpc-client"]) {
    it(`brings nothing of the agent along from ${entry}`, async () => {
      const sources = await keptSources(entry);
      assert.ok(sources.includes("agent/coding-agent/src/rpcClient/rpcClient.ts"));
      const foreign = sources.filter(
        (source) =>
          !/^(agent\/coding-agent\/src\/(rpcClient\/|index\.ts$)|agent\/protocol\/src\/|<stdin>)/.test(
            source,
          ),
      );
      assert.deepEqual(foreign, []);
    });
  }
});
