import type { HarnessEvidence } from "@relay-harness/protocol";
import type { ChatState } from "@relay-harness/protocol/webview";

export type EvidenceStatusName = NonNullable<HarnessEvidence["status"]>;

/** What the harness says of the last request, once it has settled. */
export function verdictOf({ harness }: Pick<ChatState, "harness">): EvidenceStatusName | undefined {
  const { evidence } = harness ?? {};
  return evidence?.final ? (evidence.status ?? undefined) : undefined;
}
