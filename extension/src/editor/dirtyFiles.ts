import { relative } from "node:path";
import { workspace } from "vscode";
import type { TextDocument } from "vscode";
import { localize } from "../base/localize.ts";
import { inBackground } from "../base/log.ts";
import type { OpenSession } from "../session/openSession.ts";
import { isInside } from "./openPlaces.ts";

function dirtyDocuments(cwd: string): TextDocument[] {
  return workspace.textDocuments.filter(
    ({ isDirty, uri }) => isDirty && uri.scheme === "file" && isInside(uri.fsPath, cwd),
  );
}

export function dirtyDocument(path: string): TextDocument | undefined {
  return workspace.textDocuments.find(
    ({ isDirty, uri }) => isDirty && uri.scheme === "file" && uri.fsPath === path,
  );
}

/** Asks about files that are not saved, once per run: the agent reads what is on disk (vscode.md 6). */
export function holdForDirtyFiles(session: OpenSession, goOn: () => Promise<void>): boolean {
  const documents = session.isBusy ? [] : dirtyDocuments(session.cwd);
  if (documents.length === 0) return false;
  const send = (): void => inBackground(session.log, "Sending", goOn());
  session.cards.show(
    {
      id: "dirtyFiles",
      kind: "dirtyFiles",
      title:
        documents.length === 1
          ? localize("1 file has unsaved changes")
          : localize("{0} files have unsaved changes", documents.length),
      items: documents.map(({ uri }) => relative(session.cwd, uri.fsPath)),
      actions: [
        { id: "asIs", label: localize("Send as They Are") },
        { id: "save", label: localize("Save All"), primary: true },
      ],
      cancelAction: "cancel",
    },
    async (action) => {
      if (action === "cancel") return;
      if (action === "save") {
        const saved = await Promise.all(documents.map((document) => document.save()));
        const failed = documents.find((_document, index) => !saved[index]);
        if (failed) throw new Error(localize("{0} could not be saved", failed.uri.fsPath));
      }
      send();
    },
  );
  return true;
}
