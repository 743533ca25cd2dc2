import assert from "node:assert/strict";
import type { JsonSchema } from "./json.ts";
import { findSchemaProblem } from "./schemaProblem.ts";

function problem(schema: JsonSchema, value: unknown, defs?: Record<string, JsonSchema>): string | undefined {
  const found = findSchemaProblem(schema, value, defs ? { defs } : {});
  return found && `${found.path} ${found.complaint}`.trim();
}

describe("findSchemaProblem", () => {
  it("checks JSON types", () => {
    const samples: Record<string, unknown> = {
      string: "a",
      boolean: false,
      number: 1.5,
      object: {},
      array: [],
      null: null,
    };
    for (const [type, value] of Object.entries(samples)) {
      for (const [other, otherValue] of Object.entries(samples)) {
        const isFine = findSchemaProblem({ type }, otherValue) === undefined;
        assert.equal(isFine, type === other, `${other} for ${type}`);
      }
      assert.equal(findSchemaProblem({}, value), undefined);
    }
    assert.equal(problem({ type: "integer" }, 1), undefined);
    assert.equal(problem({ type: "integer" }, 1.5), "must be an integer");
  });

  it("words what is expected", () => {
    assert.equal(problem({ type: "string" }, 1), "must be a string");
    assert.equal(problem({ type: "array" }, 1), "must be an array");
    assert.equal(problem({ type: "object" }, null), "must be an object");
    assert.equal(problem({ type: "null" }, 1), "must be null");
    assert.equal(problem({ const: "a" }, "b"), 'must be "a"');
    assert.equal(problem({ const: true }, 1), "must be true");
    assert.equal(problem({ type: "string", enum: ["a", "b"] }, "c"), "must be one of a, b");
    assert.equal(problem({ type: "string", expected: "a name" }, 1), "must be a name");
  });

  it("checks numbers against their bounds", () => {
    const limit = { type: "integer", minimum: 1, maximum: 1000 };
    assert.equal(problem(limit, 1), undefined);
    assert.equal(problem(limit, 1000), undefined);
    for (const value of [0, 1001, 1.5, "1"])
      assert.equal(problem(limit, value), "must be an integer from 1 to 1000");
    assert.equal(problem({ type: "number", minimum: 0 }, -1), "must be a number of at least 0");
  });

  it("checks texts", () => {
    assert.equal(problem({ type: "string", minLength: 1 }, ""), "must not be empty");
    assert.equal(problem({ type: "string", minLength: 1 }, 5), "must be a string");
    assert.equal(problem({ type: "string", pattern: "^a" }, "ab"), undefined);
    assert.equal(problem({ type: "string", pattern: "^a", expected: "an a" }, "b"), "must be an a");
    assert.equal(problem({ type: "string", contentEncoding: "base64" }, "aGk="), undefined);
    assert.equal(
      problem({ type: "string", contentEncoding: "base64", expected: "base64" }, "?"),
      "must be base64",
    );
  });

  it("reports the first problem in the order of the properties", () => {
    const schema = {
      type: "object",
      required: ["a", "b"],
      properties: {
        a: { type: "string" },
        b: { type: "array", items: { type: "number" } },
        c: { type: "null" },
      },
    };
    assert.equal(problem(schema, { b: [1, "x"], c: 1 }), "a must be a string");
    assert.equal(problem(schema, { a: "", c: 1, b: [1, "x"] }), "b[1] must be a number");
    assert.equal(problem(schema, { a: "", b: [], c: 1 }), "c must be null");
    assert.equal(problem(schema, { a: "", b: [], more: 1 }), undefined);
  });

  it("takes an absent optional member for fine and a required one for wrong", () => {
    const schema = { type: "object", properties: { a: { type: "string" } } };
    assert.equal(problem(schema, {}), undefined);
    assert.equal(problem(schema, { a: undefined }), undefined);
    assert.equal(problem({ ...schema, required: ["a"] }, {}), "a must be a string");
    assert.equal(problem({ type: "object", properties: { a: {} }, required: ["a"] }, {}), undefined);
  });

  it("checks the members that no property names", () => {
    const schema = { type: "object", properties: { a: {} }, additionalProperties: { type: "string" } };
    assert.equal(problem(schema, { a: 1, b: "x" }), undefined);
    assert.equal(problem(schema, { a: 1, b: 2 }), "b must be a string");
  });

  it("finds the branch of a union by fixed members", () => {
    const branch = (type: string, member: JsonSchema): JsonSchema => ({
      type: "object",
      required: ["type", "x"],
      properties: { type: { const: type }, x: member },
    });
    const schema = { anyOf: [branch("a", { type: "string" }), branch("b", { type: "number" })] };
    assert.equal(problem(schema, { type: "b", x: 1 }), undefined);
    assert.equal(problem(schema, { type: "b", x: "1" }), "x must be a number");
    assert.equal(problem(schema, { type: "c" }), "type must be one of a, b");
    assert.equal(problem({ ...schema, open: true }, { type: "c" }), undefined);
    assert.equal(problem({ ...schema, open: true }, { type: 3 }), "type must be one of a, b");
    assert.equal(problem(schema, 5), "must be an object");
  });

  it("finds the branch of a union by JSON type", () => {
    const schema = {
      anyOf: [{ type: "null" }, { type: "string" }, { type: "array", items: { type: "string" } }],
    };
    for (const value of [null, "a", ["a"]]) assert.equal(problem(schema, value), undefined);
    assert.equal(problem(schema, [1]), "[0] must be a string");
    assert.equal(problem(schema, 1), "must be null or a string or an array");
  });

  it("tries every branch that cannot be ruled out", () => {
    const withMember = (key: string): JsonSchema => ({
      type: "object",
      required: [key],
      properties: { [key]: { type: "string" } },
    });
    const schema = { anyOf: [withMember("a"), withMember("b")] };
    assert.equal(problem(schema, { b: "x" }), undefined);
    assert.equal(problem(schema, {}), "a must be a string");
  });

  it("follows references, also through unions and to themselves", () => {
    const defs = {
      Node: {
        type: "object",
        required: ["next"],
        properties: { next: { anyOf: [{ type: "null" }, { $ref: "#/$defs/Node" }] } },
      },
    };
    assert.equal(problem({ $ref: "#/$defs/Node" }, { next: { next: null } }, defs), undefined);
    assert.equal(
      problem({ $ref: "#/$defs/Node" }, { next: { next: 5 } }, defs),
      "next.next must be null or an object",
    );
    assert.throws(() => problem({ $ref: "#/$defs/Missing" }, 1, defs), /#\/\$defs\/Missing/);
  });

  it("starts paths where the caller says", () => {
    const found = findSchemaProblem({ type: "array", items: { type: "string" } }, [1], { path: "names" });
    assert.deepEqual(found, { path: "names[0]", complaint: "must be a string" });
  });
});
