import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadPromptParts } from "./systemPromptFiles.ts";

describe("loadPromptParts", () => {
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
      loadPromptParts({ cwd, agentDir, isProjectTrusted, systemPrompt });
    const user = (name: string, text: string): object => ({ text, source: join(agentDir, name) });
    const project = (name: string, text: string): object => ({ text, source: join(cwd, ".relay", name) });
    assert.deepEqual(load(false), {
      customPrompt: user("SYSTEM.md", "U"),
      append: [user("APPEND_SYSTEM.md", "UA")],
    });
    const append = [project("APPEND_SYSTEM.md", "SA")];
    assert.deepEqual(load(true), { customPrompt: project("SYSTEM.md", "S"), append });
    assert.deepEqual(load(true, "X"), { customPrompt: { text: "X" }, append });
  });

  it("reads options that name a file, and leaves out what is blank", () => {
    const file = join(cwd, "more.md");
    writeFileSync(file, "from file");
    const texts = loadPromptParts({
      cwd,
      agentDir,
      isProjectTrusted: false,
      systemPrompt: file,
      appendSystemPrompt: ["a", file, "", "x".repeat(5000), cwd],
    });
    assert.deepEqual(texts, {
      customPrompt: { text: "from file", source: file },
      append: [
        { text: "UA", source: join(agentDir, "APPEND_SYSTEM.md") },
        { text: "a" },
        { text: "from file", source: file },
        { text: "x".repeat(5000) },
        { text: cwd },
      ],
    });
  });

  it("has neither where there are no files", () => {
    const empty = join(cwd, "empty");
    const parts = loadPromptParts({ cwd: empty, agentDir: empty, isProjectTrusted: true });
    assert.deepEqual(parts, { append: [] });
  });
});
