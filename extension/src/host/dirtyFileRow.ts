import type { TextDocument } from "vscode";
import { localize } from "../base/localize.ts";
import { shownPath } from "../review/sessionChanges.ts";
import type { OpenSession } from "../session/openSession.ts";

/** Holds an edit back: the file has changes in the editor that would be lost. Gives the reason for the agent. */
export function dirtyFileRow(session: OpenSession, document: TextDocument): string {
  const { fsPath } = document.uri;
  const path = shownPath(fsPath, session.cwd);
  const id = `dirty:${fsPath}`;
  session.addRow(
    {
      id,
      kind: "dirtyFile",
      severity: "warning",
      path,
      text: localize("has unsaved changes, so the edit was held back."),
      actions: [{ id: "save", label: localize("Save and Continue"), primary: true }],
    },
    async () => {
      if (!(await document.save())) throw new Error(localize("{0} could not be saved", path));
      session.removeRow(id);
      await session.request({
        type: "prompt",
        message: `${path} is saved; continue.`,
        streamingBehavior: "steer",
      });
    },
  );
  return `${path} has unsaved changes in the editor; ask the developer to save it`;
}
