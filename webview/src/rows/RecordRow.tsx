import type { RecordItem } from "@relay-harness/protocol";
import { readRuleRecord } from "./constraintRecord.ts";
import { RuleRow } from "./RuleRow.tsx";

/** State that was recorded. Only what a user can act on is shown: extensions draw theirs by messages. */
export function RecordRow({ item }: { item: RecordItem }) {
  const rule = readRuleRecord(item.customType, item.data);
  return rule ? <RuleRow record={rule} /> : null;
}
