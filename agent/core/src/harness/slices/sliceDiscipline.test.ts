import assert from "node:assert/strict";
import fc from "fast-check";
import { SliceDiscipline } from "./sliceDiscipline.ts";

const discipline = (maxChangedLines = 500, maxFileLines = 1000): SliceDiscipline =>
  new SliceDiscipline({ maxChangedLines, maxFileLines });

/** Changed lines and whether the size signal fired. */
function size(slices: SliceDiscipline): [number | null, boolean] {
  const { changedLines, fired } = slices.state();
  return [changedLines, fired];
}

describe("SliceDiscipline: change size", () => {
  it("harness-vectors.md V14 E13: 500 lines are silent, 501 fire once", () => {
    const slices = discipline();
    slices.openRequest(0);
    slices.measured(500);
    assert.deepEqual([size(slices), slices.signals()], [[500, false], []]);
    slices.measured(501);
    slices.measured(640);
    assert.deepEqual(slices.signals(), [
      "This request changed 640 lines (limit 500). Verify and report this slice before starting more, and propose how to split the rest.",
    ]);
    slices.openRequest(640);
    assert.deepEqual([size(slices), slices.signals()], [[0, false], []]);
  });

  it("harness-vectors.md V14 E14: a limit of 0 never fires", () => {
    const slices = discipline(0);
    slices.openRequest(0);
    slices.measured(100_000);
    assert.deepEqual(size(slices), [100_000, false]);
  });

  it("harness-vectors.md V14 E15: lines changed before the request do not count", () => {
    const slices = discipline();
    slices.openRequest(300);
    slices.measured(750);
    assert.deepEqual(size(slices), [450, false]);
  });

  it("harness-vectors.md V14 E16, E17: 600 lines of a new file fire, and stay when they are committed", () => {
    const slices = discipline();
    slices.openRequest(0);
    slices.measured(600);
    assert.deepEqual(size(slices), [600, true]);
    // The base is the commit at the start of the request, so the probe still finds them.
    slices.measured(600);
    assert.deepEqual(size(slices), [600, true]);
  });

  it("harness-vectors.md V14 E22: what a checkout moves does not count", () => {
    const slices = discipline();
    slices.openRequest(10);
    slices.moved(10, 3010);
    slices.measured(3030);
    assert.deepEqual(size(slices), [20, false]);
  });

  it("counts what was edited before and after a stash", () => {
    const slices = discipline();
    slices.openRequest(0);
    slices.measured(300);
    slices.moved(300, 0);
    slices.measured(250);
    assert.deepEqual(size(slices), [550, true]);
  });

  it("never goes below zero when changes are undone", () => {
    const slices = discipline();
    slices.openRequest(400);
    slices.measured(100);
    assert.deepEqual(size(slices), [0, false]);
  });

  it("is off outside git, and after a probe that was too slow", () => {
    const slices = discipline();
    slices.openRequest(null);
    slices.measured(900);
    slices.moved(900, 901);
    assert.deepEqual(slices.state(), { git: false, changedLines: null, limit: 500, fired: false, files: [] });
    for (const fail of [
      (): void => slices.measured(null),
      (): void => slices.moved(null, 5),
      (): void => slices.moved(5, null),
    ]) {
      slices.openRequest(0);
      fail();
      slices.measured(900);
      assert.deepEqual(size(slices), [null, false]);
    }
  });
});

describe("SliceDiscipline: file growth", () => {
  function fires(...sizes: [number, number][]): boolean[] {
    const slices = discipline();
    slices.openRequest(null);
    return sizes.map(([before, after]) => {
      slices.fileChanged("a.ts", before, after);
      return slices.state().files[0]?.fired ?? false;
    });
  }

  it("harness-vectors.md V14 E18: 999 to 1,000 lines is silent, 1,000 to 1,001 fires", () => {
    assert.deepEqual([fires([999, 1000]), fires([1000, 1001])], [[false], [true]]);
  });

  it("harness-vectors.md V14 E19: growth of a large file adds up within a request", () => {
    assert.deepEqual(fires([1500, 1600], [1600, 1700]), [false, true]);
  });

  it("harness-vectors.md V14 E20: a file that shrinks is silent", () => {
    assert.deepEqual(fires([1200, 900]), [false]);
  });

  it("tells of a new file that is too long, and of each file once", () => {
    const slices = discipline();
    slices.openRequest(0);
    slices.fileChanged("src/new.ts", 0, 1001);
    slices.fileChanged("src/new.ts", 1001, 1300);
    slices.fileChanged("src/small.ts", 10, 20);
    assert.deepEqual(slices.signals(), [
      "src/new.ts grew from 0 to 1300 lines (limit 1000). Extract a cohesive part before adding more.",
    ]);
    slices.openRequest(0);
    assert.deepEqual(slices.signals(), []);
  });

  it("is off with a limit of 0", () => {
    const slices = discipline(500, 0);
    slices.openRequest(0);
    slices.fileChanged("a.ts", 0, 50_000);
    assert.deepEqual(slices.signals(), []);
  });
});

describe("SliceDiscipline", () => {
  it("fires exactly when the lines changed since the start pass the limit", () => {
    const totals = fc.array(fc.nat(2000), { minLength: 1 });
    fc.assert(
      fc.property(fc.nat(2000), totals, (start, measured) => {
        const slices = discipline();
        slices.openRequest(start);
        for (const total of measured) slices.measured(total);
        assert.equal(
          slices.state().fired,
          measured.some((total) => total - start > 500),
        );
      }),
    );
  });
});
