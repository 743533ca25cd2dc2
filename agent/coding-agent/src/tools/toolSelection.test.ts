import assert from "node:assert/strict";

import { builtinToolNames } from "./builtinTools.ts";
import { resolveToolSelection, type ToolSelectionInput } from "./toolSelection.ts";

const knownNames = [...builtinToolNames, "codemode", "tool_search", "mcp__docs__search", "mcp__docs__get"];

function names(input: ToolSelectionInput): string[] {
  const { names: selected, warnings, error } = resolveToolSelection({ knownNames, ...input });
  assert.deepEqual([warnings, error], [[], undefined]);
  return selected;
}

describe("tool selection", () => {
  it("sessions-and-tools.md 60: follows settings and options", () => {
    assert.deepEqual(names({}), ["read", "bash", "edit", "write"]);
    assert.deepEqual(names({ cliTools: "grep, read ,read" }), ["grep", "read"]);
    assert.deepEqual(names({ userDefaultTools: ["-bash", "+grep"] }), ["read", "edit", "write", "grep"]);
    assert.deepEqual(names({ userDefaultTools: ["+grep"], projectDefaultTools: ["ls"] }), ["ls"]);
    assert.deepEqual(names({ userDefaultTools: ["+grep"], noBuiltinTools: true }), []);
  });

  it("cli.md 27: --tools takes no changes; --exclude-tools comes last; -nt leaves none", () => {
    const failed = resolveToolSelection({ cliTools: "read,+bash", knownNames });
    assert.deepEqual([failed.error, failed.names], ["--tools does not accept +name or -name", []]);
    assert.equal(resolveToolSelection({ cliTools: "-bash" }).error, "--tools does not accept +name or -name");
    assert.deepEqual(names({ cliTools: "read,bash", excludeTools: "bash" }), ["read"]);
    assert.deepEqual(names({ noTools: true }), []);
  });

  it("cli.md 41: a project changes what the user chose", () => {
    assert.deepEqual(names({ userDefaultTools: ["+grep"], projectDefaultTools: ["-bash"] }), [
      "read",
      "edit",
      "write",
      "grep",
    ]);
  });

  it("applies changes after plain names, in order", () => {
    assert.deepEqual(names({ userDefaultTools: ["+ls", "read", "-read", "bash", "+read"] }), [
      "bash",
      "ls",
      "read",
    ]);
    assert.deepEqual(names({ userDefaultTools: ["read", "bash"], projectDefaultTools: ["+ls", "-bash"] }), [
      "read",
      "ls",
    ]);
    assert.deepEqual(names({ userDefaultTools: [] }), []);
    assert.deepEqual(names({ userDefaultTools: ["+read", "+codemode"] }), [
      "read",
      "bash",
      "edit",
      "write",
      "codemode",
    ]);
  });

  it("keeps tools that are not built in under -nbt, and lets --tools override -nt and -nbt", () => {
    assert.deepEqual(names({ userDefaultTools: ["+codemode"], noBuiltinTools: true }), ["codemode"]);
    assert.deepEqual(names({ cliTools: "read", noTools: true, noBuiltinTools: true }), ["read"]);
    assert.deepEqual(names({ cliTools: "" }), []);
  });

  it("ignores unknown names, silently in settings and with one warning from --tools", () => {
    assert.deepEqual(names({ userDefaultTools: ["read", "nope", "+neither"] }), ["read"]);
    const { names: selected, warnings } = resolveToolSelection({
      cliTools: "read,nope,no*,neither",
      knownNames,
    });
    assert.deepEqual(
      [selected, warnings],
      [["read"], ["Unknown tools in --tools are ignored: nope, neither"]],
    );
    assert.deepEqual(resolveToolSelection({ cliTools: "nope" }).names, ["nope"]);
  });

  it("warns of unknown names in --exclude-tools, but not of patterns that match nothing", () => {
    const { names: selected, warnings } = resolveToolSelection({
      excludeTools: "bsh,write,mcq__*",
      knownNames,
    });
    assert.deepEqual(
      [selected, warnings],
      [["read", "bash", "edit"], ["Unknown tools in --exclude-tools are ignored: bsh"]],
    );
  });

  it("warns of a setting that is no list of strings and goes on without it", () => {
    const { names: selected, warnings } = resolveToolSelection({
      userDefaultTools: "read",
      projectDefaultTools: ["+ls", 1],
    });
    assert.deepEqual(selected, ["read", "bash", "edit", "write"]);
    assert.deepEqual(warnings, [
      "defaultTools of the user settings is not an array of strings and is ignored",
      "defaultTools of the project settings is not an array of strings and is ignored",
    ]);
  });

  it("matches any characters with *", () => {
    assert.deepEqual(names({ cliTools: "mcp__*,read" }), ["mcp__docs__search", "mcp__docs__get", "read"]);
    assert.deepEqual(
      names({ cliTools: "*", excludeTools: "mcp__*,*e*" }),
      ["bash", "find", "ls"].filter((name) => !name.includes("e")),
    );
    assert.deepEqual(names({ excludeTools: ["b*", "edit"] }), ["read", "write"]);
  });

  it("caps what may be activated later", () => {
    const listed = resolveToolSelection({ cliTools: "read,mcp__*", excludeTools: "mcp__b__*" });
    assert.deepEqual(["read", "bash", "mcp__a__x", "mcp__b__x"].map(listed.allows), [
      true,
      false,
      true,
      false,
    ]);
    const defaults = resolveToolSelection({ excludeTools: "bash" });
    assert.deepEqual(["read", "bash", "grep", "mine"].map(defaults.allows), [true, false, true, true]);
    assert.deepEqual([listed.isExclusive, defaults.isExclusive], [true, false]);
    const none = resolveToolSelection({ noTools: true });
    assert.deepEqual([none.allows("read"), none.isExclusive], [false, true]);
    const foreign = resolveToolSelection({ noBuiltinTools: true });
    assert.deepEqual([foreign.allows("read"), foreign.allows("mine")], [false, true]);
  });
});
