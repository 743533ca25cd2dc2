import type { CollectedOutput } from "../base/shell/outputCollector.ts";
import { DEFAULT_MAX_BYTES, formatSize, type TruncationResult } from "../base/truncate.ts";

export interface ShellToolDetails {
  truncation?: TruncationResult;
  fullOutputPath?: string;
}

/** Details of an output, `undefined` when there is nothing to report. */
export function shellDetails(output: CollectedOutput): ShellToolDetails | undefined {
  const { truncation, fullOutputPath } = output;
  if (!truncation.truncated && fullOutputPath === undefined) return undefined;
  return {
    ...(truncation.truncated && { truncation }),
    ...(fullOutputPath !== undefined && { fullOutputPath }),
  };
}

function truncationNote(output: CollectedOutput): string | undefined {
  const { truncation, lastLineBytes, fullOutputPath, logFailure } = output;
  if (!truncation.truncated) return undefined;
  const { totalLines, outputLines, truncatedBy, lastLinePartial } = truncation;
  const limit = formatSize(DEFAULT_MAX_BYTES);
  const where = fullOutputPath
    ? `Full output: ${fullOutputPath}`
    : `Full output could not be saved (${logFailure ?? "unknown reason"})`;
  if (lastLinePartial) {
    const shown = formatSize(truncation.outputBytes);
    return `[Showing last ${shown} of line ${totalLines} (line is ${formatSize(lastLineBytes)}). ${where}]`;
  }
  const bytes = truncatedBy === "bytes" ? ` (${limit} limit)` : "";
  return `[Showing lines ${totalLines - outputLines + 1}-${totalLines} of ${totalLines}${bytes}. ${where}]`;
}

/** Text of a shell result: output, truncation note and status, a blank line before each of the latter. */
export function shellText(output: CollectedOutput, status: string | undefined, emptyText: string): string {
  const parts = [output.truncation.content || emptyText, truncationNote(output), status];
  return parts.filter((part) => part !== undefined && part !== "").join("\n\n");
}
