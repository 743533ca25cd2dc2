// What is built from what: read by esbuild.js, and by the tests that look at the result.
import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { builtinModulesPlugin } from "./builtinModules.mjs";
import { fontsPlugin } from "./fonts.mjs";
import { lateScriptsPlugin } from "./lateScripts.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const agent = join(root, "agent");
const { version } = JSON.parse(readFileSync(join(agent, "coding-agent/package.json"), "utf8"));

const common = {
  // The paths in the metafile start here, wherever the build is run from: npm packs in the package's folder.
  absWorkingDir: root,
  bundle: true,
  sourcemap: true,
  logLevel: "warning",
  conditions: ["source"],
  legalComments: "none",
};

// CommonJS dependencies use what an ES module does not have: `require`, here for Node's modules alone,
// and the name of their file.
const commonJsBanner =
  "const require = process.getBuiltinModule, __filename = import.meta.filename, __dirname = import.meta.dirname;";

// Whitespace goes, names stay: half the bytes to read at a start, and stack traces that can be read.
const nodeLibrary = {
  ...common,
  platform: "node",
  format: "esm",
  target: "node20.19",
  minifyWhitespace: true,
  minifySyntax: true,
};

/** A package that is published beside the agent: its own code only, dependencies stay imports. */
function library(name, entries = ["index"]) {
  return {
    ...nodeLibrary,
    entryPoints: entries.map((entry) => join(agent, name, `src/${entry}.ts`)),
    outdir: join(agent, name, "dist"),
    splitting: true,
    chunkNames: "chunks/[name]-[hash]",
    packages: "external",
  };
}

export const codingAgentDist = join(agent, "coding-agent/dist");
export const webviewDist = join(root, "webview/dist");
const webview = join(root, "webview/src");
export const sessionPageDist = join(codingAgentDist, "session-page");

const webviewScripts = {
  ...common,
  platform: "browser",
  format: "esm",
  // The engine of the oldest editor that the extension runs in.
  target: "chrome134",
  outdir: webviewDist,
  assetNames: "assets/[name]-[hash]",
  loader: { ".ttf": "file", ".woff2": "file" },
  jsx: "automatic",
  jsxImportSource: "preact",
  sourcemap: "linked",
  minify: true,
};

/** Options of every bundle; `minify` for those that are sent to a browser. */
export const builds = [
  library("protocol", ["index", "records", "webview"]),
  library("ai", ["index", "compat", "oauth"]),
  library("core", ["index", "loop", "harness", "shell", "guidelines"]),
  {
    ...nodeLibrary,
    entryPoints: {
      cli: join(agent, "coding-agent/src/cli.ts"),
      "rpc-entry": join(agent, "coding-agent/src/rpcEntry.ts"),
      "rpc-client": join(agent, "coding-agent/src/rpcClientEntry.ts"),
      index: join(agent, "coding-agent/src/index.ts"),
    },
    outdir: codingAgentDist,
    splitting: true,
    chunkNames: "chunks/[name]-[hash]",
    banner: { js: commonJsBanner },
    plugins: [builtinModulesPlugin],
    define: { __RELAY_VERSION__: JSON.stringify(version) },
    // Ships one binary per platform, so it stays an optional dependency of the package.
    external: ["@vscode/ripgrep"],
  },
  {
    ...common,
    platform: "node",
    format: "cjs",
    target: "node20",
    entryPoints: [join(root, "extension/src/extension.ts")],
    outfile: join(root, "extension/dist/extension.cjs"),
    external: ["vscode"],
    minify: true,
    // The client looks for an agent beside itself only when it is not told where one is.
    logOverride: { "empty-import-meta": "silent" },
  },
  {
    ...nodeLibrary,
    entryPoints: [join(root, "extension/bridge/bridge.ts")],
    outfile: join(root, "extension/dist/bridge.js"),
    banner: { js: commonJsBanner },
    minify: true,
  },
  {
    ...common,
    platform: "browser",
    format: "iife",
    target: "es2022",
    // Script and style that the agent puts into the pages that it exports.
    entryPoints: ["main.ts", "page.css"].map((name) => join(agent, "coding-agent/src/export/page", name)),
    outdir: sessionPageDist,
    sourcemap: false,
    minify: true,
  },
  {
    ...webviewScripts,
    // Each is one file: the editor brings every file to a document through several processes.
    entryPoints: { main: join(webview, "main.tsx"), harness: join(webview, "harness.tsx") },
    // The host names the font of the icons.
    assetNames: "assets/[name]",
    plugins: [lateScriptsPlugin, fontsPlugin],
  },
  {
    ...webviewScripts,
    // What is loaded on demand. The sheet of formulas comes with the first one.
    entryPoints: {
      "late/highlight": "highlight.js/lib/common",
      "late/katex": join(webview, "markdown/katex.ts"),
      "late/mermaid": join(webview, "markdown/mermaid.ts"),
      katex: join(webview, "styles/katex.css"),
    },
    splitting: true,
    chunkNames: "chunks/[name]-[hash]",
    plugins: [fontsPlugin],
  },
];

