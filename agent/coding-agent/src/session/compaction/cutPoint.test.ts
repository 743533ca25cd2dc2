import assert from "node:assert/strict";
import { findCut } from "./cutPoint.ts";
import { estimateTokens } from "./estimate.ts";
import { answer, History } from "./testing/history.ts";

/** First kept entry, sizes of what is summarized, sizes of the turn's beginning. */
type Shown = [firstKept: string, summarized: number[], prefix: number[]] | undefined;

function cutOf({ path }: History, keep: number): Shown {
  const cut = findCut(path, keep);
  if (!cut) return undefined;
  assert.equal(cut.isSplitTurn, cut.turnPrefixMessages.length > 0);
  return [
    cut.firstKeptEntryId,
    cut.messagesToSummarize.map(estimateTokens),
    cut.turnPrefixMessages.map(estimateTokens),
  ];
}

describe("findCut", () => {
  it("sessions-and-tools.md 32: a huge result keeps its call, and the turn is split", () => {
    const history = new History();
    history.user(100);
    const assistant = history.assistant(50, history.call());
    history.result(1000);
    assert.deepEqual(cutOf(history, 50), [assistant, [], [100]]);
    assert.equal(cutOf(history, 2000), undefined);
  });

  it("sessions-and-tools.md 33: the cut is at or after the entry that reaches the limit, never at a result", () => {
    const history = new History();
    history.user(100);
    history.assistant(100);
    history.user(100);
    history.assistant(50, history.call());
    history.result(100);
    const second51 = history.assistant(50, history.call());
    history.result(200);
    const assistant100 = history.assistant(100);
    const lastUser = history.user(100);
    const lastAssistant = history.assistant(100);
    assert.deepEqual(cutOf(history, 100), [lastAssistant, [100, 100, 100, 51, 100, 51, 200, 100], [100]]);
    assert.deepEqual(cutOf(history, 150), [lastUser, [100, 100, 100, 51, 100, 51, 200, 100], []]);
    assert.deepEqual(cutOf(history, 310), [assistant100, [100, 100], [100, 51, 100, 51, 200]]);
    assert.deepEqual(cutOf(history, 501), [second51, [100, 100], [100, 51, 100]]);
  });

  it("begins where the last compaction began to keep", () => {
    const history = new History();
    history.user(1);
    const kept = history.user(2);
    history.manager.appendCompaction("s".repeat(4000), kept, 1);
    history.assistant(3);
    const last = history.user(4);
    history.assistant(5);
    assert.deepEqual(cutOf(history, 9), [last, [2, 3], []]);
    const cut = findCut(history.path, 9);
    assert.equal(cut?.previous?.firstKeptEntryId, kept);
  });

  for (const firstKept of [null, "not in this file"]) {
    it(`begins behind a compaction that keeps ${firstKept ?? "nothing"}`, () => {
      const history = new History();
      history.user(1);
      history.manager.appendCompaction("s", firstKept, 1);
      history.user(2);
      const last = history.user(3);
      assert.deepEqual(cutOf(history, 3), [last, [2], []]);
    });
  }

  it("keeps the metadata right before the cut, and looks past it for the turn", () => {
    const history = new History();
    history.user(10);
    history.assistant(10);
    const name = history.manager.appendSessionInfo("n");
    history.manager.appendModelChange("p", "m");
    history.manager.appendCustomEntry("state");
    history.user(10);
    assert.deepEqual(cutOf(history, 10), [name, [10, 10], []]);
  });

  it("does not summarize system messages, and never cuts at one", () => {
    const history = new History();
    history.system(500);
    history.user(10);
    history.assistant(10);
    history.system(500);
    const last = history.user(10);
    assert.deepEqual(cutOf(history, 10), [last, [10, 10], []]);
    assert.equal(cutOf(history, 31), undefined);
  });

  it("weighs an omitted message as nothing and reads an edited one as edited", () => {
    const history = new History();
    const first = history.user(10);
    const omitted = history.user(1000);
    history.assistant(10);
    const last = history.user(10);
    history.manager.appendContextEdit(omitted, null);
    history.manager.appendContextEdit(first, "x".repeat(8));
    assert.deepEqual(cutOf(history, 20)?.slice(1), [[], [2]]);
    assert.deepEqual(cutOf(history, 5), [last, [2, 10], []]);
  });

  it("takes shell commands, custom messages and branch summaries for beginnings of turns", () => {
    const begin: ((history: History) => string)[] = [
      (history) => history.bash(10),
      (history) => history.manager.appendCustomMessageEntry("c", "x".repeat(40), true),
      (history) => history.manager.branchWithSummary(history.manager.getLeafId(), "x".repeat(40)),
    ];
    for (const append of begin) {
      const history = new History();
      history.user(10);
      const id = append(history);
      history.assistant(10);
      assert.deepEqual(cutOf(history, 20), [id, [10], []]);
      assert.deepEqual(cutOf(history, 10)?.slice(1), [[10], [10]]);
    }
  });

  it("does not part a result from its call when something stands between them", () => {
    const history = new History();
    history.user(10);
    const assistant = history.assistant(9, history.call());
    history.manager.appendCustomMessageEntry("c", "x".repeat(40), true);
    history.result(10);
    assert.deepEqual(cutOf(history, 20), [assistant, [], [10]]);
  });

  it("finds nothing in an empty path", () => {
    assert.equal(findCut([], 0), undefined);
  });
});

