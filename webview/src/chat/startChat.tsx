import { effect, signal, untracked } from "@preact/signals";
import { render } from "preact";
import type { InitResult, MirroredState, WebviewKind } from "@relay-harness/protocol/webview";
import type { App } from "../app.ts";
import { AppProvider } from "../app.ts";
import { connectHost } from "../bridge/host.ts";
import type { VsCodeApi } from "../bridge/vscodeApi.ts";
import { Composing } from "../composer/composing.ts";
import { listenForLinks } from "../markdown/links.ts";
import { createChatSignals } from "../state/chatSignals.ts";
import { TranscriptStore } from "../state/transcriptStore.ts";
import { emptyMirror, ViewMemory } from "../state/viewMemory.ts";
import { Navigation } from "../transcript/navigation.ts";
import { Chat } from "./Chat.tsx";
import { listenToHost } from "./listenToHost.ts";
import { carryOut } from "./viewCommands.ts";

/** Starts a chat in this document: draws it, then asks the host for what it shows. */
export function startChat(api: VsCodeApi, root: HTMLElement, kind: WebviewKind): void {
  const app = createApp(api);
  const { host, memory } = app;
  const sync = listenToHost(app, kind);
  const stored = readMirror(api.getState());
  if (stored) memory.restore(stored);
  render(
    <AppProvider value={app}>
      <Chat inEditor={kind === "chatPanel"} />
    </AppProvider>,
    root,
  );
  listenForLinks(document, (href) => app.act(host.request("link/open", { href })));
  listenForFind(app);
  addEventListener("pagehide", () => memory.flush());
  document.addEventListener("visibilitychange", () => memory.flush());
  // The first message of the document; the others may follow before it is answered.
  app.act(sync.ready(stored));
  reportFocus(app);
}

function createApp(api: VsCodeApi): App {
  const host = connectHost(api, window);
  const chat = createChatSignals();
  const trouble = signal<string | null>(null);
  const fail = (error: unknown): void => {
    trouble.value = error instanceof Error ? error.message : String(error);
  };
  const memory = new ViewMemory({
    keep: (state) => api.setState(state),
    mirror: (state) => {
      const sessionId = chat.session.peek()?.id;
      if (sessionId !== undefined) host.notify("mirror", { sessionId, state });
    },
    sessionPath: () => chat.session.peek()?.path,
  });
  effect(() => {
    if (chat.session.value?.path !== undefined) untracked(() => memory.keepSession());
  });
  const navigation = new Navigation();
  const onSent = (): void => {
    trouble.value = null;
    navigation.editing.value = null;
    navigation.unseen.value = 0;
    navigation.isFollowing.value = true;
  };
  return {
    host,
    chat,
    memory,
    navigation,
    trouble,
    store: new TranscriptStore(() => Date.now()),
    composing: new Composing({ host, memory, onFailure: fail, onSent }),
    platform: signal<InitResult["platform"]>("linux"),
    act: (request) => void request.catch(fail),
  };
}

/**
 * Ctrl+F or Cmd+F, wherever the focus is: at once, so that the next key meets an open find. The key ends here:
 * right after a click the editor does not know yet that the chat has the focus, and would open its own find.
 */
function listenForFind(app: App): void {
  document.addEventListener("keydown", (event) => {
    const isModified = app.platform.peek() === "darwin" ? event.metaKey : event.ctrlKey;
    if (!isModified || event.altKey || event.shiftKey || event.key.toLowerCase() !== "f") return;
    event.preventDefault();
    event.stopPropagation();
    carryOut(app, "find");
  });
}

/** The editor's keys depend on whether the chat has the focus. */
function reportFocus({ host }: App): void {
  const report = (): void => host.notify("focus", { hasFocus: document.hasFocus() });
  addEventListener("focus", report);
  addEventListener("blur", report);
  report();
}

/** What an earlier document of this view has kept. */
function readMirror(state: unknown): MirroredState | null {
  if (typeof state !== "object" || state === null) return null;
  return { ...emptyMirror(), ...(state as Partial<MirroredState>) };
}
