import assert from "node:assert/strict";
import { switchedEntries } from "./resourceSwitch.ts";

describe("switchedEntries", () => {
  const skill = "/a/skills/pdf/SKILL.md";
  const off = (entries: string[], path = skill): string[] =>
    switchedEntries({ entries, baseDir: "/a", path, isEnabled: false });
  const on = (entries: string[], path = skill): string[] =>
    switchedEntries({ entries, baseDir: "/a", path, isEnabled: true });

  it("cli.md §3.2: turns a file off with one entry, and keeps the others", () => {
    assert.deepEqual(off(["more", "!x*"]), ["more", "!x*", "-skills/pdf/SKILL.md"]);
    assert.deepEqual(off(["+skills/pdf", "+skills/other"]), ["+skills/other", "-skills/pdf/SKILL.md"]);
    assert.deepEqual(off(["-skills/pdf"]), ["-skills/pdf"]);
    assert.deepEqual(off([], "/b/.agents/skills/q/SKILL.md"), ["-/b/.agents/skills/q/SKILL.md"]);
  });

  it("cli.md §3.2: turns it on by taking its entries away, and against a glob by naming it", () => {
    assert.deepEqual(on(["-skills/pdf", "-skills/pdf/SKILL.md", "-skills/other"]), ["-skills/other"]);
    assert.deepEqual(on(["!pdf/*"]), ["!pdf/*", "+skills/pdf/SKILL.md"]);
    assert.deepEqual(on(["!pdf/*", "+skills/pdf"]), ["!pdf/*", "+skills/pdf"]);
    assert.deepEqual(on([]), []);
  });

  it("turns nothing else on", () => {
    assert.throws(() => on(["-extensions/set"], "/a/extensions/set/one.ts"), {
      message:
        'The setting "-extensions/set" turns off more than /a/extensions/set/one.ts. Change it in the settings file.',
    });
    assert.deepEqual(on(["-extensions/set"], "/a/extensions/set/index.ts"), []);
  });
});
