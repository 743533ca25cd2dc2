import type { ChildProcess } from "node:child_process";
import { isJsonObject } from "@relay-harness/protocol";
import type {
  AgentMessage,
  BashResult,
  CompactionResult,
  ExtensionUiResponse,
  HarnessCheckResult,
  HarnessState,
  ImageContent,
  Model,
  QueueMode,
  RpcCommandFields,
  RpcCommandType,
  RpcResponseData,
  RpcSessionState,
  RpcSlashCommand,
  SessionStats,
  StreamingBehavior,
  ThinkingLevel,
} from "@relay-harness/protocol";
import { EventHub } from "./eventHub.ts";
import { RpcConnection } from "./rpcConnection.ts";
import { StderrLog } from "./stderrLog.ts";
import type { RpcClientEvent, RpcClientOptions, RpcEventListener } from "./types.ts";

const defaultWaitMs = 60_000;
const idleTimeoutMessage = "Timeout waiting for agent to become idle";
const collectTimeoutMessage = "Timeout collecting events";

/**
 * Runs `relay --mode rpc` as a child process and speaks its protocol (rpc.md §12). Each method sends one
 * command, resolves with the `data` of its response and rejects with the response's error. Everything
 * that waits rejects when the process ends.
 */
export class RpcClient {
  private readonly hub = new EventHub();
  private readonly stderr = new StderrLog();
  private connection: RpcConnection | undefined;
  private lostError: Error | undefined;
  private stopping: Promise<void> | undefined;

  constructor(private readonly options: RpcClientOptions = {}) {}

  /** Starts the agent; may be called again after `stop` or after the agent has ended. */
  async start(): Promise<void> {
    if (this.connection) throw new Error("Client already started");
    const { hub, stderr } = this;
    const connection = new RpcConnection(this.options, {
      hub,
      stderr,
      onLost: (error) => {
        this.connection = undefined;
        this.lostError = error;
      },
    });
    this.connection = connection;
    this.lostError = undefined;
    await this.stopping;
    stderr.clear();
    try {
      await connection.open();
    } catch (error) {
      if (this.connection === connection) this.connection = undefined;
      throw error;
    }
  }

  /**
   * Closes the agent's stdin and waits for its end, with force when it takes too long. Requests that are
   * waiting reject with `Client stopped`. Idempotent.
   */
  stop(): Promise<void> {
    const { connection } = this;
    this.connection = undefined;
    this.lostError = undefined;
    if (!connection) return this.stopping ?? Promise.resolve();
    const stopping = connection.close().finally(() => {
      if (this.stopping === stopping) this.stopping = undefined;
    });
    this.stopping = stopping;
    return stopping;
  }

  /**
   * Listens to every record that is no response, in order and across restarts. Returns the unsubscriber.
   */
  onEvent(listener: RpcEventListener): () => void {
    return this.hub.add(listener);
  }

  /** What the agent wrote to stderr since it was started: the last 1 MiB. */
  getStderr(): string {
    return this.stderr.text;
  }

  /** The running agent, such as for its `ipc` channel; its pipes belong to the client. */
  get childProcess(): ChildProcess | undefined {
    return this.connection?.child;
  }

  /**
   * Sends any command. The id is added, unless the command brings one, which then shows in
   * `bash_execution_update`. Commands that may wait for a person, a provider or a program have no time
   * limit. A timeout does not cancel the command.
   */
  request<T extends RpcCommandType>(
    command: { type: T; id?: string } & RpcCommandFields<T>,
  ): Promise<RpcResponseData<T>>;
  request(command: { type: string; id?: string; [field: string]: unknown }): Promise<unknown>;
  async request(command: { type: string; id?: string }): Promise<unknown> {
    return this.running().request(command);
  }

  /** Answers a dialog. Throws when the agent is not running. */
  respondToExtensionUI(response: ExtensionUiResponse): void {
    this.running().write(response);
  }

  prompt(
    message: string,
    images?: ImageContent[],
    streamingBehavior?: StreamingBehavior,
  ): Promise<"started" | "queued" | "handled"> {
    return this.requestField({ type: "prompt", message, images, streamingBehavior }, "disposition");
  }

  steer(message: string, images?: ImageContent[]): Promise<"queued" | "handled"> {
    return this.requestField({ type: "steer", message, images }, "disposition");
  }

  followUp(message: string, images?: ImageContent[]): Promise<"queued" | "handled"> {
    return this.requestField({ type: "follow_up", message, images }, "disposition");
  }

  async abort(): Promise<void> {
    await this.request({ type: "abort" });
  }

  async abortRetry(): Promise<void> {
    await this.request({ type: "abort_retry" });
  }

  async abortBash(): Promise<void> {
    await this.request({ type: "abort_bash" });
  }

  clearQueue(): Promise<RpcResponseData<"clear_queue">> {
    return this.request({ type: "clear_queue" });
  }

  newSession(parentSession?: string): Promise<RpcResponseData<"new_session">> {
    return this.request({ type: "new_session", parentSession });
  }

  switchSession(sessionPath: string): Promise<RpcResponseData<"switch_session">> {
    return this.request({ type: "switch_session", sessionPath });
  }

  clone(): Promise<RpcResponseData<"clone">> {
    return this.request({ type: "clone" });
  }

  /** `text` is that of the message forked from; empty when cancelled. */
  async fork(entryId: string): Promise<{ text: string; cancelled: boolean }> {
    const result = await this.request({ type: "fork", entryId });
    return result.cancelled ? { text: "", cancelled: true } : { text: result.text, cancelled: false };
  }

