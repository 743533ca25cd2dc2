import assert from "node:assert/strict";
import { formatSkillsForPrompt } from "./formatSkills.ts";

const pdf = {
  name: "pdf",
  description: "Reads <PDF> & more",
  filePath: "/s/pdf/SKILL.md",
  disableModelInvocation: false,
};
const hidden = {
  name: "own",
  description: "Mine",
  filePath: "/s/own/SKILL.md",
  disableModelInvocation: true,
};

describe("formatSkillsForPrompt", () => {
  it("cli.md §10.3: tells of each skill by name, description and place, escaped", () => {
    const lines = formatSkillsForPrompt([pdf, hidden, { ...pdf, name: "b" }]).split("\n");
    const rest =
      "<description>Reads &lt;PDF&gt; &amp; more</description><location>/s/pdf/SKILL.md</location></skill>";
    assert.deepEqual(
      lines.filter((line) => line.startsWith("<skill>")),
      [`<skill><name>pdf</name>${rest}`, `<skill><name>b</name>${rest}`],
    );
  });

  it("cli.md 53: is empty when every skill is for the user alone", () => {
    assert.equal(formatSkillsForPrompt([hidden]), "");
  });

  it("names the reader, or none", () => {
    assert.match(formatSkillsForPrompt([pdf]), /with the read tool/);
    assert.match(formatSkillsForPrompt([pdf], { reader: "bash" }), /with the bash tool/);
    assert.doesNotMatch(formatSkillsForPrompt([pdf], { reader: null }), /\b(?:read|bash) tool/);
  });
});
