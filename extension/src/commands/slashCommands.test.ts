import assert from "node:assert/strict";
import { parseBuiltIn, slashCommandsOf } from "./slashCommands.ts";

const sourceInfo = { path: "/x", source: "x", scope: "user", origin: "top-level" } as const;

describe("slash commands", () => {
  it("vscode.md 6: are those with a control here, then the agent's own", () => {
    const commands = slashCommandsOf([
      { name: "review", description: "Review", source: "prompt", sourceInfo },
      { name: "model", source: "extension", sourceInfo },
    ]);
    assert.deepEqual(commands.at(-1), {
      name: "review",
      description: "Review",
      source: "prompt",
      runsIn: "agent",
      takesArguments: true,
    });
    assert.deepEqual(
      commands.filter(({ name }) => name === "model").map(({ runsIn }) => runsIn),
      ["host"],
    );
  });

  it("are recognised with their arguments", () => {
    assert.deepEqual(parseBuiltIn("/compact keep the\nplan"), {
      command: "compact",
      argument: "keep the\nplan",
    });
    assert.deepEqual(parseBuiltIn(" /model "), { command: "selectModel", argument: "" });
  });

  it("vscode.md 6: other text is sent as it is", () => {
    for (const text of ["/review", "/harness", "/copy that", "use /model", "/toString", "/"]) {
      assert.equal(parseBuiltIn(text), undefined, text);
    }
  });
});
