/** A custom entry of the session that holds what the harness knows; replaying them restores it. */
export interface HarnessEntry {
  customType: string;
  data: unknown;
}

/** An entry as the session gives it back. */
export interface StoredHarnessEntry extends HarnessEntry {
  /** ISO 8601. */
  timestamp: string;
}

export const approvalEntryType = "relay.harness.approval";
export const evidenceEntryType = "relay.harness.evidence";
