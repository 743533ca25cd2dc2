import type { HostCard } from "@relay-harness/protocol/webview";
import { localize } from "../base/localize.ts";
import type { OpenSession } from "./openSession.ts";

const cardId = "trust";

/** Asks once about the folder's resources when nothing has decided yet; work goes on without them meanwhile. */
export async function showTrust(session: OpenSession): Promise<void> {
  if (!session.knows("get_trust") || !session.isTrusted) return;
  const { decision, resources } = await session.request({ type: "get_trust" });
  if (decision !== "undecided" || resources.length === 0) return session.cards.remove(cardId);
  const card: HostCard = {
    id: cardId,
    kind: "trust",
    title: localize("Use this folder's Relay resources? They can run code."),
    items: resources,
    actions: [
      { id: "untrusted", label: localize("Don't Trust") },
      { id: "trusted", label: localize("Trust") },
    ],
    cancelAction: "later",
  };
  session.cards.show(card, async (action) => {
    if (action !== "trusted" && action !== "untrusted") return;
    const { reloaded } = await session.request({ type: "set_trust", decision: action, remember: true });
    if (reloaded) await session.reopen({ keepsRows: true });
  });
}
