import type { SessionEntry } from "@relay-harness/protocol";
import { findCut, type Cut } from "./cutPoint.ts";
import {
  addSummaryDetails,
  collectFileOperations,
  emptyFileOperations,
  type FileOperations,
} from "./fileOperations.ts";
import type { CompactionSettings } from "./settings.ts";

/** Everything that a compaction is made of, before anything is asked of a model. */
export interface CompactionPreparation extends Omit<Cut, "previous"> {
  tokensBefore: number;
  previousSummary?: string;
  fileOps: FileOperations;
  settings: CompactionSettings;
}

/** Why there is nothing to compact; part of the contract. */
export type NothingToCompact = "Already compacted" | "Nothing to compact (session too small)";

/** Cuts a path root -> leaf. A text instead of a preparation says why there is nothing to do. */
export function prepareCompaction(
  path: readonly SessionEntry[],
  tokensBefore: number,
  settings: CompactionSettings,
): CompactionPreparation | NothingToCompact {
  if (path.at(-1)?.type === "compaction") return "Already compacted";
  const cut = findCut(path, settings.keepRecentTokens);
  if (!cut) return "Nothing to compact (session too small)";
  const { previous, ...parts } = cut;
  const fileOps = emptyFileOperations();
  if (previous && !previous.fromHook) addSummaryDetails(previous.details, fileOps);
  collectFileOperations(parts.messagesToSummarize, fileOps);
  collectFileOperations(parts.turnPrefixMessages, fileOps);
  return {
    ...parts,
    tokensBefore,
    ...(previous && { previousSummary: previous.summary }),
    fileOps,
    settings,
  };
}
