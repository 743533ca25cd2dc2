import { initialChatState } from "@relay-harness/protocol/webview";
import type { ChatState } from "@relay-harness/protocol/webview";
import { Listeners } from "../base/listeners.ts";

/** What the host holds for the views of a session. Members are replaced, never changed in place. */
export class ChatStore {
  private current: ChatState = initialChatState();
  private readonly listeners: Listeners<Partial<ChatState>>;

  constructor(onError: (error: unknown) => void) {
    this.listeners = new Listeners(onError);
  }

  get state(): Readonly<ChatState> {
    return this.current;
  }

  /** Tells the members that were given. */
  set(change: Partial<ChatState>): void {
    this.current = { ...this.current, ...change };
    this.listeners.emit(change);
  }

  onChange(listener: (change: Partial<ChatState>) => void): () => void {
    return this.listeners.add(listener);
  }
}
