import type { RevertResult } from "@relay-harness/protocol/webview";
import { errorText } from "../base/errorText.ts";
import { localize } from "../base/localize.ts";
import { imageOf, isSameImage, writeImage } from "./changeLog.ts";
import type { ChangeLog, FileChangeRecord, FileImage } from "./changeLog.ts";

/** A file over several changes: as it was before the first, and as the last one left it. */
export interface FileSpan {
  path: string;
  before: FileImage;
  after: FileImage | undefined;
}

/** Changes of some turns by file, in the order in which the files were changed first. */
export function spansOf(records: readonly FileChangeRecord[], turnIds: ReadonlySet<string>): FileSpan[] {
  const spans = new Map<string, FileSpan>();
  for (const { turnId, path, before, after } of records) {
    if (!turnIds.has(turnId)) continue;
    spans.set(path, { path, before: spans.get(path)?.before ?? before, after });
  }
  return [...spans.values()].filter(
    ({ before, after }) => after === undefined || !isSameImage(before, after),
  );
}

export interface RevertOptions {
  /** Only these. */
  paths?: readonly string[];
  /** Files that others have changed since are put back too. */
  force?: boolean;
}

export const changedSince = localize("It was changed since");

/** Puts files back as they were before the changes; what was changed since by others is left alone. */
export async function revertSpans(
  log: ChangeLog,
  spans: readonly FileSpan[],
  { paths, force = false }: RevertOptions = {},
): Promise<RevertResult> {
  const result: RevertResult = { reverted: [], skipped: [] };
  for (const span of spans) {
    if (paths && !paths.includes(span.path)) continue;
    const reason = await revertOne(log, span, force).catch(errorText);
    if (reason === undefined) result.reverted.push(span.path);
    else result.skipped.push({ path: span.path, reason });
  }
  return result;
}

async function revertOne(log: ChangeLog, span: FileSpan, force: boolean): Promise<string | undefined> {
  const { path, before, after } = span;
  const current = await imageOf(path);
  const now: FileImage = current === "absent" ? current : { ...current, isKept: true };
  if (isSameImage(now, before)) return undefined;
  if (!force && (after === undefined || !isSameImage(now, after))) return changedSince;
  const bytes = await log.bytes(before);
  if (before !== "absent" && !bytes) return localize("Its earlier content is no longer kept");
  await writeImage(path, before, bytes);
  return undefined;
}
