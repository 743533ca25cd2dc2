import { resolve } from "node:path";
import { commands, Uri } from "vscode";
import type { RevertResult } from "@relay-harness/protocol/webview";
import { localize } from "../base/localize.ts";
import type { ReviewActions } from "../chat/chatContext.ts";
import { headUri } from "../editor/gitDiff.ts";
import { inBackground } from "../base/log.ts";
import type { OpenSession } from "../session/openSession.ts";
import type { BeforeFiles } from "./beforeFiles.ts";
import type { FileImage } from "./changeLog.ts";
import { shownPath } from "./sessionChanges.ts";
import type { SessionChanges } from "./sessionChanges.ts";

export interface ReviewDeps {
  before: BeforeFiles;
  changesOf: (session: OpenSession) => SessionChanges;
}

type ReviewedFile = { label: string; original: Uri; modified: Uri };

/** Shows what the agent changed in the editor's own diff, and puts files back (vscode.md 8). */
export function createReviewActions({ before, changesOf }: ReviewDeps): ReviewActions {
  const uriOf = async (session: OpenSession, path: string, image: FileImage): Promise<Uri> => {
    const bytes = image === "absent" ? Buffer.alloc(0) : await (await changesOf(session).open()).bytes(image);
    if (!bytes) throw new Error(localize("The earlier content of {0} is no longer kept", path));
    return before.add(path, image === "absent" ? "absent" : image.hash, bytes);
  };

  const revert = async (
    session: OpenSession,
    turnIds: ReadonlySet<string>,
    paths: readonly string[] | undefined,
  ): Promise<RevertResult> => {
    const changes = changesOf(session);
    const absolute = paths?.map((path) => resolve(session.cwd, path));
    const result = await changes.revert(turnIds, absolute && { paths: absolute });
    const changed = changes.isChangedSince(result);
    if (changed.length > 0) {
      confirmRevert(session, changed, () => changes.revert(turnIds, { paths: changed, force: true }));
    }
    const shown = (path: string): string => shownPath(path, session.cwd);
    return {
      reverted: result.reverted.map(shown),
      skipped: result.skipped.map(({ path, reason }) => ({ path: shown(path), reason })),
    };
  };

  const revertTo = async (session: OpenSession, entryId: string): Promise<RevertResult> =>
    revert(session, await changesOf(session).turnsFrom(entryId), undefined);

  return {
    openDiff: async (session, toolCallId) => {
      const record = await changesOf(session).recordOf(toolCallId);
      if (!record) throw new Error(localize("Nothing was kept of this change"));
      const { path, after } = record;
      const original = await uriOf(session, path, record.before);
      const modified = after === undefined ? Uri.file(path) : await uriOf(session, path, after);
      const title = localize("{0} (this edit)", shownPath(path, session.cwd));
      await commands.executeCommand("vscode.diff", original, modified, title, { preview: true });
    },
    reviewTurn: async (session, entryId) => {
      const spans = await changesOf(session).spansOfTurns(new Set([entryId]));
      const files: ReviewedFile[] = [];
      for (const { path, before: image } of spans) {
        const label = shownPath(path, session.cwd);
        files.push({ label, original: await uriOf(session, path, image), modified: Uri.file(path) });
      }
      await showFiles([...files, ...(await commandFiles(session, entryId))]);
    },
    revertTurn: (session, entryId, paths) => revert(session, new Set([entryId]), paths),
    revertTo,
    offerRestore: (session, entryId) => {
      inBackground(session.log, "Files of later turns", offerRestore(session, entryId));
    },
  };

  /** The conversation has moved to before a message, and the files may go back as well. */
  async function offerRestore(session: OpenSession, entryId: string): Promise<void> {
    const changes = changesOf(session);
    const turns = await changes.turnsAfter(entryId);
    const items = (await changes.spansOfTurns(turns)).map(({ path }) => shownPath(path, session.cwd));
    if (items.length === 0) return;
    session.cards.show(
      {
        id: "restoreFiles",
        kind: "restoreFiles",
        title:
          items.length === 1
            ? localize("Also restore 1 file to that point?")
            : localize("Also restore {0} files to that point?", items.length),
        items,
        actions: [
          { id: "keep", label: localize("Keep Files") },
          { id: "restore", label: localize("Restore Files") },
        ],
        cancelAction: "keep",
      },
      async (action) => {
        if (action === "restore") await revert(session, turns, undefined);
      },
    );
  }
}

async function showFiles(files: readonly ReviewedFile[]): Promise<void> {
  const [first] = files;
  if (!first) throw new Error(localize("Nothing was changed that can be shown"));
  if (files.length === 1) {
    await commands.executeCommand(
      "vscode.diff",
      first.original,
      first.modified,
      localize("{0} (this turn)", first.label),
    );
    return;
  }
  const resources = files.map(({ original, modified }) => [modified, original, modified]);
  await commands.executeCommand("vscode.changes", localize("Changes of this turn"), resources);
}

/** Files that a shell command changed are shown against the last commit. */
async function commandFiles(session: OpenSession, entryId: string): Promise<ReviewedFile[]> {
  const turn = session.state.turns.find((candidate) => candidate.entryId === entryId);
  const files: ReviewedFile[] = [];
  for (const { path, source } of turn?.files ?? []) {
    if (source !== "command") continue;
    const absolute = resolve(session.cwd, path);
    const original = await headUri(absolute);
    if (original)
      files.push({
        label: localize("{0} (changed by a command)", path),
        original,
        modified: Uri.file(absolute),
      });
  }
  return files;
}

function confirmRevert(session: OpenSession, paths: readonly string[], run: () => Promise<unknown>): void {
  session.cards.show(
    {
      id: "confirmRevert",
      kind: "confirmRevert",
      title: localize("These files were changed since. Revert them too?"),
      items: paths.map((path) => shownPath(path, session.cwd)),
      actions: [
        { id: "keep", label: localize("Keep Them") },
        { id: "revert", label: localize("Revert Anyway") },
      ],
      cancelAction: "keep",
    },
    async (action) => {
      if (action === "revert") await run();
    },
  );
}
