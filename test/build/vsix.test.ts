import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { deflateRawSync } from "node:zlib";
import { listFiles, PackageManager } from "@vscode/vsce";

const root = join(import.meta.dirname, "../..");
const megabyte = 1024 * 1024;

/** What may be in the package, and nothing else. */
const allowed = [
  /^(package\.json|package\.nls(\.[\w-]+)?\.json|CHANGELOG\.md|LICENSE)$/,
  /^extension\/(README\.md|settings\.schema\.generated\.json)$/,
  /^extension\/dist\/(extension\.cjs|bridge\.js|NOTICES\.txt)$/,
  /^extension\/media\/(icon\.png|relay\.svg|walkthrough\/\w+(\.nls\.[\w-]+)?\.md)$/,
  /^extension\/l10n\/[\w.-]+\.json$/,
  /^webview\/dist\/([\w-]+\.(js|css)|(late|chunks)\/[\w.-]+\.js|assets\/[\w.-]+\.(ttf|woff2?|svg))$/,
  /^agent\/coding-agent\/package\.json$/,
  /^agent\/coding-agent\/dist\/([\w-]+\.(js|cjs|wasm)|NOTICES\.txt|README\.md)$/,
  /^agent\/coding-agent\/dist\/chunks\/[\w.-]+\.js$/,
  /^agent\/coding-agent\/dist\/(docs|examples|grammars)\//,
  /^agent\/coding-agent\/dist\/catalog\/[\w-]+\.generated\.ts$/,
  /^agent\/coding-agent\/dist\/session-page\/[\w.-]+\.(js|css)$/,
];

const needed = [
  "package.json",
  "package.nls.json",
  "package.nls.pt-br.json",
  "package.nls.es.json",
  "extension/l10n/bundle.l10n.pt-br.json",
  "extension/l10n/bundle.l10n.es.json",
  "extension/dist/extension.cjs",
  "extension/dist/bridge.js",
  "extension/media/relay.svg",
  "webview/dist/main.js",
  "webview/dist/late/mermaid.js",
  "agent/coding-agent/package.json",
  "agent/coding-agent/dist/cli.js",
  "agent/coding-agent/dist/grammars/tree-sitter-bash.wasm",
];

describe("package of the extension", () => {
  let files: string[];

  before(async () => {
    // The declared type of the options does not know the path, but the function does.
    const options = { cwd: root, packageManager: PackageManager.None, readmePath: "extension/README.md" };
    files = await listFiles(options);
  });

  it("vscode.md 11: holds the extension, its views and the agent, and nothing else", () => {
    assert.deepEqual(
      files.filter((file) => !allowed.some((pattern) => pattern.test(file))),
      [],
    );
    assert.deepEqual(
      needed.filter((file) => !files.includes(file)),
      [],
    );
  });

  it("vscode.md 11: takes less than 3 MB without the agent and less than 8 MB with it", () => {
    const sizeOf = (file: string): number => deflateRawSync(readFileSync(join(root, file))).length;
    const agent = files
      .filter((file) => file.startsWith("agent/"))
      .reduce((sum, file) => sum + sizeOf(file), 0);
    const own = files
      .filter((file) => !file.startsWith("agent/"))
      .reduce((sum, file) => sum + sizeOf(file), 0);
    assert.ok(own < 3 * megabyte, `${own} bytes without the agent`);
    assert.ok(own + agent < 8 * megabyte, `${own + agent} bytes`);
  });
});
