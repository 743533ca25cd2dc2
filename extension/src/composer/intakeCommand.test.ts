import assert from "node:assert/strict";
import { intakeCommand } from "./intakeCommand.ts";

const form = { task: " Ask about\nthe import ", sources: [], outputFile: "", isSubmitted: false };

describe("intake form", () => {
  it("vscode.md 2: sends the command that it stands for", () => {
    assert.equal(intakeCommand(form), "/intake Ask about\nthe import");
    assert.equal(
      intakeCommand({ ...form, sources: ["@notes.md", " ", "https://example.com"], outputFile: "a b.docx" }),
      '/intake --out "a b.docx" Ask about\nthe import @notes.md https://example.com',
    );
  });

  it("says what is missing, and refuses a path that would end its quotes", () => {
    assert.throws(() => intakeCommand({ ...form, task: "  " }), /Describe the request first/);
    assert.throws(() => intakeCommand({ ...form, outputFile: 'a" --x "b' }), /must not contain a quote/);
  });
});
