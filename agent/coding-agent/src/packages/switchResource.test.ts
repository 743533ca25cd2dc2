import assert from "node:assert/strict";
import type { PackageSource } from "../base/settings/settingsTable.ts";
import { switchedPackages, switchedPatterns } from "./switchResource.ts";

const place = { cwd: "/w", agentDir: "/a" };

function switched(
  entries: PackageSource[],
  isEnabled: boolean,
  scope: "user" | "project" = "user",
  name: string | undefined = "skills/x",
): PackageSource[] {
  return switchedPackages({
    entries,
    scope,
    place,
    source: { kind: "npm", name: "foo", wanted: "", isPinned: false },
    text: "npm:foo",
    isEnabled,
    ...(name !== "" && { resource: { type: "skills", name } }),
  });
}

describe("entries that turn resources on and off", () => {
  it("cli.md §2: an entry takes the place of its opposite", () => {
    assert.deepEqual(switchedPatterns(["a", "+x"], "x", false), ["a", "-x"]);
    assert.deepEqual(switchedPatterns(["-x", "a"], "x", true), ["a", "+x"]);
  });

  it("cli.md §2: the entry of a package becomes an object with the same patterns", () => {
    const off = [{ source: "npm:foo@1.0.0", skills: ["-skills/x"] }];
    assert.deepEqual(switched(["npm:foo@1.0.0"], false), off);
    assert.deepEqual(switched(off, true), [{ source: "npm:foo@1.0.0", skills: ["+skills/x"] }]);
    assert.deepEqual(switched([{ source: "npm:foo", skills: [] }], true), [
      { source: "npm:foo", skills: ["skills/x"] },
    ]);
  });

  it("cli.md §2: the project changes a package of the user by a delta", () => {
    const delta = { source: "npm:foo", autoload: false, skills: ["-skills/x"] };
    assert.deepEqual(switched(["npm:bar"], false, "project"), ["npm:bar", delta]);
    assert.deepEqual(switched([delta], true, "project"), [{ ...delta, skills: ["+skills/x"] }]);
  });

  it("a whole package is turned off by empty lists, and on without them", () => {
    const off = { source: "npm:foo", extensions: [], skills: [], prompts: [], themes: [] };
    assert.deepEqual(switched(["npm:foo"], false, "user", ""), [off]);
    assert.deepEqual(switched([off], true, "user", ""), ["npm:foo"]);
  });
});
