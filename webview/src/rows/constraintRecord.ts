import { isRecord } from "../tools/toolOutcome.ts";

/** A rule or a correction that the harness recorded, or dropped. */
export interface RuleRecord {
  readonly type: "constraint" | "correction";
  readonly op: "add" | "retract";
  readonly id: string;
  /** Absent when it was dropped: the record names it only. */
  readonly text?: string;
}

const types = { "relay.harness.constraint": "constraint", "relay.harness.correction": "correction" } as const;

/** Reads a record; `undefined` for other types and for shapes of another version. */
export function readRuleRecord(customType: string, data: unknown): RuleRecord | undefined {
  const type = Object.hasOwn(types, customType) ? types[customType as keyof typeof types] : undefined;
  if (type === undefined || !isRecord(data)) return undefined;
  const { op, id, text } = data;
  if ((op !== "add" && op !== "retract") || typeof id !== "string") return undefined;
  return { type, op, id, ...(typeof text === "string" && { text }) };
}
