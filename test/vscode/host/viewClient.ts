import { connectPort } from "../../../extension/src/chat/portConnection.ts";
import type {
  ChatNoticeMap,
  ChatNoticeName,
  ChatRecord,
  ChatRequestName,
  ChatRequestParams,
  ChatRequestResult,
  ChatState,
  HostNoticeMap,
  InitResult,
  SessionOpening,
} from "@relay-harness/protocol/webview";
import { initialChatState } from "@relay-harness/protocol/webview";
import { EventEmitter } from "vscode";
import type { WebviewView } from "vscode";

/** A document of the chat without a browser: speaks the contract, and remembers what it was told. */
export class ViewClient {
  readonly records: ChatRecord[] = [];
  readonly openings: SessionOpening[] = [];
  readonly drafts: HostNoticeMap["draft/change"][] = [];
  state: ChatState = initialChatState();
  html = "";
  private readonly messages = new EventEmitter<unknown>();
  private readonly visibility = new EventEmitter<void>();
  private readonly disposal = new EventEmitter<void>();
  private readonly waiters = new Set<() => void>();
  private isVisible = true;
  private port = this.connect();

  /** What the host gets to see of it. */
  readonly view = this.createView();

  async ready(): Promise<InitResult> {
    const init = await this.request("ready", { kind: "chat", state: null });
    this.state = init.state;
    this.wake();
    return init;
  }

  /** The document is thrown away and made anew, as the editor does with hidden views. */
  async reload(): Promise<InitResult> {
    this.isVisible = false;
    this.visibility.fire();
    this.isVisible = true;
    this.visibility.fire();
    this.port.connection.dispose();
    this.port = this.connect();
    this.records.length = 0;
    this.openings.length = 0;
    return this.ready();
  }

  dispose(): void {
    this.disposal.fire();
    this.port.connection.dispose();
  }

  request<N extends ChatRequestName>(name: N, params: ChatRequestParams<N>): Promise<ChatRequestResult<N>> {
    return this.port.connection.sendRequest<ChatRequestResult<N>>(name, params);
  }

  notify<N extends ChatNoticeName>(name: N, params: ChatNoticeMap[N]): Promise<void> {
    return this.port.connection.sendNotification(name, params);
  }

  /** Waits until it was told what makes this true. */
  async until<T>(find: () => T | undefined | false): Promise<T> {
    for (;;) {
      const found = find();
      if (found !== undefined && found !== false) return found;
      await new Promise<void>((resolve) => this.waiters.add(resolve));
    }
  }

  /** Sends a prompt and waits for the end of its run. */
  async run(text: string): Promise<void> {
    const settled = (): number => this.eventTypes().filter((type) => type === "agent_settled").length;
    const before = settled();
    await this.request("prompt/send", { text, mode: "send" });
    await this.until(() => settled() > before);
  }

  eventTypes(): string[] {
    return this.records.flatMap((record) => (record.kind === "event" ? [record.event.type] : []));
  }

  /** Text of the assistant, live and stored alike. */
  answers(): string[] {
    return this.records.flatMap((record) => {
      if (record.kind !== "event" || record.event.type !== "message_end") return [];
      const { message } = record.event;
      if (message.role !== "assistant") return [];
      return message.content.flatMap((block) => (block.type === "text" ? [block.text] : []));
    });
  }

  private connect() {
    const port = connectPort({ post: (message) => this.messages.fire(structuredClone(message)) });
    const on = <N extends keyof HostNoticeMap>(name: N, take: (params: HostNoticeMap[N]) => void): void => {
      port.connection.onNotification(name, (params: HostNoticeMap[N]) => {
        take(params);
        this.wake();
      });
    };
    on("state", (change) => (this.state = { ...this.state, ...change }));
    on("session/open", (opening) => {
      this.openings.push(opening);
      this.records.length = 0;
      this.records.push(...opening.live);
    });
    on("records", ({ sequence, records }) => {
      this.records.push(...records);
      void this.notify("ack", { sequence });
    });
    on("draft/change", (change) => this.drafts.push(change));
    port.connection.listen();
    return port;
  }

  private wake(): void {
    const waiting = [...this.waiters];
    this.waiters.clear();
    for (const resolve of waiting) resolve();
  }

  private createView(): WebviewView {
    const webview = {
      options: {},
      cspSource: "test:",
      asWebviewUri: (uri: unknown) => uri,
      onDidReceiveMessage: this.messages.event,
      postMessage: (message: unknown) => {
        this.port.accept(structuredClone(message) as Parameters<typeof this.port.accept>[0]);
        return Promise.resolve(true);
      },
    };
    Object.defineProperty(webview, "html", { set: (text: string) => (this.html = text) });
    // Only what a provider uses of it.
    const view = {
      viewType: "relay.chat",
      webview,
      onDidChangeVisibility: this.visibility.event,
      onDidDispose: this.disposal.event,
      show: () => undefined,
    };
    Object.defineProperty(view, "visible", { get: () => this.isVisible });
    return view as unknown as WebviewView;
  }
}
