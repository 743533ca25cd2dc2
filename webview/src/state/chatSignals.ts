import { batch, signal } from "@preact/signals";
import type { Signal } from "@preact/signals";
import { initialChatState } from "@relay-harness/protocol/webview";
import type { ChatState } from "@relay-harness/protocol/webview";

/** The host's state, a signal per member: a view is drawn again for the members that it reads. */
export type ChatSignals = { readonly [K in keyof ChatState]: Signal<ChatState[K]> };

export function createChatSignals(): ChatSignals {
  const members = Object.entries(initialChatState()).map(([name, value]) => [name, signal(value)] as const);
  // Every member of the state has become a signal of its own type.
  return Object.fromEntries(members) as ChatSignals;
}

/** Takes over members that came whole; names of a newer host are passed over. */
export function mergeChatState(signals: ChatSignals, change: Partial<ChatState>): void {
  batch(() => {
    for (const [name, value] of Object.entries(change)) {
      const target = Object.hasOwn(signals, name) ? signals[name as keyof ChatState] : undefined;
      if (target && value !== undefined) (target as Signal<unknown>).value = value;
    }
  });
}
