import type { RpcClientEvent, RpcClientOptions } from "@relay-harness/coding-agent/rpc-client";
import type {
  ProtocolInfo,
  RpcCommandFields,
  RpcCommandType,
  RpcResponseData,
  SessionSummary,
} from "@relay-harness/protocol";
import type {
  ChatRecord,
  ChatState,
  HostNoticeMap,
  HostRow,
  ViewCommand,
} from "@relay-harness/protocol/webview";
import { Agent } from "../agent/agent.ts";
import type { AgentExit } from "../agent/agent.ts";
import { RestartPolicy } from "../agent/restartPolicy.ts";
import { errorText } from "../base/errorText.ts";
import { Listeners } from "../base/listeners.ts";
import { localize } from "../base/localize.ts";
import { Mailbox } from "../base/mailbox.ts";
import { inBackground } from "../base/log.ts";
import type { Log } from "../base/log.ts";
import { Attachments } from "../composer/attachments.ts";
import { ChatStore } from "./chatStore.ts";
import { Dialogs } from "./dialogs.ts";
import { HostCards } from "./hostCards.ts";
import type { Clock } from "./dialogs.ts";
import { LiveTail } from "./liveTail.ts";
import { MessageQueue } from "./messageQueue.ts";
import type { QueuedMessage } from "./messageQueue.ts";
import { readyAgent, refreshDetails, refreshState } from "./refresh.ts";
import { onAgentEvent } from "./sessionEvents.ts";

export interface OpenSessionDeps {
  log: Log;
  clock: Clock;
  /** Folder in which the agent works. */
  cwd: string;
  /** The editor trusts the workspace. */
  isTrusted: () => boolean;
  /** How to start an agent on that file; without one, on a new session. */
  launch: (sessionPath: string | undefined) => RpcClientOptions | Promise<RpcClientOptions>;
  /** The log is to hold what is said to agents. */
  isTracing: () => boolean;
  /** A process is there and agreed on the protocol: keys are handed over, the bridge is listened to. */
  onStarted: (session: OpenSession, agent: Agent) => void | Promise<void>;
}

/** What happens in a session, for those who do more with it than to draw it. */
export type SessionSignal =
  | { type: "settled"; aborted: boolean }
  | { type: "replaced" }
  | { type: "event"; event: RpcClientEvent }
  | { type: "exited" };

/**
 * A session that is open in this window: one agent process and what the host knows of it, whether a view
 * shows it or not.
 */
export class OpenSession {
  readonly store: ChatStore;
  readonly tail = new LiveTail();
  readonly queue = new MessageQueue();
  readonly attachments: Attachments;
  readonly dialogs: Dialogs;
  readonly cards: HostCards;
  readonly log: Log;
  readonly clock: Clock;
  /** Records for the transcripts of views, in order. */
  readonly records: Listeners<ChatRecord>;
  /** The transcript begins anew: views ask for a page. */
  readonly openings: Listeners<void>;
  /** A view that is still loading, or hidden, gets them when it is there. */
  readonly drafts: Mailbox<HostNoticeMap["draft/change"]>;
  readonly viewCommands: Listeners<ViewCommand>;
  readonly reveals: Listeners<string>;
  readonly signals: Listeners<SessionSignal>;
  private agent: Agent | undefined;
  private starting: Promise<Agent> | undefined;
  private isClosed = false;
  private readonly rowActions = new Map<string, (action: string) => Promise<void> | void>();
  private readonly notes: { label: string; text: string }[] = [];
  private isClearingQueue = false;
  /** An agent runs and everything about its session was read. */
  isReady = false;
  /** Another session of the folder, to go on with instead of beginning a new one. */
  recent: SessionSummary | undefined;
  /** As a view has mirrored it. */
  draft = "";
  /** That an extension has set. */
  title: string | undefined;
  private readonly restarts = new RestartPolicy();

  constructor(
    private readonly deps: OpenSessionDeps,
    /** File to open at the start. */
    private startPath?: string,
  ) {
    this.log = deps.log;
    this.clock = deps.clock;
    const report = (error: unknown): void => this.log.error(error instanceof Error ? error : String(error));
    this.store = new ChatStore(report);
    this.records = new Listeners(report);
    this.openings = new Listeners(report);
    this.drafts = new Mailbox(report);
    this.viewCommands = new Listeners(report);
    this.reveals = new Listeners(report);
    this.signals = new Listeners(report);
    this.attachments = new Attachments((attachments) => this.store.set({ attachments }));
    this.cards = new HostCards((cards) => this.store.set({ cards }));
    this.dialogs = new Dialogs({
      clock: deps.clock,
      onChange: (dialogs) => this.store.set({ dialogs }),
      send: (response) => this.agent?.answerDialog(response),
    });
  }

