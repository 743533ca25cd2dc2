import type { AgentHooks } from "@relay-harness/agent-core";
import type {
  AuthorizationAnswer,
  AuthorizationRequest,
  HarnessCore,
  HarnessEntry,
  StoredHarnessEntry,
  ToolTraits,
  TrackedSkill,
} from "@relay-harness/agent-core/harness";
import {
  textOf,
  type AgentMessage,
  type AssistantMessage,
  type BashResult,
  type HarnessCheckResult,
  type HarnessCoreSettings,
  type HarnessState,
  type UserMessage,
} from "@relay-harness/protocol";
import { parseSkillBlock } from "../../base/skillBlock.ts";
import type { SessionManager } from "../../sessions/sessionManager.ts";
import type { TreeEntry } from "../../sessions/treeEntry.ts";
import type { SessionEvents } from "../events.ts";
import { Throttle } from "../throttle.ts";
import { emptyHarnessState } from "./emptyHarness.ts";
import type { harnessState } from "./harnessState.ts";

export interface SessionHarnessDeps {
  sessionManager: SessionManager;
  events: SessionEvents;
  settings: HarnessCoreSettings;
  /** Runs before each command of the model. */
  commandPrefix: () => string | undefined;
  traitsOf: (tool: string) => ToolTraits;
  skills: () => readonly TrackedSkill[];
  hasQueuedMessages: () => boolean;
  report: (line: string) => void;
}

/** How a mode reaches the developer. */
export interface HarnessClient {
  authorize?: (request: AuthorizationRequest) => Promise<AuthorizationAnswer>;
  warn?: (text: string) => void;
}

type CallHooks = Pick<AgentHooks, "beforeToolCall" | "afterToolCall">;

/** What the first use loads. */
interface Loaded {
  core: HarnessCore;
  harnessState: typeof harnessState;
}

const updateIntervalMs = 1000;
const entryTypePrefix = "relay.harness.";

/**
 * The harness of one session: keeps what it learns in the session's file, asks through the mode's client, and
 * tells of every change. Nothing of it is loaded before the first prompt.
 */
export class SessionHarness {
  /** Set by modes whose user can be asked. */
  client: HarnessClient = {};
  private loaded: Loaded | undefined;
  private loading: Promise<Loaded> | undefined;
  private readonly keys = new WeakMap<AgentMessage, string>();
  /** Messages in the user's role that no developer wrote. */
  private readonly foreign = new WeakSet<AgentMessage>();
  /** Part of the next message: it states no rule and allows nothing. */
  private piped = "";
  private opensRequest = true;
  private readonly openedAt = new Date().toISOString();
  private lastUpdate = "";
  private isDirty = false;
  private readonly throttle = new Throttle(() => void this.announceSafely(), {
    intervalMs: updateIntervalMs,
    settleMs: updateIntervalMs,
  });

  constructor(private readonly deps: SessionHarnessDeps) {}

  /** Loads what a run needs, and takes up what the branch holds. */
  async prepare(): Promise<HarnessCore> {
    if (this.loaded) return this.loaded.core;
    this.loading ??= this.load();
    return (await this.loading).core;
  }

  /** Ledgers and policies of the pillars. Throws until `prepare`, or a prompt, has loaded them. */
  get core(): HarnessCore {
    return this.ready.core;
  }

  /** What clients are told, as of now. Throws until `prepare`, or a prompt, has loaded the harness. */
  get state(): HarnessState {
    const { core, harnessState } = this.ready;
    return harnessState(core, this.deps.settings, this.audited);
  }

  private get ready(): Loaded {
    if (this.loaded) return this.loaded;
    throw new Error("The session has not loaded its harness yet. Await prepare() first.");
  }

  /** A run of an activity begins: its first developer message opens a request. */
  begin(): void {
    this.opensRequest = true;
  }

  /** Its text was not written by a developer: an extension sent it, or a command made it. */
  markForeign(message: UserMessage): void {
    this.foreign.add(message);
  }

  /** Part of the next message was written by another program: text that was piped beside a message. */
  markPiped(text: string): void {
    this.piped = text;
  }

  /** The system prompt says how developer and agent work together. */
  get isAligned(): boolean {
    return this.deps.settings.alignment;
  }

  /** The hooks with the harness behind them: on the final arguments, with the last word. */
  guard(hooks: CallHooks): CallHooks {
    return {
      beforeToolCall: async (context) => {
        const verdict = await hooks.beforeToolCall?.(context);
        if (verdict?.block) return verdict;
        const { toolCall, args, signal } = context;
        const core = await this.prepare();
        const { block, entries } = await core.beforeToolCall({
          toolCallId: toolCall.id,
          tool: toolCall.name,
          args,
          signal,
        });
        await this.append(entries);
        if (block !== undefined) this.changed();
        return block === undefined ? verdict : { block: true, reason: block };
      },
      afterToolCall: async (context) => {
        const patch = await hooks.afterToolCall?.(context);
        const core = await this.prepare();
        core.afterToolCall({
          toolCallId: context.toolCall.id,
          isError: patch?.isError ?? context.isError,
          output: textOf(patch?.content ?? context.result.content),
        });
        this.changed();
        return patch;
      },
    };
  }

