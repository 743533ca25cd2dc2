import assert from "node:assert/strict";
import type { SystemMessage, ToolDeclaration } from "@relay-harness/protocol";
import { user } from "./fixtures.test.ts";
import { replaySystemMessages, systemCheckpoint } from "./systemState.ts";

function system(fields: Partial<SystemMessage>): SystemMessage {
  return { role: "system", content: "", timestamp: 1, ...fields };
}
function tool(name: string, description = ""): ToolDeclaration {
  return { name, description, parameters: {} };
}

describe("replaySystemMessages", () => {
  it("is nothing without a system message", () => {
    assert.equal(replaySystemMessages([user("u")]), undefined);
  });

  it("appends content, patches sections, and replaces a redefined tool in place", () => {
    const state = replaySystemMessages([
      system({ content: "one", sections: { a: "1", b: "2" }, toolsAdded: [tool("x"), tool("y"), tool("z")] }),
      user("u"),
      system({ content: [{ type: "text", text: "two" }], sections: { a: null, b: "3" } }),
      system({ toolsAdded: [tool("x", "new")], toolsRemoved: [{ name: "y" }] }),
    ]);
    const expected = { content: "one\n\ntwo", sections: { b: "3" }, tools: [tool("x", "new"), tool("z")] };
    assert.deepEqual(state, expected);
    assert.ok(state);
    assert.deepEqual(replaySystemMessages([systemCheckpoint(state, 5)]), expected);
  });

  it("forgets everything before a message that says replace", () => {
    assert.deepEqual(
      replaySystemMessages([
        system({ content: "old", sections: { a: "1" }, toolsAdded: [tool("x")] }),
        system({ content: "new", replace: true }),
      ]),
      { content: "new", sections: {}, tools: [] },
    );
  });
});
