import type { JsonSchema } from "@relay-harness/protocol";
import assert from "node:assert/strict";
import { coerce } from "./coerce.ts";
import { cloneJson } from "./jsonValues.ts";

function bend(schema: JsonSchema, value: unknown): unknown {
  return coerce(schema, schema, cloneJson(value));
}

describe("coerce", () => {
  const rows: [name: string, schema: JsonSchema, from: unknown, to: unknown][] = [
    ["number to string", { type: "string" }, 5, "5"],
    ["boolean to string", { type: "string" }, false, "false"],
    ["null stays null for a string", { type: "string" }, null, null],
    ["object stays for a string", { type: "string" }, { a: 1 }, { a: 1 }],
    ["numeric string to number", { type: "number" }, " -1.5e2 ", -150],
    ["boolean to number", { type: "number" }, true, 1],
    ["empty string is no number", { type: "number" }, "", ""],
    ["hexadecimal string is no number", { type: "number" }, "0x10", "0x10"],
    ["Infinity is no number", { type: "number" }, "Infinity", "Infinity"],
    ["huge number string stays", { type: "number" }, "1e999", "1e999"],
    ["numeric string to integer", { type: "integer" }, "7.0", 7],
    ["fraction is no integer", { type: "integer" }, "7.5", "7.5"],
    ["text to boolean", { type: "boolean" }, "true", true],
    ["zero to boolean", { type: "boolean" }, 0, false],
    ["other text is no boolean", { type: "boolean" }, "yes", "yes"],
    ["other number is no boolean", { type: "boolean" }, 2, 2],
    ["lone value to array", { type: "array" }, "x", ["x"]],
    ["JSON text to array", { type: "array" }, "[1, 2]", [1, 2]],
    ["JSON text of an object to an array of that text", { type: "array" }, '{"a":1}', ['{"a":1}']],
    ["broken JSON text to array", { type: "array" }, "[1", ["[1"]],
    ["null is not wrapped", { type: "array" }, null, null],
    ["JSON text to object", { type: "object" }, ' {"a":1}', { a: 1 }],
    ["JSON text of an array is no object", { type: "object" }, "[1]", "[1]"],
    ["fitting value of several types stays", { type: ["string", "number"] }, "5", "5"],
    ["first type that works", { type: ["boolean", "number"] }, "5", 5],
    ["literal by its type", { enum: [1, "b"] }, "1", 1],
    ["literal that is present stays", { enum: ["1", 1] }, "1", "1"],
    ["const", { const: true }, "true", true],
    ["union member that fits stays", { anyOf: [{ type: "number" }, { type: "string" }] }, "5", "5"],
    ["union member that can be reached", { anyOf: [{ type: "number" }, { type: "boolean" }] }, "true", true],
    ["every part of allOf", { allOf: [{ properties: { a: { type: "number" } } }] }, { a: "1" }, { a: 1 }],
    ["tuple", { prefixItems: [{ type: "number" }], items: { type: "string" } }, ["1", 2], [1, "2"]],
    ["older tuple", { items: [{ type: "number" }], additionalItems: { type: "string" } }, ["1", 2], [1, "2"]],
    ["map", { additionalProperties: { type: "number" } }, { a: "1" }, { a: 1 }],
    ["schema true", { properties: { a: true } }, { a: "1" }, { a: "1" }],
    ["no type", {}, "1", "1"],
  ];
  for (const [name, schema, from, to] of rows) {
    it(`sessions-and-tools.md §10.2: ${name}`, () => assert.deepEqual(bend(schema, from), to));
  }

  it("drops null only where the field is optional and does not take null", () => {
    const properties = {
      plain: { type: "string" },
      list: { type: "array" },
      nullable: { type: ["string", "null"] },
      union: { anyOf: [{ type: "string" }, { type: "null" }] },
      anything: {},
      required: { type: "string" },
    };
    const all = Object.fromEntries(Object.keys(properties).map((name) => [name, null]));
    assert.deepEqual(
      bend({ type: "object", properties, required: ["required"] }, { ...all, undeclared: null }),
      {
        nullable: null,
        union: null,
        anything: null,
        required: null,
        undeclared: null,
      },
    );
  });
});