describe("an input that is too large by itself", () => {
  interface Failed {
    history: History;
    input: string;
    attempt: string;
  }

  function failed(): Failed {
    const history = new History();
    history.user(10);
    history.assistant(10);
    const input = history.user(1000);
    const attempt = history.manager.appendMessage(
      answer(0, { stopReason: "error", errorMessage: "too long" }),
    );
    return { history, input, attempt };
  }

  it("is summarized when only its omitted attempt follows", () => {
    const { history, attempt } = failed();
    history.manager.appendContextEdit(attempt, null);
    assert.deepEqual(cutOf(history, 100), [attempt, [10, 10, 1000], []]);
  });

  it("is summarized also with metadata around the attempt, which is kept", () => {
    const history = new History();
    history.user(1000);
    const name = history.manager.appendSessionInfo("n");
    const attempt = history.manager.appendMessage(answer(5, { stopReason: "error" }));
    history.manager.appendContextEdit(attempt, "replaced first");
    history.manager.appendContextEdit(attempt, null);
    assert.deepEqual(cutOf(history, 100), [name, [1000], []]);
  });

  const keptWhen: [when: string, change: (failed: Failed) => void][] = [
    ["the attempt is not omitted", () => undefined],
    [
      "a custom message came after it",
      ({ history, attempt }) => {
        history.manager.appendContextEdit(attempt, null);
        history.manager.appendCustomMessageEntry("c", "note", false);
      },
    ],
    [
      "it was replaced",
      ({ history, attempt, input }) => {
        history.manager.appendContextEdit(attempt, null);
        history.manager.appendContextEdit(input, "x".repeat(4000));
      },
    ],
    [
      "something before it was replaced",
      ({ history, attempt }) => {
        history.manager.appendContextEdit(attempt, null);
        history.manager.appendContextEdit(history.path[0]?.id ?? "", "shorter");
      },
    ],
  ];
  for (const [when, change] of keptWhen) {
    it(`is kept when ${when}`, () => {
      const made = failed();
      change(made);
      assert.equal(cutOf(made.history, 100)?.[0], made.input);
    });
  }

  it("is kept when only metadata follows", () => {
    const history = new History();
    history.user(10);
    const input = history.user(1000);
    history.manager.appendSessionInfo("n");
    assert.deepEqual(cutOf(history, 100), [input, [10], []]);
  });
});
