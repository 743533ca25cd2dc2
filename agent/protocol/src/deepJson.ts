import { isJsonObject } from "./json.ts";

/** A container being written: what is left of it, innermost last. */
interface Frame {
  readonly close: "]" | "}";
  /** Key literals with their colon; absent in arrays. */
  readonly keys?: readonly string[];
  readonly values: readonly unknown[];
  next: number;
}

/**
 * `JSON.stringify(value)` without recursion, for values nested deeper than the stack allows, such as the
 * tree of a session that never branched (rpc.md §4.7). `value` has to be acyclic.
 */
export function stringifyDeep(value: object): string {
  const out: string[] = [];
  const frames: Frame[] = [];
  const write = (child: unknown): void => {
    const json = hasToJson(child) ? child.toJSON() : child;
    if (Array.isArray(json)) frames.push(openArray(json, out));
    else if (isJsonObject(json)) frames.push(openObject(json, out));
    else out.push(JSON.stringify(json) ?? "null");
  };
  write(value);
  for (let frame = frames.at(-1); frame; frame = frames.at(-1)) {
    const index = frame.next++;
    if (index >= frame.values.length) {
      out.push(frame.close);
      frames.pop();
      continue;
    }
    if (index > 0) out.push(",");
    if (frame.keys) out.push(frame.keys[index] ?? "");
    write(frame.values[index]);
  }
  return out.join("");
}

function openArray(values: readonly unknown[], out: string[]): Frame {
  out.push("[");
  return { close: "]", values, next: 0 };
}

function openObject(value: Record<string, unknown>, out: string[]): Frame {
  out.push("{");
  const members = Object.entries(value).filter(([, member]) => isWritten(member));
  return {
    close: "}",
    keys: members.map(([key]) => `${JSON.stringify(key)}:`),
    values: members.map(([, member]) => member),
    next: 0,
  };
}

function isWritten(member: unknown): boolean {
  return member !== undefined && typeof member !== "function" && typeof member !== "symbol";
}

function hasToJson(value: unknown): value is { toJSON(): unknown } {
  return isJsonObject(value) && typeof value["toJSON"] === "function";
}
