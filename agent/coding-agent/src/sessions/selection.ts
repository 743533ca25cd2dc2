import type { SessionEntry } from "@relay-harness/protocol";
import type { TreeEntry } from "./treeEntry.ts";

export interface ModelReference {
  provider: string;
  modelId: string;
}

/** Model and thinking level that a path ends with. */
export interface SessionSelection {
  /** Latest of model change and assistant message. */
  model?: ModelReference;
  /** Latest model change: it may name a virtual model, whose answers name physical ones. */
  selectedModel?: ModelReference;
  thinkingLevel?: string;
}

export function selectionOf(path: readonly SessionEntry[]): SessionSelection {
  const selection: SessionSelection = {};
  for (const entry of path) applySelection(selection, entry);
  return selection;
}

/** Moves a selection one entry on. */
export function applySelection(selection: SessionSelection, entry: SessionEntry): void {
  if (entry.type === "model_change") {
    selection.model = { provider: entry.provider, modelId: entry.modelId };
    selection.selectedModel = selection.model;
  } else if (entry.type === "thinking_level_change") {
    selection.thinkingLevel = entry.thinkingLevel;
  } else if (entry.type === "message" && entry.message.role === "assistant") {
    const { provider, model } = entry.message;
    // A hand-made message may lack them.
    if (provider && model) selection.model = { provider, modelId: model };
  }
}

/** `selectionOf` the entries of a path, from its end: of the messages only the last answer is parsed. */
export function selectionAtEnd(path: readonly TreeEntry[]): SessionSelection {
  let selection: SessionSelection = {};
  for (let index = path.length - 1; index >= 0; index--) {
    const candidate = path[index];
    if (candidate === undefined || !canSelect(candidate, selection)) continue;
    selection = { ...selectionOf([candidate.entry]), ...selection };
    if (selection.selectedModel && selection.thinkingLevel !== undefined) break;
  }
  return selection;
}

/** Whether the entry can add to what later ones select. */
function canSelect(
  { type, role }: TreeEntry,
  { model, selectedModel, thinkingLevel }: SessionSelection,
): boolean {
  if (type === "model_change") return selectedModel === undefined;
  if (type === "thinking_level_change") return thinkingLevel === undefined;
  return role === "assistant" && model === undefined;
}