  getState(): Promise<RpcSessionState> {
    return this.request({ type: "get_state" });
  }

  getMessages(): Promise<AgentMessage[]> {
    return this.requestField({ type: "get_messages" }, "messages");
  }

  /** Entries in append order, those after `since` when it is given. */
  getEntries(since?: string): Promise<RpcResponseData<"get_entries">> {
    return this.request({ type: "get_entries", since });
  }

  getTree(): Promise<RpcResponseData<"get_tree">> {
    return this.request({ type: "get_tree" });
  }

  async getForkMessages(): Promise<{ entryId: string; text: string }[]> {
    return this.requestField({ type: "get_fork_messages" }, "messages");
  }

  getCommands(): Promise<RpcSlashCommand[]> {
    return this.requestField({ type: "get_commands" }, "commands");
  }

  getSessionStats(): Promise<SessionStats> {
    return this.request({ type: "get_session_stats" });
  }

  getLastAssistantText(): Promise<string | null> {
    return this.requestField({ type: "get_last_assistant_text" }, "text");
  }

  setModel(provider: string, modelId: string): Promise<Model> {
    return this.request({ type: "set_model", provider, modelId });
  }

  cycleModel(): Promise<RpcResponseData<"cycle_model">> {
    return this.request({ type: "cycle_model" });
  }

  /** Full objects; `ModelInfo` names what a list shows of them. */
  getAvailableModels(): Promise<Model[]> {
    return this.requestField({ type: "get_available_models" }, "models");
  }

  async setThinkingLevel(level: ThinkingLevel): Promise<void> {
    await this.request({ type: "set_thinking_level", level });
  }

  cycleThinkingLevel(): Promise<RpcResponseData<"cycle_thinking_level">> {
    return this.request({ type: "cycle_thinking_level" });
  }

  getAvailableThinkingLevels(): Promise<ThinkingLevel[]> {
    return this.requestField({ type: "get_available_thinking_levels" }, "levels");
  }

  async setSteeringMode(mode: QueueMode): Promise<void> {
    await this.request({ type: "set_steering_mode", mode });
  }

  async setFollowUpMode(mode: QueueMode): Promise<void> {
    await this.request({ type: "set_follow_up_mode", mode });
  }

  async setAutoCompaction(enabled: boolean): Promise<void> {
    await this.request({ type: "set_auto_compaction", enabled });
  }

  async setAutoRetry(enabled: boolean): Promise<void> {
    await this.request({ type: "set_auto_retry", enabled });
  }

  async setSessionName(name: string): Promise<void> {
    await this.request({ type: "set_session_name", name });
  }

  compact(customInstructions?: string): Promise<CompactionResult> {
    return this.request({ type: "compact", customInstructions });
  }

  bash(command: string, options: { excludeFromContext?: boolean } = {}): Promise<BashResult> {
    return this.request({ type: "bash", command, ...options });
  }

  getHarness(): Promise<HarnessState> {
    return this.request({ type: "get_harness" });
  }

  /** Ends a rule or a correction of this branch, by its id. */
  async harnessRetract(ruleId: string): Promise<void> {
    await this.request({ type: "harness_retract", ruleId });
  }

  /** Lets edits pass in a turn that only asks. */
  async harnessAllowEdits(): Promise<void> {
    await this.request({ type: "harness_allow_edits" });
  }

  /** Without a command, the first that the project declares. */
  harnessRunCheck(command?: string): Promise<HarnessCheckResult> {
    return this.request({ type: "harness_run_check", command });
  }

  exportHtml(outputPath?: string): Promise<RpcResponseData<"export_html">> {
    return this.request({ type: "export_html", outputPath });
  }

  /**
   * Resolves at the next `agent_settled`, even when nothing runs yet. A wait that times out aborts
   * nothing. Milliseconds; 0 means no limit.
   */
  async waitForIdle(timeout: number = defaultWaitMs): Promise<void> {
    await this.running().waitForSettled(timeout, idleTimeoutMessage).done;
  }

  /** Events from the call through the next `agent_settled`. */
  async collectEvents(timeout: number = defaultWaitMs): Promise<RpcClientEvent[]> {
    return this.running().waitForSettled(timeout, collectTimeoutMessage).done;
  }

  /**
   * Sends a prompt and resolves with the events from the send through the end of the activity that it
   * started, or of the one that it was queued in. Resolves at once when no activity takes it.
   */
  async promptAndWait(
    message: string,
    images?: ImageContent[],
    timeout: number = defaultWaitMs,
  ): Promise<RpcClientEvent[]> {
    const wait = this.running().waitForSettled(timeout, collectTimeoutMessage);
    // An activity that ends before the response is not the prompt's.
    wait.disarm();
    this.prompt(message, images).then(
      (disposition) => (disposition === "handled" ? wait.complete() : wait.arm()),
      (error: Error) => wait.fail(error),
    );
    return wait.done;
  }

  /** One field of the `data` that answers a command. */
  private async requestField<T extends RpcCommandType, K extends string & keyof RpcResponseData<T>>(
    command: { type: T } & RpcCommandFields<T>,
    field: K,
  ): Promise<RpcResponseData<T>[K]> {
    const data: unknown = await this.request(command);
    if (isJsonObject(data) && field in data) return data[field] as RpcResponseData<T>[K];
    throw new Error(`Invalid response to ${command.type}: ${field} is missing`);
  }

  private running(): RpcConnection {
    if (!this.connection) throw this.lostError ?? new Error("Client not started");
    return this.connection;
  }
}
