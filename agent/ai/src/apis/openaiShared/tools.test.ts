import assert from "node:assert/strict";
import type { ConstrainedSampling, JsonSchema, ToolDeclaration } from "@relay-harness/protocol";
import { chatModel } from "../../../../../test/support/openaiStreams.ts";
import { responsesCompat } from "./compat.ts";
import { strictSchema } from "./strictSchema.ts";
import { GrammarArguments, planTool, type PlannedTool } from "./tools.ts";

const parameters: JsonSchema = {
  type: "object",
  properties: { path: { type: "string" }, limit: { type: "number" } },
  required: ["path"],
};

function plan(
  constrainedSampling: ConstrainedSampling,
  {
    flags = {},
    relaxed = false,
    schema = parameters,
  }: { flags?: object; relaxed?: boolean; schema?: JsonSchema } = {},
): PlannedTool {
  const tool: ToolDeclaration = { name: "t", description: "d", parameters: schema, constrainedSampling };
  return planTool(tool, { compat: responsesCompat(chatModel({ compat: { ...flags } })), relaxed });
}

function isStrict(tool: PlannedTool): boolean {
  return tool.kind === "function" && tool.strict;
}

describe("strictSchema", () => {
  it("requires every property, makes optional ones nullable and closes objects at every depth", () => {
    const schema = {
      $schema: "x",
      type: "object",
      properties: {
        path: { type: "string", description: "p", default: "a" },
        mode: { enum: ["r", "w"], description: "m" },
        edits: { type: "array", items: { type: "object", properties: { old: { type: "string" } } } },
        either: { anyOf: [{ type: "string" }, { type: "null" }] },
      },
      required: ["path", "edits"],
    };
    assert.deepEqual(strictSchema(schema), {
      type: "object",
      properties: {
        path: { type: "string", description: "p" },
        mode: { anyOf: [{ enum: ["r", "w"] }, { type: "null" }], description: "m" },
        edits: {
          type: "array",
          items: {
            type: "object",
            properties: { old: { type: ["string", "null"] } },
            required: ["old"],
            additionalProperties: false,
          },
        },
        either: { anyOf: [{ anyOf: [{ type: "string" }, { type: "null" }] }, { type: "null" }] },
      },
      required: ["path", "mode", "edits", "either"],
      additionalProperties: false,
    });
  });

  it("closes an object without properties", () => {
    assert.deepEqual(strictSchema({ type: "object" }), {
      type: "object",
      properties: {},
      required: [],
      additionalProperties: false,
    });
  });

  it("keeps definitions and references", () => {
    const schema = {
      type: "object",
      properties: { a: { $ref: "#/$defs/A" } },
      required: ["a"],
      $defs: { A: { type: "string" } },
    };
    assert.deepEqual(strictSchema(schema), { ...schema, additionalProperties: false });
  });

  it("has no form for open objects, unconstrained values and unknown keywords", () => {
    const property = (schema: JsonSchema): unknown =>
      strictSchema({ type: "object", properties: { a: schema } });
    for (const schema of [
      { type: "object", additionalProperties: true },
      { type: "object", patternProperties: {} },
      { allOf: [{ type: "string" }] },
      { description: "anything" },
      { type: "array", items: {} },
      { type: "string", minLength: 1 },
    ]) {
      assert.equal(property(schema), undefined, JSON.stringify(schema));
    }
    assert.equal(strictSchema({ type: "string" }), undefined);
  });
});

describe("planTool", () => {
  const prefer = { type: "json_schema", strict: "prefer" } as const;
  const require = { type: "json_schema", strict: "require" } as const;
  const strictFlags = { supportsStrictMode: true };
  const open = { type: "object", additionalProperties: true };

  it("prefers strictness where model, provider and schema allow it", () => {
    assert.equal(isStrict(plan(prefer, { flags: strictFlags })), true);
    assert.equal(isStrict(plan(prefer)), false);
    assert.equal(isStrict(plan(prefer, { flags: strictFlags, relaxed: true })), false);
    assert.equal(isStrict(plan(prefer, { flags: strictFlags, schema: open })), false);
    assert.equal(isStrict(plan(false, { flags: strictFlags })), false);
  });

  it("fails a request whose tool requires strictness and cannot have it", () => {
    assert.equal(isStrict(plan(require, { flags: strictFlags, relaxed: true })), true);
    assert.throws(() => plan(require), /Tool t requires strict arguments, but the model does not support it/);
    assert.throws(
      () => plan(require, { flags: strictFlags, schema: open }),
      /Tool t requires strict arguments, but its schema has no strict form/,
    );
  });

  it("a grammar needs support and exactly one required string property", () => {
    const flags = { supportsOpenAIGrammarTools: true };
    const one = { type: "object", properties: { body: { type: "string" } }, required: ["body"] };
    const kind = (schema: JsonSchema, more: object, variants: object): string =>
      plan({ type: "grammar", variants }, { flags: more, schema }).kind;
    assert.equal(kind(one, flags, { openai_regex: "R" }), "grammar");
    assert.equal(kind(one, {}, { openai_regex: "R" }), "function");
    assert.equal(kind(one, flags, {}), "function");
    assert.equal(kind({ ...one, required: [] }, flags, { openai_lark: "L" }), "function");
    assert.equal(kind(parameters, flags, { openai_lark: "L" }), "function");
    assert.equal(
      kind({ ...one, properties: { body: { type: "number" } } }, flags, { openai_lark: "L" }),
      "function",
    );
  });

  it("prefers Lark to a regular expression", () => {
    const planned = plan(
      { type: "grammar", variants: { openai_lark: "L", openai_regex: "R" } },
      {
        flags: { supportsOpenAIGrammarTools: true },
        schema: { type: "object", properties: { body: { type: "string" } }, required: ["body"] },
      },
    );
    assert.deepEqual(planned, {
      kind: "grammar",
      name: "t",
      description: "d",
      syntax: "lark",
      definition: "L",
      property: "body",
    });
  });
});

describe("GrammarArguments", () => {
  it("writes JSON whose one member is the text, however it is cut", () => {
    const text = 'a"\\\n\u0001🙈é';
    for (let cut = 0; cut <= text.length; cut++) {
      const grammar = new GrammarArguments('na"me');
      const json = grammar.push(text.slice(0, cut)) + grammar.push(text.slice(cut)) + grammar.close();
      assert.deepEqual(JSON.parse(json), { 'na"me': text });
    }
  });

  it("writes an empty text when nothing came", () => {
    assert.deepEqual(JSON.parse(new GrammarArguments("x").close()), { x: "" });
  });
});
