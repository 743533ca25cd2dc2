import type { ExtensionUiRequest } from "@relay-harness/protocol";
import { localize } from "../base/localize.ts";
import type { OpenSession } from "./openSession.ts";

/** Carries out what an extension shows without asking. False: this build does not know the method. */
export function applyUiNotice(session: OpenSession, request: ExtensionUiRequest): boolean {
  switch (request.method) {
    case "notify":
      session.addRow({
        id: request.id,
        kind: "notify",
        severity: request.notifyType ?? "info",
        text: request.message,
        actions: [],
      });
      return true;
    case "setStatus": {
      const { statusKey: key, statusText: text } = request;
      const statuses = session.state.statuses.filter((status) => status.key !== key);
      session.store.set({ statuses: text === undefined ? statuses : [...statuses, { key, text }] });
      return true;
    }
    case "setWidget": {
      const { widgetKey: key, widgetLines: lines, widgetPlacement: placement = "aboveEditor" } = request;
      const widgets = session.state.widgets.filter((widget) => widget.key !== key);
      session.store.set({ widgets: lines === undefined ? widgets : [...widgets, { key, lines, placement }] });
      return true;
    }
    case "setTitle":
      session.setTitle(request.title === "" ? undefined : request.title);
      return true;
    case "set_editor_text":
      offerDraft(session, request.text);
      return true;
    default:
      return false;
  }
}

/** An empty draft takes the text; else the user says what becomes of what is there (vscode.md 7). */
function offerDraft(session: OpenSession, text: string): void {
  if (session.draft.trim() === "") {
    session.drafts.emit({ text, mode: "replace", focus: false });
    return;
  }
  session.cards.show(
    {
      id: "replaceDraft",
      kind: "replaceDraft",
      title: localize("An extension wants to fill in your message."),
      text,
      items: [],
      actions: [
        { id: "append", label: localize("Append") },
        { id: "replace", label: localize("Replace") },
      ],
      cancelAction: "keep",
    },
    (action) => {
      if (action === "keep") return;
      session.drafts.emit({ text, mode: action === "append" ? "append" : "replace", focus: true });
    },
  );
}