const ofAgent = (paths) => paths.map((path) => `agent/coding-agent/src/${path}`);
const startSources = ofAgent([
  "cli/main.ts",
  "sessions/selectSession.ts",
  "cli/startSession.ts",
  "modes/rpc/rpcMode.ts",
]);

const runSources = ofAgent([
  "session/runSupport.ts",
  "cli/loadResources.ts",
  "session/compaction/compactor.ts",
  "session/compaction/autoCompaction.ts",
]);
const harnessSources = ofAgent(["session/harness/createHarnessCore.ts", "session/harness/harnessState.ts"]);
const extensionSources = ofAgent([
  "extensions/loadExtensions.ts",
  "extensions/moduleLoader.ts",
  "session/extensions/sessionExtensions.ts",
  "session/extensions/dialogUi.ts",
  "session/customMessages.ts",
]);
const [clientEntry, sdkEntry] = ofAgent(["rpcClientEntry.ts", "index.ts"]);

/**
 * Chunks of the agent that are always loaded together, in the order of loading (`mergeChunks`). What the
 * entries of the client and of the SDK share with the agent stays apart from what they do not need.
 */
export const chunkGroups = [
  { name: "client", sources: startSources, within: clientEntry, isFirst: true },
  { name: "session", sources: startSources, within: sdkEntry, isFirst: true },
  { name: "start", sources: startSources, isFirst: true },
  { name: "tools", sources: runSources, within: sdkEntry },
  { name: "run", sources: runSources },
  { name: "harness", sources: harnessSources },
  { name: "sdk", sources: [sdkEntry] },
  { name: "extensions", sources: extensionSources },
];

const images = "@silvia-odwyer/photon-node";
const grammars = "@vscode/tree-sitter-wasm";

/** Folders of packages that are copied, or part of exported pages, instead of the agent's own bundle. */
export const copiedPackages = [images, grammars, "highlight.js", "marked"].map(
  (name) => `node_modules/${name}`,
);

/** Files that bundles read at run time and that cannot be bundled. */
export function copyAssets() {
  const fromAgent = createRequire(join(agent, "coding-agent/package.json"));
  mkdirSync(codingAgentDist, { recursive: true });
  copyFileSync(fromAgent.resolve(`${images}/photon_rs_bg.wasm`), join(codingAgentDist, "photon_rs_bg.wasm"));
  copyFileSync(fromAgent.resolve(`${images}/photon_rs.js`), join(codingAgentDist, "photon_rs.cjs"));
  // The compiler of extensions: loaded by itself, and only for files that are not compiled yet.
  copyFileSync(
    join(dirname(fromAgent.resolve("jiti")), "../dist/babel.cjs"),
    join(codingAgentDist, "babel.cjs"),
  );
  copyCatalog(join(agent, "ai/src/catalog/data"));
  const fromCore = createRequire(join(agent, "core/package.json"));
  copyGrammars(dirname(fromCore.resolve(grammars)), join(codingAgentDist, "grammars"));
  copyDocs(join(root, "docs"), join(codingAgentDist, "docs"));
  // As in the repository, so that the links between them lead somewhere.
  copyFileSync(join(root, "README.md"), join(codingAgentDist, "README.md"));
  copyFileSync(join(root, "CHANGELOG.md"), join(codingAgentDist, "CHANGELOG.md"));
  const examples = join(codingAgentDist, "examples");
  rmSync(examples, { recursive: true, force: true });
  cpSync(join(root, "examples"), examples, { recursive: true });
}

/** The models of the build, for those who ask for one without waiting. */
function copyCatalog(from) {
  for (const name of ["ai", "coding-agent"]) {
    cpSync(from, join(agent, name, "dist/catalog"), { recursive: true });
  }
}

/** The parser of shell commands, with two of the many grammars of its package. */
function copyGrammars(from, to) {
  mkdirSync(to, { recursive: true });
  copyFileSync(join(from, "tree-sitter.js"), join(to, "tree-sitter.cjs"));
  for (const name of ["tree-sitter", "tree-sitter-bash", "tree-sitter-powershell"]) {
    copyFileSync(join(from, `${name}.wasm`), join(to, `${name}.wasm`));
  }
}

/** The users' documentation, which the agent reads when it is asked about Relay itself. */
function copyDocs(from, to) {
  rmSync(to, { recursive: true, force: true });
  mkdirSync(to);
  for (const name of readdirSync(from).filter((file) => file.endsWith(".md"))) {
    copyFileSync(join(from, name), join(to, name));
  }
}
