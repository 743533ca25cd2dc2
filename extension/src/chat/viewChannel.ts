import { ErrorCodes, ResponseError } from "vscode-jsonrpc/node";
import type { Message, MessageConnection } from "vscode-jsonrpc/node";
import { isJsonObject } from "@relay-harness/protocol";
import type { HostNoticeMap, HostNoticeName, InitResult, ReadyParams } from "@relay-harness/protocol/webview";
import { parseChatMessage } from "@relay-harness/protocol/webview";
import { errorText } from "../base/errorText.ts";
import { DisposableStore } from "../base/disposables.ts";
import { inBackground } from "../base/log.ts";
import { newestPage } from "../session/pages.ts";
import type { OpenSession } from "../session/openSession.ts";
import { handleChatNotice, handleChatRequest } from "./handlers.ts";
import type { ChatContext } from "./handlers.ts";
import { connectPort } from "./portConnection.ts";
import type { PortConnection, WebviewPort } from "./portConnection.ts";
import { RecordBatcher } from "./recordBatcher.ts";

export interface ViewChannelDeps {
  port: WebviewPort;
  /** The session to show, once the document asks; it may not have been started. */
  context: () => ChatContext;
  init: (params: ReadyParams) => Promise<Omit<InitResult, "kind">> | Omit<InitResult, "kind">;
  /** The document does not keep up, or has lost something: it is built anew. */
  rebuild: () => void;
}

/**
 * Talks to the documents of one view, one after the other: a hidden view loses its document, and a new one
 * says `ready` (vscode.md 4). Shows one session at a time.
 */
export class ViewChannel {
  private current: PortConnection | undefined;
  private subscriptions = new DisposableStore();
  private stopDrafts = (): void => undefined;
  private readonly batcher: RecordBatcher;

  constructor(private readonly deps: ViewChannelDeps) {
    const { clock } = this.session;
    this.batcher = new RecordBatcher({
      clock,
      post: (batch) => this.notify("records", batch),
      onStalled: () => {
        this.session.log.warn("The chat does not answer; it is built anew.");
        deps.rebuild();
      },
    });
  }

  /** Takes a message of the document, whatever it is. */
  accept(raw: unknown): void {
    if (!isJsonObject(raw) || raw["jsonrpc"] !== "2.0") {
      this.session.log.warn("A message of the chat is no JSON-RPC; it is ignored.");
      return;
    }
    if (raw["method"] === "ready") this.connect();
    // The connection checks the rest of its shape, handlers check its params.
    this.current?.accept(raw as unknown as Message);
  }

  /** The document is gone, with the view or without it. */
  disconnect(): void {
    this.batcher.close();
    this.subscriptions.dispose();
    this.current?.connection.dispose();
    this.current = undefined;
  }

  /** Another session is to be shown from now on. */
  showSession(): void {
    if (!this.current) return;
    this.subscribe();
    this.notify("state", this.session.state);
    this.openTranscript();
  }

  notify<N extends HostNoticeName>(name: N, params: HostNoticeMap[N]): void {
    const { current } = this;
    if (!current) return;
    inBackground(this.session.log, "Message to the chat", current.connection.sendNotification(name, params));
  }

  private get session(): OpenSession {
    return this.deps.context().session;
  }

  private connect(): void {
    this.disconnect();
    const current = connectPort(this.deps.port);
    this.current = current;
    current.connection.onRequest((method, params) => this.answer(current.connection, method, params));
    current.connection.onNotification((method, params) => this.take(method, params));
    current.connection.onError(([error]) => this.session.log.error(error));
    current.connection.listen();
  }

  private async answer(connection: MessageConnection, method: string, params: unknown): Promise<unknown> {
    const message = parseChatMessage(method, params);
    if (!message.ok) return new ResponseError(ErrorCodes.InvalidParams, message.error);
    if (message.kind === "notice")
      return new ResponseError(ErrorCodes.InvalidRequest, `${method} is a notice`);
    try {
      if (message.name === "ready") {
        const init = await this.deps.init(message.params);
        this.afterReady(connection);
        return { kind: message.params.kind, ...init } satisfies InitResult;
      }
      return await handleChatRequest(message, this.deps.context());
    } catch (error) {
      this.session.log.error(
        `${method}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
      );
      return new ResponseError(ErrorCodes.InternalError, errorText(error));
    }
  }

  /** The answer to `ready` goes first, then the transcript. */
  private afterReady(connection: MessageConnection): void {
    setImmediate(() => {
      if (this.current?.connection !== connection) return;
      this.subscribe();
      this.openTranscript();
    });
  }

  private take(method: string, params: unknown): void {
    const message = parseChatMessage(method, params);
    if (!message.ok) this.session.log.warn(message.error);
    else if (message.kind !== "notice") this.session.log.warn(`${method} is a request`);
    else if (message.name === "ack") this.batcher.ack(message.params.sequence);
    else handleChatNotice(message, this.deps.context());
  }

  private subscribe(): void {
    this.subscriptions.dispose();
    const store = new DisposableStore();
    this.subscriptions = store;
    store.addStep(() => this.stopDrafts());
    const { session } = this;
    store.addStep(session.store.onChange((change) => this.notify("state", change)));
    store.addStep(session.records.add((record) => this.batcher.push(record)));
    store.addStep(session.openings.add(() => this.openTranscript()));
    store.addStep(session.viewCommands.add((name) => this.notify("command", { name })));
    store.addStep(session.reveals.add((entryId) => this.notify("reveal", { entryId })));
  }

  /** Behind `session/open`, which may bring an older draft back. The Harness panel has no composer. */
  private takeDrafts(): void {
    this.stopDrafts();
    if (this.deps.context().kind === "harness") return;
    this.stopDrafts = this.session.drafts.add((change) => this.notify("draft/change", change));
  }

  /** Sends the newest page, then what is not stored; records that come later follow in batches. */
  private openTranscript(): void {
    const { session, current } = this;
    const context = this.deps.context();
    this.batcher.close();
    this.stopDrafts();
    const isCurrent = (): boolean => this.current === current && this.session === session;
    const open = async (): Promise<void> => {
      const { isReady } = session;
      const page = isReady ? await newestPage(session) : { entries: [], hasMore: false };
      if (!isCurrent()) return;
      const sessionId = isReady ? (session.state.session?.id ?? null) : null;
      this.notify("session/open", {
        ...this.batcher.open(),
        sessionId,
        page,
        live: session.tail.records,
        mirrored: sessionId === null ? null : context.mirrorOf(sessionId),
      });
    };
    const opened = open().finally(() => {
      if (isCurrent()) this.takeDrafts();
    });
    inBackground(session.log, "Opening the transcript", opened);
  }
}
