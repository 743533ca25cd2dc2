import type { JsonObject, JsonSchema } from "@relay-harness/protocol";
import * as typebox034 from "@sinclair/typebox";
import assert from "node:assert/strict";
import * as typebox1 from "typebox/type";
import type { CheckedArguments } from "./validateArguments.ts";
import { validateArguments } from "./validateArguments.ts";

function check(parameters: JsonSchema, args: JsonObject, prepareArguments?: (raw: JsonObject) => unknown) {
  return validateArguments({ name: "t", parameters, prepareArguments }, args);
}

/** The items of a failure, without the frame around them. */
function itemsOf(checked: CheckedArguments): string[] {
  assert.ok("error" in checked, "passed");
  const [, ...lines] = checked.error.split("\n\n")[0]?.split("\n") ?? [];
  return lines.map((line) => line.replace(/^ {2}- /, ""));
}

const object = (properties: JsonObject, more: JsonObject = {}): JsonSchema => ({
  type: "object",
  properties,
  ...more,
});

/** The tool of the vectors, as plain schema, with keywords that need the library, and from both TypeBoxes. */
const text = { type: "string" };
const vectorSchema = object(
  {
    req: text,
    limit: { type: "number" },
    tags: { type: "array", items: text },
    objs: { type: "array", items: object({ a: text }, { required: ["a"] }) },
    flag: { type: "boolean" },
    opt: text,
    lvl: { enum: ["x", "y"] },
  },
  { required: ["req"] },
);

function typeboxSchema(library: typeof typebox1 | typeof typebox034): JsonSchema {
  // Both generations share these builders.
  const { Type } = (library === typebox034 ? typebox034 : { Type: typebox1 }) as typeof typebox034;
  return Type.Object({
    req: Type.String(),
    limit: Type.Optional(Type.Number()),
    tags: Type.Optional(Type.Array(Type.String())),
    objs: Type.Optional(Type.Array(Type.Object({ a: Type.String() }))),
    flag: Type.Optional(Type.Boolean()),
    opt: Type.Optional(Type.String()),
    lvl: Type.Optional(Type.Union([Type.Literal("x"), Type.Literal("y")])),
  }) as unknown as JsonSchema;
}

const forms: [string, JsonSchema][] = [
  ["plain JSON Schema", vectorSchema],
  ["JSON Schema beyond the plain keywords", { ...vectorSchema, minProperties: 0 }],
  ["TypeBox 0.34", typeboxSchema(typebox034)],
  ["typebox 1", typeboxSchema(typebox1)],
];

for (const [form, schema] of forms) {
  describe(`validateArguments, ${form}`, () => {
    it("sessions-and-tools.md 61: coerces what does not fit and lets extra fields pass", async () => {
      assert.deepEqual(await check(schema, { req: 5, limit: "5", tags: "x", flag: "true", opt: null }), {
        args: { req: "5", limit: 5, tags: ["x"], flag: true },
      });
      for (const objs of [{ a: "1" }, '[{"a":"1"}]', '{"a":"1"}', [{ a: 1 }]]) {
        assert.deepEqual(await check(schema, { req: "r", objs }), { args: { req: "r", objs: [{ a: "1" }] } });
      }
      assert.deepEqual(await check(schema, { req: "r", extra: 1 }), { args: { req: "r", extra: 1 } });
    });

    it("sessions-and-tools.md 62: names what does not match", async () => {
      assert.deepEqual(await check(schema, { req: "r", limit: "abc" }), {
        error:
          'Validation failed for tool "t":\n  - limit: expected number, got string\n\nReceived arguments:\n{\n  "req": "r",\n  "limit": "abc"\n}',
      });
      assert.deepEqual(itemsOf(await check(schema, { req: null })), ["req: expected string, got null"]);
      assert.deepEqual(itemsOf(await check(schema, { req: "r", lvl: "z" })), [
        'lvl: expected one of ["x","y"]',
      ]);
      assert.deepEqual(itemsOf(await check(schema, { req: "r", objs: [{}] })), ["objs.0.a: missing"]);
      assert.deepEqual(itemsOf(await check(schema, {})), ["req: missing"]);
    });
  });
}

