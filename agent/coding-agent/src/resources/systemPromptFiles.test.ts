import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadSystemPromptTexts } from "./systemPromptFiles.ts";

describe("loadSystemPromptTexts", () => {
  let cwd: string;
  let agentDir: string;
  beforeEach(() => {
    cwd = mkdtempSync(join(tmpdir(), "relay-prompt-"));
    agentDir = join(cwd, "agent");
    mkdirSync(join(cwd, ".relay"));
    mkdirSync(agentDir);
    writeFileSync(join(cwd, ".relay", "SYSTEM.md"), "S");
    writeFileSync(join(agentDir, "SYSTEM.md"), "U");
    writeFileSync(join(cwd, ".relay", "APPEND_SYSTEM.md"), "SA");
    writeFileSync(join(agentDir, "APPEND_SYSTEM.md"), "UA");
  });
  afterEach(() => rmSync(cwd, { recursive: true, force: true }));

  it("cli.md 47: takes the trusted project's files before the user's, and the option before both", () => {
    const load = (isProjectTrusted: boolean, systemPrompt?: string) =>
      loadSystemPromptTexts({ cwd, agentDir, isProjectTrusted, systemPrompt });
    assert.deepEqual(load(false), { customPrompt: "U", append: "UA" });
    assert.deepEqual(load(true), { customPrompt: "S", append: "SA" });
    assert.deepEqual(load(true, "X"), { customPrompt: "X", append: "SA" });
  });

  it("reads options that name a file and joins what is appended with blank lines", () => {
    const file = join(cwd, "more.md");
    writeFileSync(file, "from file");
    const texts = loadSystemPromptTexts({
      cwd,
      agentDir,
      isProjectTrusted: false,
      systemPrompt: file,
      appendSystemPrompt: ["a", file, "", "x".repeat(5000), cwd],
    });
    assert.deepEqual(texts, {
      customPrompt: "from file",
      append: ["UA", "a", "from file", "x".repeat(5000), cwd].join("\n\n"),
    });
  });

  it("has neither where there are no files", () => {
    const empty = join(cwd, "empty");
    assert.deepEqual(loadSystemPromptTexts({ cwd: empty, agentDir: empty, isProjectTrusted: true }), {});
  });
});
