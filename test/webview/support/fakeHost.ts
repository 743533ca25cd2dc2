import type { Page } from "playwright-core";
import type {
  ChatNoticeMap,
  ChatNoticeName,
  ChatRecord,
  ChatRequestName,
  ChatRequestParams,
  ChatRequestResult,
  ChatState,
  EntryPage,
  HostNoticeMap,
  HostNoticeName,
  MirroredState,
} from "@relay-harness/protocol/webview";
import { initialChatState, parseChatMessage } from "@relay-harness/protocol/webview";
import type { RpcEvent, SessionEntry } from "@relay-harness/protocol";

type Answer<N extends ChatRequestName> = (
  params: ChatRequestParams<N>,
) => ChatRequestResult<N> | Promise<ChatRequestResult<N>>;

interface RpcMessage {
  id?: number | string;
  method?: string;
  params?: unknown;
}

/** A request that no view knows: its refusal says that everything sent before it has been handled. */
const fence = "test/fence";

/** The extension host of one document: answers its requests, remembers all of them, says what a test says. */
export class FakeHost {
  readonly state: ChatState = initialChatState();
  /** Every request and notice in order. */
  readonly received: { name: string; params: unknown }[] = [];
  /** What did not fit the contract. */
  readonly refused: string[] = [];
  strings: Record<string, string> = {};
  mirrored: MirroredState | null = null;
  private readonly answers = new Map<string, Answer<never>>();
  private readonly waiting = new Set<() => void>();
  private readonly fences = new Map<string, () => void>();
  private fenceCount = 0;
  private epoch = 0;
  private sequence = 1;

  constructor(private readonly page: Page) {
    this.answer("ready", ({ kind }) => {
      // The conversation follows as soon as the view knows its state.
      queueMicrotask(() => void this.onReady());
      const { strings, state, mirrored } = this;
      return { kind, strings, state, mirrored, platform: "linux" };
    });
  }

  /** Called after each `ready`. */
  onReady: () => Promise<void> | void = () => this.open([]);

  answer<N extends ChatRequestName>(name: N, answer: Answer<N>): void {
    this.answers.set(name, answer as unknown as Answer<never>);
  }

  async handle(message: unknown): Promise<void> {
    const { id, method, params } = message as RpcMessage;
    if (method === undefined) {
      this.fences.get(String(id))?.();
      return;
    }
    const parsed = parseChatMessage(method, params);
    if (!parsed.ok) this.refused.push(parsed.error);
    this.received.push({ name: method, params: params ?? {} });
    for (const check of [...this.waiting]) check();
    if (id === undefined) return;
    try {
      const answer = this.answers.get(method) ?? (() => null as never);
      await this.post({ jsonrpc: "2.0", id, result: (await answer(params as never)) ?? null });
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      await this.post({ jsonrpc: "2.0", id, error: { code: -32000, message: text } });
    }
  }

  notify<N extends HostNoticeName>(name: N, params: HostNoticeMap[N]): Promise<void> {
    return this.post({ jsonrpc: "2.0", method: name, params });
  }

  /** Changes the state, and waits until the view has drawn it. */
  async set(change: Partial<ChatState>): Promise<void> {
    Object.assign(this.state, change);
    await this.notify("state", change);
    await this.settled();
  }

  /** Starts the conversation anew. */
  async open(
    entries: SessionEntry[],
    options: { hasMore?: boolean; live?: ChatRecord[]; sessionId?: string } = {},
  ): Promise<void> {
    this.epoch++;
    this.sequence = 1;
    const page: EntryPage = { entries, hasMore: options.hasMore ?? false };
    await this.notify("session/open", {
      epoch: this.epoch,
      nextSequence: 1,
      sessionId: options.sessionId ?? "s1",
      page,
      live: options.live ?? [],
      mirrored: this.mirrored,
    });
  }

  /** Sends a batch and waits until it is drawn. */
  async records(...records: ChatRecord[]): Promise<void> {
    const sequence = this.sequence++;
    await this.notify("records", { epoch: this.epoch, sequence, records });
    await this.notice("ack", (ack) => ack.sequence === sequence);
  }

  async events(...events: RpcEvent[]): Promise<void> {
    await this.records(...events.map((event): ChatRecord => ({ kind: "event", event })));
  }

  /** A batch that is lost on the way. */
  skip(): void {
    this.sequence++;
  }

  /** The newest request of a name, once there is one. */
  async request<N extends ChatRequestName>(name: N): Promise<ChatRequestParams<N>> {
    return (await this.find(name, () => true)) as ChatRequestParams<N>;
  }

  async notice<N extends ChatNoticeName>(
    name: N,
    fits: (params: ChatNoticeMap[N]) => boolean = () => true,
  ): Promise<ChatNoticeMap[N]> {
    return (await this.find(name, (params) => fits(params as ChatNoticeMap[N]))) as ChatNoticeMap[N];
  }

  names(): string[] {
    return this.received.map(({ name }) => name);
  }

  count(name: ChatRequestName | ChatNoticeName): number {
    return this.received.filter((message) => message.name === name).length;
  }

  /** Params of the newest message of that name that fits, once there is one. */
  find(name: string, fits: (params: unknown) => boolean): Promise<unknown> {
    const look = (): { params: unknown } | undefined =>
      this.received.findLast((message) => message.name === name && fits(message.params));
    const known = look();
    if (known) return Promise.resolve(known.params);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.waiting.delete(check);
        reject(new Error(`No ${name} came. What came: ${this.names().join(", ")}`));
      }, waitMs);
      const check = (): void => {
        const found = look();
        if (!found) return;
        clearTimeout(timer);
        this.waiting.delete(check);
        resolve(found.params);
      };
      this.waiting.add(check);
    });
  }

  private settled(): Promise<void> {
    const id = `fence-${++this.fenceCount}`;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error("The view does not answer")), waitMs);
      this.fences.set(id, () => {
        clearTimeout(timer);
        this.fences.delete(id);
        resolve();
      });
      this.post({ jsonrpc: "2.0", id, method: fence }).catch(reject);
    });
  }

  private async post(message: unknown): Promise<void> {
    await this.page.evaluate((data) => window.postMessage(data, "*"), message);
  }
}

const waitMs = 15_000;
