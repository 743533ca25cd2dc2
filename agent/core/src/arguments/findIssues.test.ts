import type { JsonSchema } from "@relay-harness/protocol";
import assert from "node:assert/strict";
import fc from "fast-check";
import { coerce } from "./coerce.ts";
import { findIssues, fits, isPlainSchema } from "./findIssues.ts";
import { compileFullCheck } from "./fullVocabulary.ts";
import { cloneJson } from "./jsonValues.ts";

const names = fc.constantFrom("a", "b", "c");
const types = fc.constantFrom("string", "number", "integer", "boolean", "null", "object", "array");
const scalars = fc.constantFrom<unknown>("x", "5", "true", 1, 1.5, true, null);

/** Schemas of the keywords that this package decides itself. */
const { schema: plainSchemas } = fc.letrec<{ schema: JsonSchema }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.record({ type: types }),
    fc.record({ type: fc.uniqueArray(types, { minLength: 1, maxLength: 2 }) }),
    fc.record({ enum: fc.uniqueArray(scalars, { minLength: 1, maxLength: 3 }) }),
    fc.record({ const: scalars }),
    fc.constant({}),
    fc.record({ type: fc.constant("array"), items: tie("schema") }),
    fc.record(
      {
        type: fc.constant("object"),
        properties: fc.dictionary(names, tie("schema"), { maxKeys: 3 }),
        required: fc.uniqueArray(names, { maxLength: 2 }),
        additionalProperties: fc.oneof(fc.boolean(), tie("schema")),
      },
      { requiredKeys: ["type", "properties"] },
    ),
    fc.record({ anyOf: fc.array(tie("schema"), { minLength: 1, maxLength: 3 }) }),
    fc.record({ oneOf: fc.array(tie("schema"), { minLength: 1, maxLength: 3 }) }),
    fc.record({ allOf: fc.array(tie("schema"), { minLength: 1, maxLength: 2 }) }),
  ),
}));

const { value: values } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    scalars,
    fc.array(tie("value"), { maxLength: 2 }),
    fc.dictionary(names, tie("value"), { maxKeys: 3 }),
  ),
}));

describe("findIssues", () => {
  it("agrees with the full vocabulary on every plain schema", async () => {
    await fc.assert(
      fc.asyncProperty(plainSchemas, values, async (schema, value) => {
        assert.ok(isPlainSchema(schema));
        const full = await compileFullCheck(schema);
        assert.equal(fits(schema, schema, value), full(value).length === 0);
      }),
      { numRuns: 300 },
    );
  });

  it("coercion leaves alone what fits, and so does not change its own success", () => {
    fc.assert(
      fc.property(plainSchemas, values, (schema, value) => {
        const once = coerce(schema, schema, cloneJson(value));
        if (fits(schema, schema, value)) assert.deepEqual(once, cloneJson(value));
        if (fits(schema, schema, once)) assert.deepEqual(coerce(schema, schema, cloneJson(once)), once);
      }),
    );
  });

  it("knows which schemas need more than it can decide", () => {
    assert.equal(
      isPlainSchema({ type: "object", properties: { a: { description: "d", default: 1 } } }),
      true,
    );
    assert.equal(isPlainSchema({ $ref: "#/$defs/a", $defs: { a: { type: "string" } } }), true);
    for (const schema of [
      { minimum: 1 },
      { properties: { a: { pattern: "x" } } },
      { items: [{ type: "string" }] },
      { anyOf: [{ not: {} }] },
      { additionalProperties: { format: "email" } },
      { $ref: "#/gone" },
      { properties: { a: { $id: "other", type: "string" } } },
      { properties: { a: 5 } },
    ]) {
      assert.equal(isPlainSchema(schema), false, JSON.stringify(schema));
    }
  });

  it("lists every issue with its path", () => {
    const schema = {
      type: "object",
      required: ["a"],
      properties: { list: { type: "array", items: { type: "object", required: ["x"] } }, never: false },
      additionalProperties: false,
    };
    assert.deepEqual(findIssues(schema, schema, { list: [{ x: 1 }, {}], never: 1, more: 1 }), [
      { path: ["a"], kind: "missing" },
      { path: ["list", 1, "x"], kind: "missing" },
      { path: ["never"], kind: "other", message: "not allowed" },
      { path: ["more"], kind: "unknown" },
    ]);
  });
});