  get state(): Readonly<ChatState> {
    return this.store.state;
  }

  /** Of the file on disk, or of the one to be opened. */
  get path(): string | undefined {
    return this.state.session?.path ?? this.startPath;
  }

  get cwd(): string {
    return this.deps.cwd;
  }

  get isTrusted(): boolean {
    return this.deps.isTrusted();
  }

  get agentInfo(): ProtocolInfo | undefined {
    return this.agent?.info;
  }

  /** Its agent is being ended with the window, or for good: what still comes from it decides nothing. */
  get isClosing(): boolean {
    return this.isClosed;
  }

  get isBusy(): boolean {
    const { isRunning, isCompacting, isRetrying, isBashRunning } = this.state.run;
    return isRunning || isCompacting || isRetrying || isBashRunning;
  }

  get processId(): number | undefined {
    return this.agent?.child?.pid;
  }

  knows(command: RpcCommandType): boolean {
    return this.agent?.knows(command) ?? false;
  }

  /** The running agent; starts it if need be. Rejects with an `AgentStartError`. */
  start(): Promise<Agent> {
    if (this.agent) return Promise.resolve(this.agent);
    this.starting ??= this.startAgent().finally(() => (this.starting = undefined));
    return this.starting;
  }

  /** Sends a command, to an agent that is started if need be. */
  async request<T extends RpcCommandType>(
    command: { type: T; id?: string } & RpcCommandFields<T>,
  ): Promise<RpcResponseData<T>> {
    return (await this.start()).request(command);
  }

  record(record: ChatRecord): void {
    this.tail.add(record);
    this.records.emit(record);
  }

  /** `onAct` is what its buttons do, but for those that every row may have. */
  addRow(row: HostRow, onAct?: (action: string) => Promise<void> | void): void {
    if (onAct) this.rowActions.set(row.id, onAct);
    this.record({ kind: "row", row });
  }

  removeRow(rowId: string): void {
    this.rowActions.delete(rowId);
    if (this.tail.row(rowId)) this.record({ kind: "rowGone", rowId });
  }

  async actOnRow(rowId: string, action: string): Promise<void> {
    await this.rowActions.get(rowId)?.(action);
  }

  /** Reads the session's file again, because others have written to it. */
  async reload(): Promise<void> {
    const { path } = this;
    if (path === undefined) throw new Error(localize("This session is not stored"));
    await this.request({ type: "switch_session", sessionPath: path });
    await this.replaced();
  }

  /** The session of the process is another one now, or its branch is: everything is read again. */
  async reopen(options: { keepsRows?: boolean } = {}): Promise<void> {
    if (!options.keepsRows) this.tail.clear();
    await refreshState(this);
    // It may have ended meanwhile, and then its end is what counts.
    if (!readyAgent(this)) return;
    this.isReady = true;
    // The page goes first: of a long session the agent reads every entry for the rest.
    this.openings.emit();
    await refreshDetails(this);
    const ready = readyAgent(this);
    if (ready) this.store.set({ agent: ready });
  }

  /** Another session has taken the place of this one in the same process. */
  async replaced(): Promise<void> {
    this.queue.clear();
    this.dialogs.clear();
    this.cards.clear();
    this.title = undefined;
    this.store.set({ queue: [], turns: [], statuses: [], widgets: [], branches: [] });
    await this.reopen();
    this.signals.emit({ type: "replaced" });
  }

  /** Something that the agent has to know with the next message. */
  addNote(note: { label: string; text: string }): void {
    this.notes.push(note);
  }

  takeNotes(): { label: string; text: string }[] {
    return this.notes.splice(0);
  }

  setTitle(title: string | undefined): void {
    this.title = title;
    const { session } = this.state;
    if (session) this.store.set({ session: { ...session, title: title ?? session.name ?? "" } });
  }

  followQueue(lists: { steering: readonly string[]; followUp: readonly string[] }): void {
    if (this.isClearingQueue) return;
    this.queue.update(lists);
    this.store.set({ queue: this.queue.items });
  }

