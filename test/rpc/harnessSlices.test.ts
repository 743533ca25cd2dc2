import assert from "node:assert/strict";
import type { AnyRecord } from "../support/relayProcess.ts";
import { gitRepository, read, useHarness, write } from "../support/harnessSuite.ts";

/** Text of this many lines. */
const lines = (count: number): string => "a\n".repeat(count);
const answer = { text: "I wrote it; nothing is verified." };
const sliceOf = (text: string): string | undefined => /\[harness:slice\]\n([^]*)$/.exec(text)?.[1];

describe("rpc: sizes of changes", () => {
  const suite = useHarness();

  /** Sections about slices that the requests of one prompt carried, `undefined` where there was none. */
  async function slices(...writes: readonly [path: string, count: number][]): Promise<{
    sections: (string | undefined)[];
    state: AnyRecord;
  }> {
    const relay = suite.start();
    const first = suite.model.requests.length;
    suite.model.add(...writes.map(([path, count]) => write(path, lines(count))), answer);
    await relay.prompt("Write the files");
    const sections = suite.model.requests
      .slice(first + 1)
      .map((_, index) => sliceOf(suite.lastUserText(first + 1 + index)));
    return { sections, state: (await suite.state(relay)).slice as AnyRecord };
  }

  it("harness.md vector 30: 500 changed lines are silent, with 501 the section about the slice stands there once", async () => {
    gitRepository(suite.workspace);
    const silent = await slices(["a.ts", 500]);
    assert.deepEqual(
      [silent.sections, silent.state.changedLines, silent.state.fired],
      [[undefined], 500, false],
    );
    const relay = suite.start();
    suite.model.add(write("b.ts", lines(501)), read("b.ts"), answer);
    await relay.prompt("Write b.ts");
    const newest = suite.model.requests.at(-1)?.messages ?? [];
    const text = JSON.stringify(newest);
    assert.equal(text.match(/\[harness:slice\]/g)?.length, 1);
    assert.equal(
      sliceOf(suite.lastUserText()),
      "This request changed 501 lines (limit 500). Verify and report this slice before starting more, and propose how to split the rest.",
    );
    assert.deepEqual(suite.lastUserText(-2), suite.lastUserText());
  });

  it("harness.md vector 30: outside of git the size of a change is unknown, the growth of a file still fires", async () => {
    const { sections, state } = await slices(["a.ts", 1200]);
    assert.deepEqual(sections, [
      "a.ts grew from 0 to 1200 lines (limit 1000). Extract a cohesive part before adding more.",
    ]);
    assert.deepEqual([state.git, state.changedLines, state.fired], [false, null, false]);
  });

  for (const [before, after, fires] of [
    [980, 1120, true],
    [1500, 1650, false],
    [1500, 1700, true],
    [0, 1001, true],
  ] as const) {
    it(`harness.md vector 31: a file that grows from ${before} to ${after} lines ${fires ? "fires" : "is silent"}`, async () => {
      if (before > 0) suite.workspace.write("a.ts", lines(before));
      const { sections, state } = await slices(["a.ts", after]);
      const expected = `a.ts grew from ${before} to ${after} lines (limit 1000). Extract a cohesive part before adding more.`;
      assert.deepEqual(sections, [fires ? expected : undefined]);
      assert.deepEqual(state.files, [{ path: "a.ts", before, after, fired: fires }]);
    });
  }
});
