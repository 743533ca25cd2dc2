import assert from "node:assert/strict";
import fc from "fast-check";
import { IncrementalJson, parseFinalArguments } from "./incrementalJson.ts";

function partial(...pieces: string[]): unknown {
  const parser = new IncrementalJson();
  for (const piece of pieces) parser.push(piece);
  return parser.value();
}

/** Cuts `text` at the given fractions of its length. */
function cut(text: string, places: readonly number[]): string[] {
  const ends = [...places.map((place) => Math.floor(place * text.length)), text.length].sort((a, b) => a - b);
  return ends.map((end, index) => text.slice(index === 0 ? 0 : ends[index - 1], end));
}

const jsonObjects = fc.dictionary(
  fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("__proto__", "a", "constructor")),
  fc.jsonValue({ stringUnit: "binary", maxDepth: 4 }),
);

describe("IncrementalJson", () => {
  const prefixes: [text: string, expected: unknown][] = [
    ["", {}],
    ["  {", {}],
    ['{"pa', {}],
    ['{"path"', {}],
    ['{"path": ', {}],
    ['{"path": "', { path: "" }],
    ['{"path": "a', { path: "a" }],
    ['{"path": "a\\', { path: "a" }],
    ['{"path": "a\\u00', { path: "a" }],
    ['{"path": "a\\u00e9', { path: "aé" }],
    ['{"n": 1, "b": tr', { n: 1, b: true }],
    ['{"n": -', {}],
    ['{"n": -2.', { n: -2 }],
    ['{"n": 1e', { n: 1 }],
    ['{"n": 1e3', { n: 1000 }],
    ['{"a": n', { a: null }],
    ['{"a": [1, {"b": "x', { a: [1, { b: "x" }] }],
    ['{"a": [1, ', { a: [1] }],
    ['{"a": {"b": 1}, "c', { a: { b: 1 } }],
  ];
  for (const [text, expected] of prefixes) {
    it(`models.md 39: shows ${JSON.stringify(expected)} after ${text || "no text"}`, () => {
      assert.deepEqual(partial(text), expected);
      assert.deepEqual(partial(...text), expected);
    });
  }

  it("takes raw control characters and invalid escapes inside strings as text", () => {
    assert.deepEqual(partial('{"a": "x\n\ty", "b": "C:\\qux\\u12z"}'), { a: "x\n\ty", b: "C:\\qux\\u12z" });
  });

  it("keeps what it has when the text stops being JSON", () => {
    assert.deepEqual(partial('{"a": 1] "b": 2}'), { a: 1 });
    assert.deepEqual(partial('{"a": 1} {"b": 2}'), { a: 1 });
    assert.deepEqual(partial('{"a": nul1, "b": 2}'), { a: null });
    assert.deepEqual(partial("[1, 2]"), {});
    assert.deepEqual(partial("hello"), {});
  });

  it("updates the one object that value returned first", () => {
    const parser = new IncrementalJson();
    const seen = parser.value();
    parser.push('{"a": [');
    parser.push("1]}");
    assert.equal(parser.value(), seen);
    assert.deepEqual(seen, { a: [1] });
  });

  it("ends with what JSON.parse returns, wherever the text is cut", () => {
    const indents = fc.constantFrom("", " ", "\t");
    fc.assert(
      fc.property(
        jsonObjects,
        fc.array(fc.double({ min: 0, max: 1, noNaN: true })),
        indents,
        (object, places, indent) => {
          const text = JSON.stringify(object, null, indent);
          assert.deepEqual(partial(...cut(text, places)), JSON.parse(text));
        },
      ),
      { numRuns: 300 },
    );
  });

  it("shows an object and does not throw for any prefix of any text", () => {
    const fragments = fc.array(fc.constantFrom(...'{}[],:"\\utruefalsn0123-.eE \n', "x", "é", "\ud800"));
    fc.assert(
      fc.property(fragments, (parts) => {
        const parser = new IncrementalJson();
        for (const part of ["{", ...parts]) {
          parser.push(part);
          assert.equal(Object.prototype.toString.call(parser.value()), "[object Object]");
        }
      }),
      { numRuns: 500 },
    );
  });

  it("agrees with the final parse about repaired strings", () => {
    const bodies = fc.array(fc.constantFrom("a", "\\n", "\\q", "\\u00e9", "\\u1", "\n", "\t", "\\\\", '\\"'));
    fc.assert(
      fc.property(bodies, (parts) => {
        const text = `{"k": "${parts.join("")}"}`;
        assert.deepEqual(partial(...text), parseFinalArguments(text).arguments);
      }),
    );
  });

  it("reads a long string in small pieces without reading it again", () => {
    const parser = new IncrementalJson();
    const piece = "x".repeat(7);
    parser.push('{"content": "');
    for (let index = 0; index < 100_000; index++) parser.push(piece);
    parser.push('"}');
    assert.deepEqual(parser.value(), { content: piece.repeat(100_000) });
  });
});

