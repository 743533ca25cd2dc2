import type { Model } from "@relay-harness/protocol";
import { isSameModel, type ScopeEntry } from "./types.ts";

export interface CycledModel extends ScopeEntry {
  isScoped: boolean;
}

/**
 * The model after or before the current one, wrapping, in the scope if there is one, else among the
 * available models; `undefined` when there is nothing to choose from (models.md §8.6).
 */
export function cycleModel(
  current: Pick<Model, "provider" | "id"> | undefined,
  lists: { scope?: readonly ScopeEntry[]; available: readonly Model[] },
  direction: "forward" | "backward" = "forward",
): CycledModel | undefined {
  const isScoped = (lists.scope?.length ?? 0) > 0;
  const entries = isScoped ? (lists.scope ?? []) : lists.available.map((model) => ({ model }));
  if (entries.length <= 1) return undefined;
  const index = entries.findIndex(({ model }) => isSameModel(model, current));
  const entry = entries.at(nextIndex(index, entries.length, direction));
  return entry && { ...entry, isScoped };
}

/** From outside the list, forward gives the first and backward the last. */
function nextIndex(index: number, length: number, direction: "forward" | "backward"): number {
  if (direction === "forward") return (index + 1) % length;
  return index <= 0 ? length - 1 : index - 1;
}
