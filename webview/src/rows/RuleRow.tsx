import type { HarnessState } from "@relay-harness/protocol";
import { useApp } from "../app.ts";
import { text } from "../strings/text.ts";
import { showHidden } from "../text/hidden.ts";
import { Link } from "../ui/Link.tsx";
import { Row } from "../ui/Row.tsx";
import { useDisabled } from "../ui/useDisabled.ts";
import type { RuleRecord } from "./constraintRecord.ts";

const lead = {
  constraint: { add: "ruleRecorded", retract: "ruleDropped" },
  correction: { add: "correctionRecorded", retract: "correctionDropped" },
} as const;

/** A sentence of the user that the harness keeps, or keeps no longer. */
export function RuleRow({ record }: { record: RuleRecord }) {
  const { chat, host, act } = useApp();
  const disabled = useDisabled("undoRule");
  const harness = chat.harness.value;
  const words = record.text ?? textInForce(harness, record) ?? record.id;
  const canUndo = record.op === "add" && isInForce(harness, record);
  const undo = (
    <Link
      disabled={disabled !== undefined}
      title={disabled}
      onClick={() => act(host.request("rule/undo", { ruleId: record.id }))}
    >
      {text("undo")}
    </Link>
  );
  return (
    <Row icon="law" action={canUndo ? undo : undefined}>
      {text(lead[record.type][record.op])}
      <q>{showHidden(words)}</q>
    </Row>
  );
}

function textInForce(harness: HarnessState | null, { type, id }: RuleRecord): string | undefined {
  const all = type === "constraint" ? harness?.constraints : harness?.corrections;
  return all?.find((known) => known.id === id)?.text;
}

function isInForce(harness: HarnessState | null, { type, id }: RuleRecord): boolean {
  if (!harness) return true;
  if (type === "constraint") {
    return harness.constraints.some((known) => known.id === id && known.status === "active");
  }
  return harness.corrections.some((known) => known.id === id && !known.retracted);
}
