import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { codingAgentDist } from "../../scripts/builds.mjs";
import { loadedSources } from "../support/loadedSources.ts";
import { createWorkspace } from "../support/workspace.ts";

const entry = pathToFileURL(join(codingAgentDist, "index.js")).href;

/** Loaded on first use, never by an import of the package. */
const lazyParts = [
  /agent\/ai\/src\/(apis|transport|offline)\/(?!registry|model\.ts)/,
  /agent\/ai\/src\/catalog\/data\//,
  /agent\/coding-agent\/src\/(modes|export)\//,
  /agent\/coding-agent\/src\/cli\/(?!args|options|tokens)/,
  /agent\/coding-agent\/src\/base\/images\/imageCodec/,
  /agent\/coding-agent\/src\/session\/compaction\/(autoCompaction|branchSummary|compactor|prompts|summar)/,
  // What `parseFrontmatter` and `loadSkills` need, which do not wait.
  /node_modules\/(?!(ignore|picomatch|yaml)\/)/,
];

/** extension-api.md §20: what is there as a value so far. */
const names = [
  ...["createAgentSession", "createAgentSessionServices", "createAgentSessionFromServices"],
  ...[
    "createAgentSessionRuntime",
    "AgentSession",
    "AgentSessionRuntime",
    "SessionManager",
    "SettingsManager",
  ],
  ...["SessionImportFileNotFoundError", "MissingSessionCwdError", "DefaultResourceLoader", "ModelRuntime"],
  ...["main", "parseArgs", "runPrintMode", "runRpcMode", "RpcClient", "VERSION", "CONFIG_DIR_NAME"],
  ...["getAgentDir", "getPackageDir", "getReadmePath", "getDocsPath", "getExamplesPath", "defineTool"],
  ...["convertToLlm", "serializeConversation", "compact", "generateSummary", "generateSummaryWithUsage"],
  ...["generateBranchSummary", "findCutPoint", "shouldCompact", "estimateTokens", "calculateContextTokens"],
  ...["DEFAULT_COMPACTION_SETTINGS", "resolveCliModel", "resolveModelScopeWithDiagnostics"],
  ...["generateDiffString", "generateUnifiedPatch", "hasTrustRequiringProjectResources", "ProjectTrustStore"],
  ...["resizeImage", "convertToPng", "detectSupportedImageMimeTypeFromFile", "getShellConfig"],
  ...["getPowerShellConfig", "truncateHead", "truncateTail", "truncateLine", "formatSize"],
  ...[
    "buildContextEntries",
    "buildSessionProjection",
    "buildSessionContext",
    "sessionEntryToContextMessages",
  ],
  ...["parseSessionEntries", "getLatestCompactionEntry", "CURRENT_SESSION_VERSION", "withFileMutationQueue"],
];

describe("the entry of the package", function () {
  this.timeout(180_000);

  /** What a program prints that has the exports as `relay`. */
  function run(body: string, env: Record<string, string> = {}): string {
    const program = `const relay = await import(${JSON.stringify(entry)}); ${body}`;
    const { stdout, stderr, status } = spawnSync(
      process.execPath,
      ["--input-type=module", "--eval", program],
      { encoding: "utf8", env: { ...process.env, ...env } },
    );
    assert.deepEqual([stderr, status], ["", 0]);
    return stdout;
  }

  it("extension-api.md §20: exports what embedding programs use", () => {
    const missing = `${JSON.stringify(names)}.filter((name) => relay[name] === undefined)`;
    assert.equal(run(`console.log(JSON.stringify(${missing}))`), "[]\n");
  });

  it("knows where the package, its documentation and its examples are", () => {
    const paths = "[relay.getReadmePath(), relay.getDocsPath(), relay.getExamplesPath()]";
    const found = run(`
      const { existsSync, readFileSync } = await import("node:fs");
      const { join } = await import("node:path");
      const { version } = JSON.parse(readFileSync(join(relay.getPackageDir(), "package.json"), "utf8"));
      console.log(version === relay.VERSION, ...${paths}.map(existsSync));
    `);
    assert.equal(found, "true true true true\n");
  });

  it("loads nothing that is heavy", async () => {
    const workspace = createWorkspace();
    try {
      const coverage = join(workspace.root, "coverage");
      mkdirSync(coverage);
      run("", { NODE_V8_COVERAGE: coverage });
      const sources = loadedSources(coverage);
      assert.ok(sources.includes("agent/coding-agent/src/sdk/createAgentSession.ts"));
      assert.deepEqual(
        sources.filter((source) => lazyParts.some((part) => part.test(source))),
        [],
      );
    } finally {
      workspace.dispose();
    }
  });
});