  /** Last change of a request's messages; waits a little for what is still being looked at. */
  async transform(messages: readonly AgentMessage[]): Promise<AgentMessage[]> {
    if (!this.loaded) return [...messages];
    await this.loaded.core.beforeRequest();
    return this.loaded.core.transformRequest(this.keyed(messages));
  }

  /** What `transform` would add to and replace of the messages now, without deciding anything. */
  preview(messages: readonly AgentMessage[]): ReturnType<HarnessCore["preview"]> {
    return this.loaded?.core.preview(this.keyed(messages)) ?? { sent: [...messages], digest: "", blocks: [] };
  }

  /** A message is in the session's file; resolves when what it says is, too. */
  stored(message: AgentMessage, entryId: string): void | Promise<void> {
    if (message.role === "user" && !this.foreign.has(message)) return this.developerMessage(message, entryId);
  }

  /** The run is about to end with this answer. True: one more request is due. */
  async beforeSettle(last: AssistantMessage | undefined): Promise<boolean> {
    if (!last || !this.loaded) return false;
    const { request, status, warning } = await this.core.endOfRun(last, {
      canRequest: !this.deps.hasQueuedMessages(),
    });
    if (warning !== undefined) (this.client.warn ?? this.warn)(warning);
    this.changed();
    if (request === undefined) return false;
    const { sessionManager, events } = this.deps;
    const id = sessionManager.appendCustomMessageEntry("relay.harness.evidence", request, true, { status });
    const entry = sessionManager.getEntry(id);
    if (entry) await events.emit({ type: "entry_appended", entry });
    return true;
  }

  /** Before `agent_settled`. */
  async settle(): Promise<void> {
    if (!this.loaded) return;
    try {
      await this.append(await this.core.settle());
      await this.flush();
    } catch (error) {
      // The activity has to end, whatever became of the record.
      const reason = error instanceof Error ? error.message : String(error);
      this.deps.report(`Error: the harness could not record this request: ${reason}`);
    }
  }

  /** A mode has taken over. Its clients hear how things stand once they have their first answers. */
  bind(client: HarnessClient | undefined): void {
    if (client) this.client = client;
    this.changed();
  }

  /** The report that `/harness` shows; clients hear of the state that it tells of. */
  async answer(): Promise<string> {
    const text = await this.report();
    this.throttle.close();
    this.isDirty = false;
    // Whoever asks is answered, also when nothing has changed.
    this.lastUpdate = "";
    await this.tell(this.state);
    return text;
  }

  /** The leaf moved to another branch. */
  moved(): void {
    this.restore();
  }

  compacted(): void {
    this.loaded?.core.compacted();
    this.changed();
  }

  /** At the end of a turn, and of a request. */
  async flush(): Promise<void> {
    this.throttle.close();
    if (this.isDirty) await this.announce();
  }

  /** The state with the skills of the session audited anew. */
  async inspect(): Promise<HarnessState> {
    await this.prepare();
    await this.audit();
    return this.state;
  }

  /** The state as text. */
  async report(): Promise<string> {
    const [state, { harnessReport }] = await Promise.all([this.inspect(), import("./harnessReport.ts")]);
    return harnessReport(state);
  }

  /** Ends a rule or a correction; false when there is no active one of this id. */
  async retract(id: string): Promise<boolean> {
    const core = await this.prepare();
    const entry = core.alignment?.retract(id, this.deps.sessionManager.getLeafId() ?? "");
    if (!entry) return false;
    await this.append([entry]);
    await this.flush();
    return true;
  }

  /** Lets edits pass in a turn that only asks. */
  async allowEdits(): Promise<void> {
    (await this.prepare()).alignment?.allowEdits();
    this.changed();
    await this.flush();
  }

  /** Runs a check for the user; without a command the first declared one. */
  async runCheck(
    command: string | undefined,
    execute: (command: string) => Promise<BashResult>,
  ): Promise<HarnessCheckResult> {
    const [core, { runCheck }] = await Promise.all([this.prepare(), import("./runCheck.ts")]);
    const result = await runCheck(core, { command, declared: this.deps.settings.verifyCommands }, execute);
    this.changed();
    await this.flush();
    return result;
  }

  dispose(): void {
    this.throttle.close();
  }

  private async load(): Promise<Loaded> {
    // A run is about to begin: how things stand is told at the end of its first turn.
    this.throttle.close();
    const [{ createHarnessCore }, { harnessState }] = await Promise.all([
      import("./createHarnessCore.ts"),
      import("./harnessState.ts"),
    ]);
    const core = createHarnessCore({
      ...this.deps,
      authorize: (request) => this.authorize(request),
      canAsk: () => this.client.authorize !== undefined,
    });
    this.loaded = { core, harnessState };
    this.restore();
    return this.loaded;
  }