describe("validateArguments", () => {
  it("prepares before it coerces, and shows the arguments as they were received", async () => {
    const schema = object({ n: { type: "number" } }, { required: ["n"] });
    const prepare = (raw: JsonObject): JsonObject => {
      raw["touched"] = true;
      return { n: raw["old"] };
    };
    assert.deepEqual(await check(schema, { old: "4" }, prepare), { args: { n: 4 } });
    const failed = await check(schema, { old: "x" }, prepare);
    assert.equal(
      "error" in failed && failed.error,
      'Validation failed for tool "t":\n  - n: expected number, got string\n\nReceived arguments:\n{\n  "old": "x"\n}',
    );
  });

  it("takes a throw of prepareArguments for a validation failure", async () => {
    const failed = await check(object({}), {}, () => {
      throw new Error("too old");
    });
    assert.deepEqual(itemsOf(failed), ["root: too old"]);
  });

  it("calls the whole value root and wants an object even if the schema does not say so", async () => {
    const prepare = (): unknown => [1];
    assert.deepEqual(itemsOf(await check(object({}), {}, prepare)), ["root: expected object, got array"]);
    assert.deepEqual(itemsOf(await check({}, {}, prepare)), ["root: expected object, got array"]);
  });

  it("never hands out the containers that it was given", async () => {
    const received = { a: { b: [1] } };
    const checked = await check(object({ a: { type: "object" } }), received);
    assert.ok("args" in checked);
    (checked.args["a"] as { b: number[] }).b.push(2);
    assert.deepEqual(received, { a: { b: [1] } });
  });

  it("keeps a member named __proto__ an ordinary member", async () => {
    const received = JSON.parse('{"__proto__":{"x":1},"constructor":2}') as JsonObject;
    const checked = await check(object({ toString: text }, { required: ["toString"] }), received);
    assert.deepEqual(itemsOf(checked), ["toString: missing"]);
    const passed = await check(object({}), received);
    assert.deepEqual("args" in passed && Object.keys(passed.args), ["__proto__", "constructor"]);
    assert.equal(({} as JsonObject)["x"], undefined);
  });

  it("names unknown fields only where the schema forbids them", async () => {
    const strict = { type: "object", properties: { a: text }, additionalProperties: false };
    assert.deepEqual(itemsOf(await check(strict, { a: "x", b: 1 })), ["b: unknown field"]);
    const nested = object({ o: strict }, { maxProperties: 9 });
    assert.deepEqual(itemsOf(await check(nested, { o: { c: 1 } })), ["o.c: unknown field"]);
  });

  it("extension-api.md §9.2: a name that a pattern declares is not additional", async () => {
    const schema = {
      type: "object",
      patternProperties: { "^x-": { type: "number" } },
      additionalProperties: false,
    };
    assert.deepEqual(await check(schema, { "x-a": "1" }), { args: { "x-a": 1 } });
    assert.deepEqual(itemsOf(await check(schema, { y: 1, "x-a": "q" })), [
      "y: unknown field",
      "x-a: expected number, got string",
    ]);
  });

  it("extension-api.md §9.2: an unresolvable reference rejects only at its place", async () => {
    const schema = object({ a: text, b: { $ref: "#/gone" } });
    assert.deepEqual(await check(schema, { a: "x" }), { args: { a: "x" } });
    assert.deepEqual(itemsOf(await check(schema, { b: 1 })), ["b: not allowed"]);
  });

  it("follows references, recursive ones too", async () => {
    const schema = object(
      { tree: { $ref: "#/$defs/node" } },
      {
        $defs: {
          node: object({ n: { type: "number" }, kids: { type: "array", items: { $ref: "#/$defs/node" } } }),
        },
      },
    );
    assert.deepEqual(await check(schema, { tree: { n: "1", kids: { n: "2" } } }), {
      args: { tree: { n: 1, kids: [{ n: 2 }] } },
    });
    assert.deepEqual(itemsOf(await check(schema, { tree: { kids: [{ n: "x" }] } })), [
      "tree.kids.0.n: expected number, got string",
    ]);
    assert.deepEqual(await check(object({ loop: { $ref: "#/properties/loop" } }), {}), { args: {} });
  });

  it("follows the named references of TypeBox modules", async () => {
    const { Type } = typebox034;
    const module = Type.Module({
      Node: Type.Object({ n: Type.Number(), next: Type.Optional(Type.Ref("Node")) }),
    });
    const schema = module.Import("Node") as unknown as JsonSchema;
    assert.deepEqual(await check(schema, { n: "1", next: { n: "2" } }), { args: { n: 1, next: { n: 2 } } });
    assert.deepEqual(itemsOf(await check(schema, { n: 1, next: {} })), ["next.n: missing"]);
  });

  it("extension-api.md §9.2: runs no refinement and no codec, and rejects types that JSON does not have", async () => {
    const Type = typebox1;
    const schema = Type.Object({
      refined: Type.Optional(Type.Refine(Type.String(), () => false)),
      coded: Type.Optional(
        Type.Codec(Type.String({ minLength: 1 }))
          .Decode((value) => value.length)
          .Encode(String),
      ),
      big: Type.Optional(Type.BigInt()),
      nothing: Type.Optional(Type.Undefined()),
      empty: Type.Optional(Type.Void()),
    }) as unknown as JsonSchema;
    assert.deepEqual(await check(schema, { refined: "x", coded: "y" }), {
      args: { refined: "x", coded: "y" },
    });
    for (const [name, type] of [
      ["big", "bigint"],
      ["nothing", "undefined"],
      ["empty", "void"],
    ] as const) {
      assert.deepEqual(itemsOf(await check(schema, { [name]: 1 })), [
        `${name}: expected ${type}, got number`,
      ]);
    }
  });

  it("extension-api.md §9.2: checks standard formats and url, and passes over custom ones", async () => {
    const schema = object({
      mail: { type: "string", format: "email" },
      link: { type: "string", format: "url" },
      own: { type: "string", format: "our-own" },
    });
    assert.deepEqual(await check(schema, { mail: "a@b.example", link: "https://b.example/", own: "?" }), {
      args: { mail: "a@b.example", link: "https://b.example/", own: "?" },
    });
    assert.deepEqual(itemsOf(await check(schema, { mail: "no", link: "no" })), [
      'mail: must match format "email"',
      'link: must match format "url"',
    ]);
  });

  it("words unions like single types and literals", async () => {
    for (const more of [{}, { minProperties: 0 }]) {
      const schema = object(
        {
          either: {
            anyOf: [{ type: "string" }, { type: "object", required: ["k"], properties: { k: text } }],
          },
          level: { oneOf: [{ const: 1 }, { enum: [2, 3] }] },
          nullable: { type: ["integer", "null"] },
        },
        more,
      );
      assert.deepEqual(itemsOf(await check(schema, { either: [1] })), [
        "either: expected string or object, got array",
      ]);
      assert.deepEqual(itemsOf(await check(schema, { either: {} })), ["either.k: missing"]);
      assert.deepEqual(itemsOf(await check(schema, { level: 4 })), ["level: expected one of [1,2,3]"]);
      assert.deepEqual(itemsOf(await check(schema, { nullable: 1.5 })), [
        "nullable: expected integer or null, got number",
      ]);
      assert.deepEqual(await check(schema, { nullable: null, level: "2" }), {
        args: { nullable: null, level: 2 },
      });
    }
  });

  it("uses the words of the library for every other keyword", async () => {
    const schema = object({ n: { type: "number", minimum: 4 }, s: { type: "string", pattern: "^a" } });
    const items = itemsOf(await check(schema, { n: 1, s: "b" }));
    assert.deepEqual(
      items.map((item) => item.split(":")[0]),
      ["n", "s"],
    );
    assert.match(items[0] ?? "", /^n: must be >= 4$/);
  });

  it("remembers a schema and still judges every value anew", async () => {
    const schema = object({ n: { type: "number", minimum: 4 } });
    const verdicts = await Promise.all([5, 1, 6].map(async (n) => "args" in (await check(schema, { n }))));
    assert.deepEqual(verdicts, [true, false, true]);
  });
});
