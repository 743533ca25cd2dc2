// Runs a Mocha suite inside the extension host of a real VS Code.
import { createServer } from "node:http";
import { join } from "node:path";
import * as esbuild from "esbuild";
import { root } from "../setup.mjs";
import { startServer } from "./server.mjs";
import { openWorkbench } from "./workbench.mjs";

const outfile = join(root, "test/vscode/dist/index.cjs");

/** Bundles the suite: the extension host loads CommonJS. */
async function bundleSuite() {
  await esbuild.build({
    entryPoints: [join(root, "test/vscode/host/index.ts")],
    outfile,
    bundle: true,
    platform: "node",
    format: "cjs",
    target: "node20",
    sourcemap: "inline",
    conditions: ["source"],
    external: ["vscode", "mocha"],
    logLevel: "warning",
    logOverride: { "empty-import-meta": "silent" },
  });
}

/**
 * Opens `folder` with the extension of this checkout and runs the suite in it. `env` reaches the extension
 * host. Resolves with what Mocha reported.
 */
export async function runHostSuite({ folder, dataFolder, env = {} }) {
  await bundleSuite();
  const report = await listenForReport();
  const server = await startServer({ dataFolder, env: { ...env, RELAY_TEST_REPORT: report.url } });
  try {
    const remote = (path) => `vscode-remote://${server.authority}${path}`;
    const payload = [
      ["extensionDevelopmentPath", remote(root)],
      ["extensionTestsPath", remote(outfile)],
    ];
    const { browser, page } = await openWorkbench(server, { folder, payload });
    const messages = [];
    page.on("console", (message) => messages.push(message.text()));
    try {
      return await report.received;
    } catch (error) {
      throw new Error(`${error.message}\n${messages.slice(-40).join("\n")}\n${server.output.join("")}`);
    } finally {
      await browser.close();
    }
  } finally {
    report.close();
    await server.stop();
  }
}

/** The suite says what it found by one request. */
async function listenForReport(timeoutMs = 300_000) {
  let settle;
  const received = new Promise((resolve, reject) => (settle = { resolve, reject }));
  const timer = setTimeout(
    () => settle.reject(new Error("The suite in VS Code did not end in time")),
    timeoutMs,
  );
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request.setEncoding("utf8")) text += chunk;
    response.end();
    settle.resolve(JSON.parse(text));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = () => {
    clearTimeout(timer);
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${server.address().port}/`, received, close };
}
