import type { OperationSummary } from "./gatedCall.ts";

export type ApprovalStatus = "pending" | "approved" | "used" | "denied" | "expired" | "message";

/** Data of a `relay.harness.approval` entry; of entries with the same id the last one counts. */
export interface ApprovalEntry {
  v: 1;
  /** `a1`, `a2`, ... in a session. */
  id: string;
  status: ApprovalStatus;
  tool: string;
  command: string;
  cwd: string;
  ops: OperationSummary[];
  /** The developer message that approved. */
  entryId?: string;
}

const statuses: ReadonlySet<unknown> = new Set([
  "pending",
  "approved",
  "used",
  "denied",
  "expired",
  "message",
] satisfies ApprovalStatus[]);

/** `undefined` for data of another version or shape: a session file may come from anywhere. */
export function parseApprovalEntry(data: unknown): ApprovalEntry | undefined {
  if (!isRecord(data) || data["v"] !== 1) return undefined;
  const { id, status, tool, command, cwd, ops, entryId } = data;
  if (typeof id !== "string" || !/^a[1-9]\d{0,8}$/.test(id) || !isStatus(status)) return undefined;
  if (typeof tool !== "string" || typeof command !== "string" || typeof cwd !== "string") return undefined;
  if (!Array.isArray(ops)) return undefined;
  const summaries = ops.map(parseSummary);
  if (!summaries.every((summary) => summary !== undefined)) return undefined;
  const entry: ApprovalEntry = { v: 1, id, status, tool, command, cwd, ops: summaries };
  if (typeof entryId === "string") entry.entryId = entryId;
  return entry;
}

function parseSummary(data: unknown): OperationSummary | undefined {
  if (!isRecord(data)) return undefined;
  const { id, label } = data;
  const classes: unknown = data["class"];
  if (typeof id !== "string" || typeof label !== "string" || !Array.isArray(classes)) return undefined;
  const known = classes.filter((value) => value === "destructive" || value === "external");
  return known.length === classes.length ? { id, class: known, label } : undefined;
}

function isStatus(value: unknown): value is ApprovalStatus {
  return statuses.has(value);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
