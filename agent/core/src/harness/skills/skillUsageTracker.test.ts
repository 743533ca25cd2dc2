import assert from "node:assert/strict";
import { SkillUsageTracker, type SkillCall } from "./skillUsageTracker.ts";

const skills = [
  { name: "pdf", baseDir: "/s/pdf", filePath: "/s/pdf/SKILL.md" },
  { name: "pdf-forms", baseDir: "/s/pdf/forms", filePath: "/s/pdf/forms/SKILL.md" },
];
const other: SkillCall = { reads: ["/project/a.ts"], executes: [], isAction: false };
const action: SkillCall = { reads: [], executes: [], isAction: true };
const read = (...reads: string[]): SkillCall => ({ reads, executes: [], isAction: false });
const run = (...executes: string[]): SkillCall => ({ reads: [], executes, isAction: true });

function usageAfter(...calls: SkillCall[]): SkillUsageTracker {
  const tracker = new SkillUsageTracker({ skills: () => skills });
  tracker.startRequest();
  for (const call of calls) tracker.recordCall(call);
  return tracker;
}

describe("SkillUsageTracker", () => {
  it("measures loads, when they came, and whether actions followed", () => {
    const { usage } = usageAfter(
      read("/s/pdf/SKILL.md"),
      read("/s/pdf/a.md"),
      other,
      other,
      action,
      read("/s/pdf/a.md"),
      other,
      other,
      other,
      run("/s/pdf/scripts/x.py"),
    );
    assert.deepEqual(usage, [
      {
        name: "pdf",
        entryLoads: 1,
        fanout: 2,
        loads: 3,
        effective: 2,
        uptake: 2 / 3,
        early: 1,
        middle: 1,
        late: 1,
        revisits: 1,
      },
    ]);
  });

  it("an entry alone has no uptake; the developer's command loads it too", () => {
    const tracker = usageAfter(read("/s/pdf/SKILL.md"));
    tracker.recordCommand("pdf");
    const [usage] = tracker.usage;
    assert.deepEqual([usage?.entryLoads, usage?.loads, usage?.uptake], [2, 0, null]);
  });

  it("a file belongs to the innermost skill, and to none beside its folder", () => {
    const { usage } = usageAfter(read("/s/pdf/forms/b.md", "/s/pdfx/c.md"));
    assert.deepEqual(
      usage.map(({ name, loads }) => [name, loads]),
      [["pdf-forms", 1]],
    );
  });

  it("begins anew with each request", () => {
    const tracker = usageAfter(read("/s/pdf/a.md"));
    tracker.startRequest();
    assert.deepEqual(tracker.usage, []);
  });
});
