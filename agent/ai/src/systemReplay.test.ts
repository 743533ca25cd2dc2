import assert from "node:assert/strict";
import type { LlmMessage, ToolDeclaration } from "@relay-harness/protocol";
import { assistantMessage, fakeModel, systemMessage, userMessage } from "../../../test/fakes/models.ts";
import { laterSystemText, replaySystem } from "./systemReplay.ts";

const tool = (name: string, description = ""): ToolDeclaration => ({ name, description, parameters: {} });
const answer = assistantMessage(fakeModel(), "ok");

describe("replaySystem", () => {
  it("joins content and sections by blank lines and frames all sections but the preamble", () => {
    const messages = [
      systemMessage("content", {
        sections: { preamble: "You are.", rules: "Be good.", env: "<env>\nx\n</env>" },
      }),
      systemMessage("more"),
    ];
    const { system } = replaySystem({ systemPrompt: "base", messages });
    assert.equal(
      system,
      "base\n\ncontent\n\nmore\n\nYou are.\n\n<rules>\nBe good.\n</rules>\n\n<env>\nx\n</env>",
    );
  });

  it("patches sections in place and removes them with null", () => {
    const messages = [
      systemMessage("", { sections: { a: "1", b: "2", c: "3" } }),
      systemMessage("", { sections: { b: "two", a: null } }),
    ];
    assert.equal(replaySystem({ messages }).system, "<b>\ntwo\n</b>\n\n<c>\n3\n</c>");
  });

  it("adds, redefines in place and removes tools", () => {
    const messages = [
      systemMessage("", { toolsAdded: [tool("b"), tool("c")] }),
      systemMessage("", { toolsRemoved: [{ name: "c" }], toolsAdded: [tool("a", "new")] }),
    ];
    assert.deepEqual(replaySystem({ messages, tools: [tool("a")] }).tools, [tool("a", "new"), tool("b")]);
  });

  it("forgets everything before a replace", () => {
    const messages = [
      systemMessage("old", { toolsAdded: [tool("a")] }),
      systemMessage("new", { replace: true }),
    ];
    const { system, tools } = replaySystem({ systemPrompt: "base", messages });
    assert.deepEqual([system, tools], ["new", []]);
  });

  it("models.md 71: folds later messages unless the model takes them in place", () => {
    const patch = systemMessage("patch", { toolsAdded: [tool("b")] });
    const messages: LlmMessage[] = [
      systemMessage("lead", { toolsAdded: [tool("a")] }),
      userMessage("hi"),
      answer,
      patch,
    ];
    const folded = replaySystem({ messages });
    assert.deepEqual(
      [folded.system, folded.tools.length, folded.laterSystemMessages.size],
      ["lead\n\npatch", 2, 0],
    );
    const inPlace = replaySystem({ messages }, { messagesInPlace: true });
    assert.deepEqual([inPlace.system, inPlace.tools.length], ["lead", 2]);
    assert.deepEqual([...inPlace.laterSystemMessages], [patch]);
    const toolsToo = replaySystem({ messages }, { messagesInPlace: true, toolsInPlace: true });
    assert.deepEqual(toolsToo.tools, [tool("a")]);
  });

  it("a later replace makes everything up to it leading", () => {
    const last = systemMessage("last");
    const messages = [
      systemMessage("a"),
      userMessage("hi"),
      systemMessage("b", { replace: true, toolsAdded: [tool("x")] }),
      last,
    ];
    const { system, tools, laterSystemMessages } = replaySystem(
      { messages },
      { messagesInPlace: true, toolsInPlace: true },
    );
    assert.deepEqual([system, tools, [...laterSystemMessages]], ["b", [tool("x")], [last]]);
  });
});

describe("laterSystemText", () => {
  it("frames section changes by name", () => {
    const message = systemMessage("note", { sections: { preamble: "p", gone: null } });
    assert.equal(
      laterSystemText(message),
      "note\n\n<preamble>\np\n</preamble>\n\nThe section <gone> no longer applies.",
    );
    assert.equal(laterSystemText(systemMessage("", { toolsAdded: [tool("a")] })), "");
  });
});
