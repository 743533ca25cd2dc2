import assert from "node:assert/strict";
import { buildPromptSections, renderSystemPrompt, type PromptInput } from "./promptSections.ts";

const input: PromptInput = {
  cwd: "/w",
  tools: [
    { name: "read", promptSnippet: "Read a file", promptGuidelines: ["Read before you edit."] },
    { name: "hidden", promptGuidelines: ["Read before you edit."] },
  ],
  guidelines: ["Harness rule."],
  docsPath: "/relay/docs",
  append: "More.",
  contextFiles: [{ path: '/w/A"B.md', content: "Use tabs.\n\n" }],
  skills: "<skill/>",
  mcpServers: ["- db: reads the database"],
  extensionSections: { plan: "Plan mode." },
};

describe("buildPromptSections", () => {
  it("sessions-and-tools.md 63: has every section, in order, with the working directory stored bare", () => {
    const sections = buildPromptSections(input);
    assert.deepEqual(Object.keys(sections), [
      "preamble",
      "tools",
      "rules",
      "docs",
      "append",
      "project_context",
      "skills",
      "mcp_servers",
      "plan",
      "cwd",
    ]);
    assert.equal(sections.tools, "<tools>\n- read: Read a file\n</tools>");
    assert.equal(sections.cwd, "/w");
    assert.equal(sections.rules?.split("- Read before you edit.").length, 2);
    assert.match(sections.rules ?? "", /- Harness rule\.\n<\/rules>$/);
    assert.match(
      sections.project_context ?? "",
      /<project_instructions path="\/w\/A&quot;B\.md">\nUse tabs\.\n<\/project_instructions>\n<\/project_context>$/,
    );
  });

  it("cli.md 47: a custom prompt replaces preamble, tools, rules and docs and keeps context and cwd", () => {
    const sections = buildPromptSections({ ...input, customPrompt: "X" });
    assert.deepEqual(Object.keys(sections), [
      "preamble",
      "append",
      "project_context",
      "skills",
      "mcp_servers",
      "plan",
      "cwd",
    ]);
    assert.equal(sections.preamble, "X");
  });

  it("leaves out the development guide without context files", () => {
    assert.deepEqual(Object.keys(buildPromptSections({ cwd: "/w", tools: [] })), [
      "preamble",
      "rules",
      "cwd",
    ]);
    assert.match(
      buildPromptSections({ cwd: "/w", tools: [], contextFiles: [] }).project_context ?? "",
      /AGENTS\.md/,
    );
  });

  it("names no tool that is not declared and holds no date", () => {
    const text = renderSystemPrompt(buildPromptSections({ ...input, tools: [], guidelines: [] }));
    assert.doesNotMatch(text, /\b(bash|powershell|grep|codemode)\b/);
    assert.doesNotMatch(text, /\b20\d\d\b/);
    assert.equal(text, renderSystemPrompt(buildPromptSections({ ...input, tools: [], guidelines: [] })));
  });
});

describe("renderSystemPrompt", () => {
  it("tags every section but the preamble once, joined by blank lines", () => {
    const sections = { preamble: "P", tools: "<tools>\n- a: b\n</tools>", cwd: "/project" };
    assert.equal(renderSystemPrompt(sections), "P\n\n<tools>\n- a: b\n</tools>\n\n<cwd>\n/project\n</cwd>");
  });

  it("puts sections that came later where a fresh prompt has them", () => {
    const fresh = buildPromptSections(input);
    const { tools = "", plan = "", ...rest } = fresh;
    assert.equal(renderSystemPrompt({ ...rest, plan, tools }), renderSystemPrompt(fresh));
  });
});
