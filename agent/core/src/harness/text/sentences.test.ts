import assert from "node:assert/strict";
import { sentences } from "./sentences.ts";

const texts = (text: string): string[] => sentences(text).map((sentence) => sentence.text);

describe("sentences", () => {
  it("harness.md §1: splits after end marks with white space behind", () => {
    assert.deepEqual(texts("One. Two! Three? Four… five; six"), [
      "One.",
      "Two!",
      "Three?",
      "Four…",
      "five;",
      "six",
    ]);
  });

  it("harness.md §1: a closing quote belongs to the sentence it ends", () => {
    assert.deepEqual(texts('He said "stop." Then he left.'), ['He said "stop."', "Then he left."]);
  });

  it("harness.md §1: file names, versions and abbreviations do not split", () => {
    for (const text of [
      "change foo.ts and 1.2 only",
      "use a helper, e.g. the pool",
      "tests, mocks etc. stay",
      "ask the Sr. Silva first",
      "see no. 4 of the list",
      "por ej. p.ex. esto",
    ]) {
      if (text.startsWith("por")) assert.deepEqual(texts(text), ["por ej.", "p.ex. esto"]);
      else assert.deepEqual(texts(text), [text]);
    }
  });

  it("ends a sentence with the word no", () => {
    assert.deepEqual(texts("I said no. Then I left"), ["I said no.", "Then I left"]);
  });

  it("does not split inside inline code or quotations", () => {
    assert.deepEqual(texts("Replace `for (;; i++)` here. Go"), ["Replace `for (;; i++)` here.", "Go"]);
    assert.deepEqual(texts('The hint "Stop. Never push" is old'), ['The hint "Stop. Never push" is old']);
  });

  it("harness.md §1: strips markers and remembers bullets", () => {
    assert.deepEqual(sentences("# Rules:\n\n- tabs\n* [ ] max 100. Really\n1) one\n2. two\nend"), [
      { text: "Rules:", bullet: false, paragraph: 0 },
      { text: "tabs", bullet: true, paragraph: 1 },
      { text: "max 100.", bullet: true, paragraph: 2 },
      { text: "Really", bullet: true, paragraph: 2 },
      { text: "one", bullet: true, paragraph: 3 },
      { text: "two", bullet: true, paragraph: 4 },
      { text: "end", bullet: false, paragraph: 5 },
    ]);
  });
});
