import { signal } from "@preact/signals";
import { render } from "preact";
import { connectHost } from "../bridge/host.ts";
import type { VsCodeApi } from "../bridge/vscodeApi.ts";
import { createChatSignals, mergeChatState } from "../state/chatSignals.ts";
import { setBundle } from "../strings/text.ts";
import { registerControls } from "../ui/toolkit.tsx";
import { Panel } from "./Panel.tsx";
import { PanelProvider } from "./panelContext.ts";

/** Starts the Harness panel in this document. It needs the host's state only, no transcript. */
export async function startPanel(api: VsCodeApi, root: HTMLElement): Promise<void> {
  registerControls();
  const host = connectHost(api, window);
  const chat = createChatSignals();
  const trouble = signal<string | null>(null);
  const act = (request: Promise<unknown>): void => {
    trouble.value = null;
    request.catch((error: unknown) => {
      trouble.value = error instanceof Error ? error.message : String(error);
    });
  };
  host.on("state", (change) => mergeChatState(chat, change));
  // Batches are answered for, so that the host never waits for this view.
  host.on("records", ({ sequence }) => host.notify("ack", { sequence }));
  const init = await host.request("ready", { kind: "harness", state: null });
  setBundle(init.strings);
  mergeChatState(chat, init.state);
  render(
    <PanelProvider value={{ host, chat, trouble, act }}>
      <Panel />
    </PanelProvider>,
    root,
  );
}
