import type { DialogCard } from "@relay-harness/protocol/webview";
import { localize } from "../base/localize.ts";

const maxCommand = 120;

/**
 * What a notification of a question offers. Refusing is always possible; approving only where the notification
 * shows all that is approved: a command of one short line (vscode.md 7).
 */
export function approvalButtons(card: DialogCard): { text: string; refuse?: string; approve?: string } {
  if (card.method !== "confirm") return { text: card.title };
  if (card.context?.kind !== "authorization") return { text: `${card.title} ${card.message}`.slice(0, 300) };
  const { command } = card.context;
  const isWhole = command.length <= maxCommand && !/[\r\n]/.test(command) && !hasHidden(command);
  return {
    text: isWhole
      ? localize("Allow this command? {0}", command)
      : localize("{0} Show it to see the whole command.", card.title),
    refuse: localize("Don't run"),
    ...(isWhole && { approve: localize("Run once") }),
  };
}

/** Characters that make a line read as another one. */
function hasHidden(text: string): boolean {
  return /[\p{Cc}\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/u.test(text);
}
