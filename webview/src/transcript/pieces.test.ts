import assert from "node:assert/strict";
import type { AssistantItem, ToolItem, TranscriptItem } from "@relay-harness/protocol";
import { foldTurn, pieceKey, sectionsOf, turnPieces } from "./pieces.ts";
import { buildTimeline, groupTurns, indexOfTurn } from "./timeline.ts";
import type { Turn } from "./timeline.ts";

type Blocks = AssistantItem["blocks"];

function answer(
  id: string,
  blocks: Blocks,
  stopReason: AssistantItem["stopReason"] = "stop",
): TranscriptItem {
  return { kind: "assistant", id, version: 1, blocks, stopReason } as TranscriptItem;
}
function call(id: string, text = ""): ToolItem {
  return {
    kind: "tool",
    id,
    version: 1,
    toolCallId: id,
    name: "edit",
    state: "done",
    isError: text !== "",
    content: [{ type: "text", text }],
    children: [],
  };
}
const textBlock = { kind: "text", text: "x" } as const;
const callBlock = (itemId: string) => ({ kind: "toolCall", itemId }) as const;

function turnOf(items: readonly TranscriptItem[]): {
  turn: Turn;
  itemOf: (id: string) => TranscriptItem | undefined;
} {
  const byId = new Map(items.map((item) => [item.id, item]));
  const top = items.filter(({ kind }) => kind !== "tool").map(({ id }) => id);
  const [turn] = groupTurns(buildTimeline(top, [], (id) => byId.get(id)?.kind));
  assert.ok(turn);
  return { turn, itemOf: (id) => byId.get(id) };
}

const keys = (items: readonly TranscriptItem[]): string[] => {
  const { turn, itemOf } = turnOf(items);
  return turnPieces(turn, itemOf).map(pieceKey);
};

describe("pieces of a turn", () => {
  it("gather calls that follow each other, across answers, in one list", () => {
    const items = [
      answer("a1", [textBlock, callBlock("t1")]),
      call("t1"),
      answer("a2", [callBlock("t2"), callBlock("t3")]),
      call("t2"),
      call("t3"),
      answer("a3", [textBlock]),
    ];
    const { turn, itemOf } = turnOf(items);
    const pieces = turnPieces(turn, itemOf);
    assert.deepEqual(pieces.map(pieceKey), ["a1:0", "calls:t1", "a3:0"]);
    assert.deepEqual(pieces[1], { kind: "tools", ids: ["t1", "t2", "t3"] });
  });

  it("leave out blank text, and say how an answer ended", () => {
    const blank = { kind: "text", text: " \n" } as const;
    assert.deepEqual(keys([answer("a1", [blank], "error"), answer("a2", [textBlock], "length")]), [
      "ending:a1",
      "a2:0",
      "ending:a2",
    ]);
  });

  it("show records of the harness that have no other place", () => {
    const record = (id: string, customType: string): TranscriptItem => ({
      kind: "record",
      id,
      version: 1,
      customType,
    });
    assert.deepEqual(
      keys([
        record("r1", "relay.harness.constraint"),
        record("r2", "relay.harness.evidence"),
        record("r3", "relay.harness.approval"),
        record("r4", "their-extension"),
      ]),
      ["item:r1", "item:r4"],
    );
  });

  it("put a row under a call that a question turn holds back", () => {
    const items = [answer("a1", [callBlock("t1")]), call("t1", "[harness:question] Not applied: x")];
    assert.deepEqual(keys(items), ["calls:t1", "question:t1"]);
  });

  it("fall into answers and rows", () => {
    const items = [
      { kind: "record", id: "r1", version: 1, customType: "relay.harness.constraint" } as TranscriptItem,
      answer("a1", [textBlock, callBlock("t1")]),
      call("t1"),
    ];
    const { turn, itemOf } = turnOf(items);
    const sections = sectionsOf(turnPieces(turn, itemOf)).map(({ kind, pieces }) => [kind, pieces.length]);
    assert.deepEqual(sections, [
      ["rows", 1],
      ["answer", 2],
    ]);
  });

  it("fold to the last text once the turn is over", () => {
    const items = [
      answer("a1", [{ kind: "thinking", text: "x", redacted: false }, textBlock, callBlock("t1")]),
      call("t1", "[harness:question] Not applied: x"),
      answer("a2", [textBlock]),
    ];
    const { turn, itemOf } = turnOf(items);
    const folded = foldTurn(turnPieces(turn, itemOf));
    const named = Object.entries(folded ?? {}).map(([name, pieces]) => [
      name,
      (pieces as never[]).map(pieceKey),
    ]);
    assert.deepEqual(Object.fromEntries(named), {
      before: [],
      work: ["a1:0", "a1:1", "calls:t1"],
      between: ["question:t1"],
      rest: ["a2:0"],
    });
  });

  it("keep the last text in view when the turn ended amid its work", () => {
    const items = [answer("a1", [textBlock, callBlock("t1")], "aborted"), call("t1")];
    const { turn, itemOf } = turnOf(items);
    const folded = foldTurn(turnPieces(turn, itemOf));
    assert.deepEqual(folded?.work.map(pieceKey), ["calls:t1"]);
    assert.deepEqual(folded?.rest.map(pieceKey), ["a1:0", "ending:a1"]);
  });

  it("do not fold without calls", () => {
    const { turn, itemOf } = turnOf([
      answer("a1", [{ kind: "thinking", text: "x", redacted: false }, textBlock]),
    ]);
    assert.equal(foldTurn(turnPieces(turn, itemOf)), undefined);
  });
});

describe("the timeline", () => {
  const kindOf = (id: string): "user" | "assistant" => (id.startsWith("u") ? "user" : "assistant");
  const row = (id: string, afterId: string | null) => ({
    row: { id, kind: "notify" as const, severity: "info" as const, text: "", actions: [] },
    afterId,
  });

  it("puts rows of the host where they came", () => {
    const timeline = buildTimeline(
      ["u1", "a1"],
      [row("r1", null), row("r2", "u1"), row("r3", "gone")],
      kindOf,
    );
    assert.deepEqual(
      timeline.map(({ id }) => id),
      ["r1", "r3", "u1", "r2", "a1"],
    );
  });

  it("keeps turns that did not change", () => {
    const before = groupTurns(buildTimeline(["u1", "a1", "u2"], [], kindOf));
    const after = groupTurns(buildTimeline(["u1", "a1", "u2", "a2"], [], kindOf), before);
    assert.equal(after[0], before[0]);
    assert.notEqual(after[1], before[1]);
    assert.deepEqual(
      after.map(({ id, userId }) => [id, userId]),
      [
        ["u1", "u1"],
        ["u2", "u2"],
      ],
    );
  });

  it("finds a turn again when an older page shows how it began", () => {
    const cut = groupTurns(buildTimeline(["a1", "a2", "u2"], [], kindOf));
    const whole = groupTurns(buildTimeline(["u1", "a1", "a2", "u2"], [], kindOf));
    assert.deepEqual([cut[0]?.id, indexOfTurn(whole, "a1"), indexOfTurn(whole, "gone")], ["a1", 0, -1]);
  });
});
