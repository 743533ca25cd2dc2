import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Signal } from "@preact/signals";
import type { InitResult } from "@relay-harness/protocol/webview";
import type { Host } from "./bridge/host.ts";
import type { ChatSignals } from "./state/chatSignals.ts";
import type { Composing } from "./composer/composing.ts";
import type { ViewMemory } from "./state/viewMemory.ts";
import type { TranscriptStore } from "./state/transcriptStore.ts";
import type { Navigation } from "./transcript/navigation.ts";

/** What the components of a chat share. */
export interface App {
  readonly host: Host;
  readonly chat: ChatSignals;
  readonly store: TranscriptStore;
  readonly memory: ViewMemory;
  readonly composing: Composing;
  readonly navigation: Navigation;
  readonly platform: Signal<InitResult["platform"]>;
  /** Text of the last request that failed, for the row above the composer. */
  readonly trouble: Signal<string | null>;
  /** Sends a request whose answer is only awaited for its failure, which is shown. */
  readonly act: (request: Promise<unknown>) => void;
}

const AppContext = createContext<App | null>(null);

export const AppProvider = AppContext.Provider;

export function useApp(): App {
  const app = useContext(AppContext);
  if (!app) throw new Error("A component of the chat was drawn outside of it.");
  return app;
}
