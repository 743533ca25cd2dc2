import type { HarnessEvidence, ToolItem, TranscriptItem } from "@relay-harness/protocol";
import { readEvidence } from "../evidence/verdict.ts";
import { changeCounts, isRecord } from "../tools/toolOutcome.ts";
import type { Turn } from "./timeline.ts";

/** What a turn amounted to. */
export interface TurnFacts {
  readonly tools: number;
  /** Paths that file tools changed, with their lines. */
  readonly files: ReadonlyMap<string, { added: number; removed: number }>;
  /** US dollars. */
  readonly cost: number;
  /** From the message to the end of the last answer, in milliseconds. */
  readonly durationMs: number | undefined;
  readonly evidence: HarnessEvidence | undefined;
  /** End of the last change of a file, in milliseconds since the epoch. */
  readonly lastEditAt: number | undefined;
  /** Model of the last answer. */
  readonly model: string | undefined;
}

type ItemOf = (id: string) => TranscriptItem | undefined;

export function turnFacts(turn: Turn, itemOf: ItemOf): TurnFacts {
  const files = new Map<string, { added: number; removed: number }>();
  const calls = callsOf(turn, itemOf);
  let cost = 0;
  let end: number | undefined;
  let evidence: HarnessEvidence | undefined;
  let model: string | undefined;
  for (const item of itemsOf(turn, itemOf)) {
    if (item.kind === "assistant") {
      cost += item.usage.cost.total;
      end = item.timestamp + (item.durationMs ?? 0);
      ({ model } = item);
    } else if (item.kind === "record" && item.customType === "relay.harness.evidence") {
      evidence = readEvidence(item.data) ?? evidence;
    } else if ("usage" in item && item.usage) cost += item.usage.cost.total;
  }
  let lastEditAt: number | undefined;
  for (const call of calls) {
    cost += call.usage?.cost.total ?? 0;
    if (call.timestamp !== undefined) end = Math.max(end ?? 0, call.timestamp);
    if (!isChange(call)) continue;
    addFile(files, call);
    lastEditAt = call.timestamp ?? lastEditAt;
  }
  const start = turn.userId === undefined ? undefined : startOf(itemOf(turn.userId));
  const durationMs = start !== undefined && end !== undefined && end > start ? end - start : undefined;
  return { tools: calls.length, files, cost, durationMs, evidence, lastEditAt, model };
}

/** Commands of a turn that ran because the user's message names them. */
export function commandsAllowedByMessage(turn: Turn, itemOf: ItemOf): ReadonlySet<string> {
  const commands = new Set<string>();
  for (const item of itemsOf(turn, itemOf)) {
    if (item.kind !== "record" || item.customType !== "relay.harness.approval" || !isRecord(item.data))
      continue;
    const { status, command } = item.data;
    if (status === "message" && typeof command === "string") commands.add(command);
  }
  return commands;
}

function itemsOf(turn: Turn, itemOf: ItemOf): TranscriptItem[] {
  return turn.entries.flatMap((entry) => (entry.kind === "item" ? (itemOf(entry.id) ?? []) : []));
}

function callsOf(turn: Turn, itemOf: ItemOf): ToolItem[] {
  const calls: ToolItem[] = [];
  const visit = (id: string): void => {
    const item = itemOf(id);
    if (item?.kind !== "tool") return;
    calls.push(item);
    item.children.forEach(visit);
  };
  for (const item of itemsOf(turn, itemOf)) {
    if (item.kind === "tool") visit(item.id);
    if (item.kind !== "assistant") continue;
    for (const block of item.blocks) if (block.kind === "toolCall") visit(block.itemId);
  }
  return calls;
}

function isChange(call: ToolItem): boolean {
  return (call.name === "edit" || call.name === "write") && call.state === "done" && !call.isError;
}

function addFile(files: Map<string, { added: number; removed: number }>, call: ToolItem): void {
  const path = call.args?.["path"];
  if (typeof path !== "string") return;
  const known = files.get(path) ?? { added: 0, removed: 0 };
  const { added, removed } = changeCounts(call);
  files.set(path, { added: known.added + added, removed: known.removed + removed });
}

function startOf(item: TranscriptItem | undefined): number | undefined {
  return item?.kind === "user" ? item.timestamp : undefined;
}
