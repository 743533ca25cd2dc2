import type { WebviewView } from "vscode";
import { localize } from "../base/localize.ts";
import type { OpenSession } from "../session/openSession.ts";

/** What an extension has set, or the name of the session; `undefined` leaves the view its own title. */
export function titleOf(session: OpenSession): string | undefined {
  const title = session.state.session?.title ?? "";
  return title === "" ? undefined : title;
}

/** A number at the view's icon: questions that wait. */
export function showWaiting(view: WebviewView, session: OpenSession): void {
  const { waiting } = session.dialogs;
  const tooltip =
    waiting === 1 ? localize("1 question waits for you") : localize("{0} questions wait for you", waiting);
  view.badge = waiting === 0 ? undefined : { value: waiting, tooltip };
}
