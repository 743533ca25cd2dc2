import assert from "node:assert/strict";
import type { ContextFile } from "../resources/contextFiles.ts";
import { createSyntheticSourceInfo } from "../resources/sourceInfo.ts";
import type { Skill } from "../resources/skills/skill.ts";
import type { AnyToolDefinition } from "../tools/definition.ts";
import { createBashToolDefinition } from "../tools/bash.ts";
import { createEditToolDefinition } from "../tools/edit.ts";
import { createReadToolDefinition } from "../tools/read.ts";
import { PromptSource } from "./promptSource.ts";

const pdf: Skill = {
  name: "pdf",
  description: "Reads PDF",
  filePath: "/s/pdf/SKILL.md",
  baseDir: "/s/pdf",
  disableModelInvocation: false,
  sourceInfo: createSyntheticSourceInfo("/s/pdf/SKILL.md", { source: "test" }),
};

describe("PromptSource", () => {
  let skills: Skill[];
  let files: ContextFile[];
  let custom: string | undefined;
  let append: string[];
  let tools: AnyToolDefinition[];
  let warnings: string[];
  const reported: string[] = [];
  const create = (): PromptSource =>
    new PromptSource({
      cwd: "/w",
      resources: {
        getSkills: () => ({ skills, diagnostics: [] }),
        getPrompts: () => ({ prompts: [], diagnostics: [] }),
        getAgentsFiles: () => ({ agentsFiles: files }),
        getSystemPrompt: () => custom,
        getSystemPromptSource: () => undefined,
        getAppendSystemPrompt: () => append,
        getAppendSystemPromptSources: () => [],
        drainWarnings: () => warnings.splice(0),
      },
      tools: () => tools,
      guidelines: () => [],
      isSkillRouter: true,
      docsPath: undefined,
      onWarning: (warning) => reported.push(warning),
    });
  beforeEach(() => {
    skills = [pdf];
    files = [];
    custom = undefined;
    append = [];
    tools = [createReadToolDefinition("/w")];
    warnings = [];
  });

  it("cli.md 53: has a skills section only when a tool reads files and skills are left", () => {
    const section = (): string | undefined => create().currentSections().skills;
    assert.match(section() ?? "", /^<skills>\n.*with the read tool[^]*<name>pdf<\/name>[^]*<\/skills>$/);
    tools = [createEditToolDefinition("/w"), createBashToolDefinition("/w")];
    assert.match(section() ?? "", /with the bash tool/);
    tools = [createEditToolDefinition("/w")];
    assert.equal(section(), undefined);
    tools = [createReadToolDefinition("/w")];
    skills = [{ ...pdf, disableModelInvocation: true }];
    assert.equal(section(), undefined);
  });

  it("builds again what depends on something new, and only then", () => {
    const source = create();
    const first = source.currentSections();
    files = [];
    skills = [pdf];
    assert.equal(source.currentSections(), first);
    files = [{ path: "/w/AGENTS.md", content: "a" }];
    assert.match(source.currentSections().project_context ?? "", /\na\n/);
    files = [{ path: "/w/AGENTS.md", content: "b" }];
    assert.match(source.currentSections().project_context ?? "", /\nb\n/);
    skills = [];
    assert.equal(source.currentSections().skills, undefined);
    append = ["one", "two"];
    assert.equal(source.currentSections().append, "<append>\none\n\ntwo\n</append>");
    custom = "Mine";
    assert.equal(source.currentSections().preamble, "Mine");
    tools = [];
    assert.notEqual(source.currentSections(), first);
  });

  it("passes on what could not be read", () => {
    warnings = ["w"];
    create().currentSections();
    assert.deepEqual(reported, ["w"]);
  });
});
