import type { JsonSchema } from "@relay-harness/protocol";

/**
 * What a typed value stands for: JSON where the setting may hold it, else the text itself. Whether it fits is
 * said by whoever takes it.
 */
export function parseSetting(text: string, { type, enum: values }: JsonSchema): unknown {
  if (type === "string" || (Array.isArray(values) && values.includes(text))) return text;
  if (type === "boolean" && /^(on|yes)$/i.test(text)) return true;
  if (type === "boolean" && /^(off|no)$/i.test(text)) return false;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
