import type { Language } from "../text/lang.ts";

/** The custom type of the session entries below. */
export const constraintEntryType = "relay.harness.constraint";

export type RetractReason = "contradicted" | "developer" | "superseded";

/** What a session entry of type `relay.harness.constraint` holds. */
export type ConstraintData =
  | {
      readonly v: 1;
      readonly op: "add";
      readonly id: string;
      readonly text: string;
      readonly lang: Language;
      readonly form: string;
      /** The message the rule comes from. */
      readonly entryId: string;
      /** The rule that this one replaces. */
      readonly supersedes?: string;
    }
  | {
      readonly v: 1;
      readonly op: "retract";
      readonly id: string;
      readonly reason: RetractReason;
      readonly entryId: string;
    };

/** Reads entry data written by any version of Relay; undefined for what this one does not know. */
export function parseConstraintData(data: unknown): ConstraintData | undefined {
  if (!isRecord(data) || data["v"] !== 1) return undefined;
  const { op, id, text, lang, form, entryId, reason, supersedes } = data;
  if (typeof id !== "string" || typeof entryId !== "string") return undefined;
  if (op === "retract") return isReason(reason) ? { v: 1, op, id, reason, entryId } : undefined;
  if (op !== "add" || typeof text !== "string" || typeof form !== "string" || !isLanguage(lang))
    return undefined;
  const replaced = typeof supersedes === "string" ? { supersedes } : {};
  return { v: 1, op, id, text, lang, form, entryId, ...replaced };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isReason(value: unknown): value is RetractReason {
  return value === "contradicted" || value === "developer" || value === "superseded";
}

function isLanguage(value: unknown): value is Language {
  return value === "en" || value === "pt" || value === "es";
}
