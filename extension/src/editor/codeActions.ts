import { CodeAction, CodeActionKind, languages } from "vscode";
import type { Disposable } from "vscode";
import { localize } from "../base/localize.ts";
import type { FixPlace } from "../commands/editorCommands.ts";

/** "Fix with Relay" at problems of the editor: fills the composer. */
export function registerFixAction(): Disposable {
  return languages.registerCodeActionsProvider(
    { scheme: "file" },
    {
      provideCodeActions: ({ uri }, _range, { diagnostics }) => {
        if (diagnostics.length === 0) return [];
        const action = new CodeAction(localize("Fix with Relay"), CodeActionKind.QuickFix);
        const place: FixPlace = { uri, diagnostics: [...diagnostics] };
        action.command = { command: "relay.fixDiagnostic", title: action.title, arguments: [place] };
        action.diagnostics = [...diagnostics];
        return [action];
      },
    },
    { providedCodeActionKinds: [CodeActionKind.QuickFix] },
  );
}