  private async authorize(request: AuthorizationRequest): Promise<AuthorizationAnswer> {
    return (await this.client.authorize?.(request)) ?? { decision: "unanswered" };
  }

  private readonly warn = (text: string): void => this.deps.report(`Warning: ${text}`);

  private restore(): void {
    const { sessionManager } = this.deps;
    const path = new Set(sessionManager.getTreeEntries("active"));
    const elsewhere = sessionManager.getTreeEntries().filter((entry) => !path.has(entry));
    this.loaded?.core.restore(harnessEntries([...path]), harnessEntries(elsewhere));
    this.changed();
  }

  private async developerMessage(message: UserMessage, entryId: string): Promise<void> {
    const core = await this.prepare();
    const branch = this.deps.sessionManager.getBranch();
    const isSteering = !this.opensRequest && lastCallsTools(branch);
    this.opensRequest = false;
    this.keys.set(message, entryId);
    const whole = textOf(message.content);
    const text = this.piped === "" ? whole : whole.replace(this.piped, () => "");
    this.piped = "";
    const skill = parseSkillBlock(text);
    const entries = core.developerMessage({
      text,
      entryId,
      afterWork: hasWorkedSince(branch, entryId),
      isSteering,
      ...(skill && { skills: [skill.name] }),
    });
    await this.append(entries);
    this.changed();
  }

  private async append(entries: readonly HarnessEntry[]): Promise<void> {
    const { sessionManager, events } = this.deps;
    for (const { customType, data } of entries) {
      const entry = sessionManager.getEntry(sessionManager.appendCustomEntry(customType, data));
      if (entry) await events.emit({ type: "entry_appended", entry });
    }
    if (entries.length > 0) this.changed();
  }

  private changed(): void {
    this.isDirty = true;
    this.throttle.request();
  }

  private async announceSafely(): Promise<void> {
    try {
      await this.announce();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.deps.report(`Error: the harness could not tell its state: ${reason}`);
    }
  }

  private async announce(): Promise<void> {
    this.isDirty = false;
    // A session that is new says so without loading anything.
    if (!this.loaded && !this.loading && !this.hasEntries) {
      return this.tell(emptyHarnessState(this.deps.settings, this.openedAt));
    }
    await this.prepare();
    await this.tell(this.state);
  }

  private get hasEntries(): boolean {
    return harnessEntries(this.deps.sessionManager.getTreeEntries()).length > 0;
  }

  private async tell(state: HarnessState): Promise<void> {
    const text = JSON.stringify({ ...state, at: "" });
    if (text === this.lastUpdate) return;
    this.lastUpdate = text;
    await this.deps.events.emit({ type: "harness_update", state });
  }

  private audited: HarnessState["audit"] = [];

  /** Of the skills that the session has; kept for the updates that follow. */
  private async audit(): Promise<void> {
    if (!this.deps.settings.skills) return;
    const { auditSkills } = await import("./auditSkills.ts");
    this.audited = await auditSkills(this.deps.skills());
  }

  /** Messages under the ids of their entries, which stay the same from request to request. */
  private keyed(messages: readonly AgentMessage[]): { key: string; message: AgentMessage }[] {
    const ids = new Map<AgentMessage, string>();
    for (const { message, entry } of this.deps.sessionManager.buildSessionProjection())
      ids.set(message, entry.id);
    return messages.map((message, index) => ({
      key: ids.get(message) ?? this.keyOf(message, index),
      message,
    }));
  }

  private keyOf(message: AgentMessage, index: number): string {
    return this.keys.get(message) ?? `${message.role} ${index}`;
  }
}

/** Messages are not parsed for it. */
function harnessEntries(entries: readonly TreeEntry[]): StoredHarnessEntry[] {
  return entries.flatMap((place) => {
    if (place.type !== "custom") return [];
    const { entry } = place;
    if (entry.type !== "custom" || !entry.customType.startsWith(entryTypePrefix)) return [];
    const { customType, data, timestamp } = entry;
    return [{ customType, data, timestamp }];
  });
}

/** The newest answer called tools: a message that follows joins its request. */
function lastCallsTools(branch: ReturnType<SessionManager["getBranch"]>): boolean {
  const last = branch.findLast((entry) => entry.type === "message" && entry.message.role === "assistant");
  return (
    last?.type === "message" &&
    last.message.role === "assistant" &&
    last.message.content.some(({ type }) => type === "toolCall")
  );
}

/** An answer stands between this developer message and the one before it. */
function hasWorkedSince(branch: ReturnType<SessionManager["getBranch"]>, entryId: string): boolean {
  const index = branch.findIndex(({ id }) => id === entryId);
  for (const entry of branch.slice(0, index).reverse()) {
    if (entry.type !== "message") continue;
    if (entry.message.role === "assistant") return true;
    if (entry.message.role === "user") return false;
  }
  return false;
}
