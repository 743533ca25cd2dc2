import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Signal } from "@preact/signals";
import type { Host } from "../bridge/host.ts";
import type { ChatSignals } from "../state/chatSignals.ts";

/** What the parts of the Harness panel share. */
export interface PanelContext {
  readonly host: Host;
  readonly chat: ChatSignals;
  readonly trouble: Signal<string | null>;
  readonly act: (request: Promise<unknown>) => void;
}

const Context = createContext<PanelContext | null>(null);

export const PanelProvider = Context.Provider;

export function usePanel(): PanelContext {
  const context = useContext(Context);
  if (!context) throw new Error("A part of the Harness panel was drawn outside of it.");
  return context;
}
