import assert from "node:assert/strict";
import { packageSelection, type FilterLayer } from "./packageSelection.ts";

const files = ["skills/a/SKILL.md", "skills/b/SKILL.md", "skills/old/c/SKILL.md"];

function kept(...layers: FilterLayer[]): string[] {
  const isSelected = packageSelection(layers, "skills", "/p");
  return files.filter((file) => isSelected(`/p/${file}`));
}

const narrowed = (...skills: string[]): FilterLayer => ({ filters: { skills }, isDelta: false });
const delta = (...skills: string[]): FilterLayer => ({ filters: { skills }, isDelta: true });
const [a = "", b = "", c = ""] = files;

describe("filters of packages", () => {
  it("cli.md §11.3: without patterns everything counts, with an empty list nothing", () => {
    assert.deepEqual(kept({ filters: {}, isDelta: false }), files);
    assert.deepEqual(kept(narrowed()), []);
  });

  it("cli.md §11.3: names choose, marks change; folders stand for what is in them", () => {
    assert.deepEqual(kept(narrowed("skills/a")), [a]);
    assert.deepEqual(kept(narrowed("skills/*")), files);
    assert.deepEqual(kept(narrowed("!skills/old/**")), [a, b]);
    assert.deepEqual(kept(narrowed("!skills/old")), [a, b]);
    assert.deepEqual(kept(narrowed("-skills/a/SKILL.md")), [b, c]);
    assert.deepEqual(kept(narrowed("-skills/a")), [b, c]);
    assert.deepEqual(kept(narrowed("!skills/**", "+skills/b")), [b]);
    assert.deepEqual(kept(narrowed("skills/a", "+skills/b", "-skills/a")), [b]);
  });

  it("cli.md §11.3: a delta changes the entry below it, or adds to nothing", () => {
    const all: FilterLayer = { filters: {}, isDelta: false };
    assert.deepEqual(kept(all, delta("-skills/a")), [b, c]);
    assert.deepEqual(kept(narrowed("skills/a"), delta("+skills/b")), [a, b]);
    assert.deepEqual(kept(narrowed("skills/a"), { filters: {}, isDelta: true }), [a]);
    assert.deepEqual(kept(delta("+skills/b")), [b]);
    assert.deepEqual(kept(delta()), []);
  });
});