describe("parseFinalArguments", () => {
  it("models.md 40: takes empty text as no arguments", () => {
    assert.deepEqual(parseFinalArguments(""), { arguments: {} });
    assert.deepEqual(parseFinalArguments(" \n"), { arguments: {} });
  });

  it("models.md 40: keeps no prefix of unfinished JSON and quotes the text sent", () => {
    const result = parseFinalArguments('{"a":1');
    assert.deepEqual(result.arguments, {});
    assert.match(result.argumentsError ?? "", /JSON[^]*\n\nReceived arguments:\n\{"a":1$/);
  });

  it("models.md 40: refuses JSON that is no object", () => {
    for (const text of ["[1]", '"x"', "3", "null"]) {
      assert.deepEqual(parseFinalArguments(text), {
        arguments: {},
        argumentsError: `Tool arguments must be a JSON object\n\nReceived arguments:\n${text}`,
      });
    }
  });

  it("repairs raw control characters and invalid escapes inside strings", () => {
    assert.deepEqual(parseFinalArguments('{\n"a": "x\n\ty",\n"b": "C:\\qux\\u12"}'), {
      arguments: { a: "x\n\ty", b: "C:\\qux\\u12" },
    });
  });

  it("reports the problem of the text as sent when the repair does not help", () => {
    const text = '{"a": "x\ny"';
    let message = "";
    try {
      JSON.parse(text);
    } catch (error) {
      message = (error as Error).message;
    }
    assert.equal(parseFinalArguments(text).argumentsError, `${message}\n\nReceived arguments:\n${text}`);
  });
});

describe("hostile tool arguments", () => {
  it("models.md 40: what is nested too deeply to be stored is an error", () => {
    const nested = (levels: number): string => `${'{"a":['.repeat(levels / 2)}${"]}".repeat(levels / 2)}`;
    assert.equal(parseFinalArguments(nested(500)).argumentsError, undefined);
    const text = nested(100_000);
    const refused = parseFinalArguments(text);
    assert.deepEqual(refused.arguments, {});
    assert.equal(
      refused.argumentsError,
      `Tool arguments are nested more than 500 levels deep\n\nReceived arguments:\n${text}`,
    );
    const brackets = JSON.stringify({ a: `\\"${"[".repeat(5000)}`, b: ["{".repeat(5000)] });
    assert.deepEqual(parseFinalArguments(brackets).arguments, JSON.parse(brackets));
  });

  it("models.md 39: the partial value can be stored however deep the text goes", () => {
    for (const text of ['{"a":'.repeat(100_000), `{"a":${"[".repeat(100_000)}`]) {
      assert.ok(JSON.stringify(partial(text)).length < 10_000);
    }
  });

  it("repairs a string of many megabytes", () => {
    const long = "x".repeat(12_000_000);
    const { arguments: parsed } = parseFinalArguments(`{"a":"${long}\\q","b":"\n"}`);
    assert.deepEqual(parsed, { a: `${long}\\q`, b: "\n" });
  });
});
