import assert from "node:assert/strict";
import { chooseFromList, type NumberedListOptions } from "./numberedList.ts";

const items = Array.from({ length: 45 }, (_, index) => `item ${index + 1}`);

/** Answers a list and returns what was chosen and shown. */
async function answer(
  answers: (string | undefined)[],
  options: Partial<NumberedListOptions<string>> = {},
): Promise<{ chosen: string | undefined; lines: string[]; left: number }> {
  const lines: string[] = [];
  const chosen = await chooseFromList<string>({
    screen: {
      line: (text) => lines.push(text),
      ask: () => {
        assert.ok(answers.length > 0, "one question too many");
        return Promise.resolve(answers.shift());
      },
    },
    noun: "item",
    title: () => "Items",
    emptyText: "There are none.",
    load: (search) => items.filter((item) => item.includes(search)),
    describe: (item) => item,
    ...options,
  });
  return { chosen, lines, left: answers.length };
}

describe("chooseFromList", () => {
  it("chooses by number, of any page", async () => {
    assert.equal((await answer(["2"])).chosen, "item 2");
    assert.equal((await answer(["45"])).chosen, "item 45");
  });

  it("no answer and an empty one leave without a choice", async () => {
    for (const last of [undefined, "", "  "]) {
      assert.deepEqual(await answer([last]).then(({ chosen, left }) => [chosen, left]), [undefined, 0]);
    }
  });

  it("shows pages, and begins with the one that it is told to", async () => {
    const { lines } = await answer(["p", "n", "n", ""], { startAt: () => 30 });
    assert.deepEqual(
      lines.filter((line) => line.startsWith("Items") || line.includes("page")),
      [
        "Items (45, page 2 of 3)",
        "Items (45, page 1 of 3)",
        "Items (45, page 2 of 3)",
        "Items (45, page 3 of 3)",
      ],
    );
    assert.deepEqual([lines[1], lines.at(-1)], ["  21  item 21", "  45  item 45"]);
  });

  it("refuses numbers that are not there and pages that are not there, and asks again", async () => {
    const { chosen, lines } = await answer(["0", "46", "99999999999999999999", "p", "3"]);
    assert.equal(chosen, "item 3");
    assert.deepEqual(lines.slice(-4), [
      "No item has the number 0 in this list.",
      "No item has the number 46 in this list.",
      "No item has the number 99999999999999999999 in this list.",
      "There is no such page.",
    ]);
  });

  it("searches for text, for what looks like a command behind a slash, and shows all again", async () => {
    const { chosen, lines } = await answer(["item 4", "2"]);
    assert.equal(chosen, "item 40");
    assert.ok(lines.includes('Items (7, found by "item 4")'));
    assert.equal((await answer(["/5", "1"])).chosen, "item 5");
    assert.equal((await answer(["item 45", "/", "2"])).chosen, "item 2");
    const nothing = await answer(["nothing", ""]);
    assert.deepEqual(nothing.lines.slice(-2), [
      'Items (0, found by "nothing")',
      "  Nothing fits. / shows all again.",
    ]);
  });

  it("takes a word for an action only when it has the action's form", async () => {
    const calls: unknown[] = [];
    const searched: string[] = [];
    const actions: NumberedListOptions<string>["actions"] = {
      d: { form: "number", description: "", run: (item, text) => void calls.push(["d", item, text]) },
      a: { form: "alone", description: "", run: () => void calls.push(["a"]) },
      f: { form: "word", description: "", run: (word) => void calls.push(["f", word]) },
    };
    const load = (search: string): string[] => {
      if (search !== "" && searched.at(-1) !== search) searched.push(search);
      return items;
    };
    const { lines } = await answer(
      [
        "d 2",
        "d 3 more text",
        "d",
        "d 99",
        "a",
        "f",
        "f all",
        "d x",
        "a fix",
        "f two words",
        "constructor",
        "",
      ],
      { actions, load },
    );
    assert.deepEqual(calls, [
      ["d", "item 2", ""],
      ["d", "item 3", "more text"],
      ["a"],
      ["f", ""],
      ["f", "all"],
    ]);
    assert.deepEqual(searched, ["d x", "a fix", "f two words", "constructor"]);
    assert.ok(lines.includes("Which one? d and its number."));
    assert.ok(lines.includes("No item has the number 99 in this list."));
  });

  it("says what went wrong with an action, and goes on", async () => {
    const actions: NumberedListOptions<string>["actions"] = {
      d: { form: "number", description: "", run: () => Promise.reject(new Error("not this one")) },
    };
    const { chosen, lines } = await answer(["d 1", "4"], { actions });
    assert.equal(chosen, "item 4");
    assert.ok(lines.includes("Error: not this one"));
  });

  it("goes on after a choice when choosing does something", async () => {
    const marked: string[] = [];
    const { chosen } = await answer(["1", "2", ""], { onChoice: (item) => void marked.push(item) });
    assert.deepEqual([chosen, marked], [undefined, ["item 1", "item 2"]]);
  });

  it("shows items in a line each, without what a terminal would obey", async () => {
    const { lines } = await answer([""], { load: () => ["a\n  b\x1b[2J\x9b"], search: "" });
    assert.deepEqual(lines, ["Items (1)", "  1  a b[2J"]);
  });
});