  /** Empties the agent's queue and takes what it held, as it was typed. */
  async drainQueue(): Promise<(QueuedMessage & { id: string })[]> {
    // The agent tells of empty queues before it answers with what they held.
    this.isClearingQueue = true;
    try {
      const lists = await this.request({ type: "clear_queue" });
      const drained = this.queue.drain(lists);
      this.store.set({ queue: this.queue.items });
      return drained;
    } finally {
      this.isClearingQueue = false;
    }
  }

  cancelUnknownDialog(id: string): void {
    this.agent?.answerDialog({ type: "extension_ui_response", id, cancelled: true });
  }

  /** Starts the agent again, after an end or on request; the same session goes on. */
  async restart(): Promise<void> {
    this.startPath = this.path;
    await this.stopAgent();
    this.endRun();
    await this.start();
  }

  /** Ends the agent and everything that waits for it. */
  async close(): Promise<void> {
    this.isClosed = true;
    this.dialogs.clear();
    await this.starting?.catch(() => undefined);
    await this.stopAgent();
  }

  onSettled(aborted: boolean): void {
    this.restarts.onSettled();
    this.dialogs.endRun();
    this.signals.emit({ type: "settled", aborted });
  }

  private async stopAgent(): Promise<void> {
    const { agent } = this;
    this.agent = undefined;
    this.isReady = false;
    await agent?.stop();
  }

  private async startAgent(): Promise<Agent> {
    if (this.isClosed) throw new Error(localize("The session was closed"));
    this.store.set({ agent: { kind: "starting" } });
    let started: Agent | undefined;
    try {
      const options = await this.deps.launch(this.startPath);
      const agent = await Agent.start(
        options,
        {
          onEvent: (event) => onAgentEvent(this, event),
          onExit: (exit) => this.onExit(exit),
          ...(this.deps.isTracing() && { onTrace: (text: string) => this.log.info(text) }),
        },
        this.log,
      );
      started = agent;
      this.store.set({ disabled: agent.disabled });
      await this.deps.onStarted(this, agent);
      // Known only with its keys: a request that comes meanwhile waits for the start.
      this.agent = agent;
      await this.reopen({ keepsRows: true });
      this.calmCrashRow();
      return agent;
    } catch (error) {
      this.agent = undefined;
      this.isReady = false;
      await started?.stop();
      this.store.set({ agent: { kind: "failed", message: errorText(error) } });
      throw error;
    }
  }

  /** Started again: what happened stays in the transcript, without a button that has been pressed. */
  private calmCrashRow(): void {
    const row = this.tail.row("crash");
    if (!row) return;
    const actions = row.actions.filter(({ id }) => id !== "restart");
    this.addRow({ ...row, text: localize("{0} and was started again", row.text), actions });
  }

  private onExit(exit: AgentExit): void {
    this.agent = undefined;
    this.isReady = false;
    this.startPath = this.path;
    const willRestart = !this.isClosed && this.restarts.onExit(this.clock.now()) === "restart";
    this.log.error(`The agent ended: code ${exit.exitCode}, signal ${exit.signal}`);
    this.endRun();
    this.store.set({ agent: { kind: "stopped", ...exit, willRestart } });
    this.addRow({
      id: "crash",
      kind: "crash",
      severity: "error",
      text: localize("The agent stopped ({0})", endOf(exit)),
      detail: exit.stderrTail.join("\n"),
      actions: [
        { id: "restart", label: localize("Restart"), primary: true },
        { id: "showLogs", label: localize("Show Logs") },
      ],
    });
    this.signals.emit({ type: "exited" });
    if (willRestart) inBackground(this.log, "Restart of the agent", this.start());
  }

  /** Nothing runs any more; what the user had queued goes back to the draft. */
  private endRun(): void {
    const queued = this.queue.items.map(({ text }) => text);
    this.queue.clear();
    this.dialogs.clear();
    this.tail.endRun();
    this.store.set({
      queue: [],
      run: {
        isRunning: false,
        isCompacting: false,
        isRetrying: false,
        isBashRunning: false,
        since: null,
        retryAt: null,
      },
    });
    this.openings.emit();
    if (queued.length > 0) this.drafts.emit({ text: queued.join("\n\n"), mode: "prepend", focus: false });
  }
}

function endOf({ exitCode, signal }: AgentExit): string {
  return signal === null ? localize("exit code {0}", String(exitCode)) : localize("signal {0}", signal);
}
