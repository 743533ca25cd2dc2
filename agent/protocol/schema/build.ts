import { Type } from "@sinclair/typebox";
import type { TUnsafe } from "@sinclair/typebox";

/** One of these strings. */
export function oneOf<const T extends readonly string[]>(...values: T): TUnsafe<T[number]> {
  return Type.Unsafe<T[number]>({ type: "string", enum: values });
}

/** A definition of the record schemas by name, typed by what the vocabulary calls it. */
export function ref<T>(name: string): TUnsafe<T> {
  return Type.Unsafe<T>({ $ref: `#/$defs/${name}` });
}

/** An object whose members are not described further. */
export function looseObject(): TUnsafe<Record<string, unknown>> {
  return Type.Unsafe<Record<string, unknown>>({ type: "object" });
}

/** How a provider's credentials stand. */
export const authStatus = oneOf("ready", "missing", "expired");
