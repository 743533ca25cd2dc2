import type { StoredRole } from "./storedMessage.ts";

/** What a field has to hold. `absent`: the field may not be there, or not once more. */
export type FieldKind =
  "any" | "text" | "amount" | "boolean" | "object" | "blocks" | "content" | "usage" | "cost" | "absent";

export interface FieldShape {
  /** The name as it is written, with its colon. */
  readonly start: Uint8Array;
  /** First byte of the name. */
  readonly first: number;
  readonly kind: FieldKind;
  readonly bit: number;
}

/** The fields of an object that readers rely on; others may hold anything. */
export interface ObjectShape {
  readonly fields: readonly FieldShape[];
  /** Bits of the fields that must be there. */
  readonly required: number;
}

/** An object that begins with the field that says what it is. */
export interface TaggedShape<T extends string = string> {
  readonly tag: T;
  /** Such as `{"type":"text"`. */
  readonly start: Uint8Array;
  readonly shape: ObjectShape;
}

type Fields = Readonly<Record<string, FieldKind>>;

/** Messages as this program writes them. */
export interface MessageShapes {
  readonly messages: readonly TaggedShape<StoredRole>[];
  readonly blocks: readonly TaggedShape[];
  readonly usage: ObjectShape;
  readonly cost: ObjectShape;
  readonly any: ObjectShape;
}

/**
 * `entryShape.ts` accepts each of these messages, and `entryCollector.ts` changes nothing in it. A tag may
 * not return in its object: the last of two would count. Made for each file, as most starts read none.
 */
export function createMessageShapes(): MessageShapes {
  return {
    messages: tagged("role", [
      ["assistant", shape({ content: "blocks", usage: "usage" }, { provider: "text", model: "text" })],
      [
        "toolResult",
        shape(
          { toolCallId: "text", toolName: "text", content: "blocks", isError: "boolean" },
          { usage: "absent" },
        ),
      ],
      ["user", shape({ content: "content" }, { usage: "absent" })],
    ]),
    blocks: tagged("type", [
      ["text", shape({ text: "text" })],
      ["thinking", shape({ thinking: "text" })],
      ["toolCall", shape({ id: "text", name: "text", arguments: "object" })],
      ["image", shape({ data: "text", mimeType: "text" })],
    ]),
    usage: shape({
      input: "amount",
      output: "amount",
      cacheRead: "amount",
      cacheWrite: "amount",
      totalTokens: "amount",
      cost: "cost",
    }),
    cost: shape({
      input: "amount",
      output: "amount",
      cacheRead: "amount",
      cacheWrite: "amount",
      total: "amount",
    }),
    any: shape({}),
  };
}

export function bytesOf(text: string): Uint8Array {
  return Buffer.from(text, "latin1");
}

function shape(required: Fields, others: Fields = {}): ObjectShape {
  const fields = Object.entries({ ...required, ...others }).map(([name, kind], index) =>
    field(name, kind, 1 << index),
  );
  return { fields, required: (1 << Object.keys(required).length) - 1 };
}

function field(name: string, kind: FieldKind, bit: number): FieldShape {
  return { start: bytesOf(`"${name}":`), first: name.charCodeAt(0), kind, bit };
}

function tagged<T extends string>(
  key: string,
  shapes: readonly (readonly [T, ObjectShape])[],
): readonly TaggedShape<T>[] {
  const again = field(key, "absent", 0);
  return shapes.map(([tag, { fields, required }]) => ({
    tag,
    start: bytesOf(`{"${key}":"${tag}"`),
    shape: { fields: [...fields, again], required },
  }));
}
