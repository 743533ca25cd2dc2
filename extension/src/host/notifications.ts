import { window } from "vscode";
import type { DialogCard } from "@relay-harness/protocol/webview";
import { localize } from "../base/localize.ts";
import type { OpenSession } from "../session/openSession.ts";
import type { Host } from "./host.ts";
import { approvalButtons } from "./approvalButtons.ts";
import { notificationSetting } from "./settings.ts";

/** Tells of what happens in a chat that nobody sees (vscode.md 7). */
export function watchForNotifications(host: Host, session: OpenSession): void {
  const told = new Set<string>();
  session.store.onChange(({ dialogs }) => {
    for (const card of dialogs ?? []) {
      if (told.has(card.id) || !shouldTell(host, session)) continue;
      told.add(card.id);
      void tellDialog(host, session, card);
    }
  });
  session.records.add((record) => {
    if (record.kind !== "row" || record.row.severity === "info" || !shouldTell(host, session)) return;
    const show = record.row.severity === "error" ? window.showErrorMessage : window.showWarningMessage;
    void show(record.row.text, localize("Show")).then((choice) =>
      choice === localize("Show") ? reveal(host, session) : undefined,
    );
  });
}

function shouldTell(host: Host, session: OpenSession): boolean {
  const setting = notificationSetting();
  if (setting !== "whenHidden") return setting === "always";
  return !host.isShown(session);
}

async function tellDialog(host: Host, session: OpenSession, card: DialogCard): Promise<void> {
  const { refuse, approve, text } = approvalButtons(card);
  const buttons = [
    localize("Show"),
    ...(refuse === undefined ? [] : [refuse]),
    ...(approve === undefined ? [] : [approve]),
  ];
  const choice = await window.showWarningMessage(text, ...buttons);
  if (choice === localize("Show")) await reveal(host, session);
  else if (choice !== undefined && choice === refuse) session.dialogs.answer(card.id, { confirmed: false });
  else if (choice !== undefined && choice === approve) session.dialogs.answer(card.id, { confirmed: true });
}

async function reveal(host: Host, session: OpenSession): Promise<void> {
  const surface = host.sessions.surfaceOf(session);
  if (surface) surface.reveal();
  else host.sessions.show(await host.chatSurface(), session);
  session.viewCommands.emit("focusDialog");
}
