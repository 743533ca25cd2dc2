import { mkdirSync } from "node:fs";
import { commands, Uri, window, workspace } from "vscode";
import type { ExtensionContext, LogOutputChannel } from "vscode";
import type { ChatCommandName, ViewCommand } from "@relay-harness/protocol/webview";
import { agentLaunch } from "../agent/agentLaunch.ts";
import type { Agent } from "../agent/agent.ts";
import { errorText } from "../base/errorText.ts";
import { localize } from "../base/localize.ts";
import { inBackground } from "../base/log.ts";
import { listenToBridge } from "../bridge/hostBridge.ts";
import type { EditorActions, ReviewActions } from "../chat/chatContext.ts";
import { ChatPanels } from "../chat/chatPanels.ts";
import type { ChatSurface } from "../chat/chatSurface.ts";
import { chatViewId, ChatView } from "../chat/chatView.ts";
import { chatCommandIds, commandTable } from "../commands/commandTable.ts";
import { dirtyDocument } from "../editor/dirtyFiles.ts";
import { createEditorActions } from "../editor/editorActions.ts";
import { FileList } from "../editor/fileList.ts";
import { followAgent } from "../editor/followAgent.ts";
import { InputDocuments } from "../editor/inputDocuments.ts";
import { selectionOf } from "../editor/selection.ts";
import { TerminalCapture } from "../editor/terminalCapture.ts";
import { TextDocuments } from "../editor/textDocuments.ts";
import { HarnessPanel } from "../chat/harnessPanel.ts";
import { BeforeFiles } from "../review/beforeFiles.ts";
import { createReviewActions } from "../review/reviewActions.ts";
import { SessionChanges } from "../review/sessionChanges.ts";
import { systemClock } from "../session/dialogs.ts";
import { OpenSession } from "../session/openSession.ts";
import { SessionsView } from "../sessions/sessionsView.ts";
import { SessionTree } from "../tree/treeView.ts";
import { dirtyFileRow } from "./dirtyFileRow.ts";
import { chooseFolder, folderView } from "./folders.ts";
import { watchForNotifications } from "./notifications.ts";
import { RunningSessions } from "./runningSessions.ts";
import { ApiKeys } from "./secrets.ts";
import { SessionManager } from "./sessionManager.ts";
import type { Surface } from "./sessionManager.ts";
import { agentSettings, chatSettings, isEnabled, maxAgents } from "./settings.ts";
import { WindowState } from "./windowState.ts";

/** Everything of the extension in one window, put together. Features reach each other through it. */
export class Host {
  readonly sessions: SessionManager;
  readonly window: WindowState;
  readonly secrets: ApiKeys;
  private readonly running: RunningSessions;
  readonly editor: EditorActions;
  readonly review: ReviewActions;
  readonly view: ChatView;
  readonly panels: ChatPanels;
  readonly harness: HarnessPanel;
  readonly tree: SessionTree;
  readonly list: SessionsView;
  readonly inputs = new InputDocuments();
  readonly texts = new TextDocuments();
  readonly before = new BeforeFiles();
  readonly terminal: TerminalCapture;
  readonly files = new FileList();
  private readonly contexts = new Map<string, unknown>();
  private readonly restartsWhenIdle = new Set<OpenSession>();
  private readonly changes = new WeakMap<OpenSession, SessionChanges>();

  constructor(
    private readonly context: ExtensionContext,
    readonly log: LogOutputChannel,
    private readonly translations: Record<string, string>,
  ) {
    this.window = new WindowState(context.workspaceState);
    const storage = context.storageUri ?? context.globalStorageUri;
    this.running = new RunningSessions(Uri.joinPath(storage, "running.json").fsPath);
    this.secrets = new ApiKeys(context.secrets, {
      get: () => context.globalState.get<string[]>("keyProviders", []),
      set: (providers) => context.globalState.update("keyProviders", providers),
    });
    this.terminal = new TerminalCapture(log);
    this.editor = createEditorActions({
      log,
      texts: this.texts,
      inputs: this.inputs,
      terminal: this.terminal,
      files: this.files,
    });
    this.sessions = new SessionManager({
      log,
      clock: systemClock,
      maxAgents,
      create: (cwd, path) => this.createSession(cwd, path),
    });
    this.review = createReviewActions({
      before: this.before,
      changesOf: (session) => this.changesOf(session),
    });
    this.view = new ChatView(this);
    this.panels = new ChatPanels(this);
    this.harness = new HarnessPanel(this);
    this.tree = new SessionTree(this);
    this.list = new SessionsView(this);
  }

  get extensionUri(): Uri {
    return this.context.extensionUri;
  }

  /** Texts by their English form, where the editor's language has another. */
  strings(): Record<string, string> {
    return this.translations;
  }

  /** Session that the side bar begins with: the one that the window showed last. */
  sessionForView(): OpenSession {
    const shown = this.sessions.all.find((session) => !this.sessions.surfaceOf(session));
    if (shown) return shown;
    const last = this.window.lastSession;
    return last ? this.sessions.open(last.cwd, last.path) : this.openSession(undefined);
  }

  openSession(path: string | undefined): OpenSession {
    const open = path === undefined ? undefined : this.sessions.byPath(path);
    return open ?? this.sessions.open(this.folderPath(), path);
  }

  rememberSession(session: OpenSession): void {
    const { path, cwd } = session;
    if (path !== undefined) this.window.setLastSession({ path, cwd });
  }

  /** Starts the agent of a session that is shown; what goes wrong is in its state. */
  startInBackground(session: OpenSession): void {
    const choice = chooseFolder(this.context);
    if (choice.kind === "unsupported") {
      session.store.set({ agent: { kind: "none", reason: "unsupportedFolder" } });
      return;
    }
    inBackground(this.log, "Start of the agent", session.start());
  }

  /** The chat that has the focus or had it last; opens the side bar when there is none. */
  async chatSurface(): Promise<Surface> {
    const { activeSurface } = this.sessions;
    if (activeSurface) return activeSurface;
    await commands.executeCommand(`${chatViewId}.focus`);
    const { surface } = this.view;
    if (!surface) throw new Error(localize("The chat could not be opened"));
    return surface;
  }

  async chatSession(): Promise<OpenSession> {
    return (await this.chatSurface()).session;
  }

  /** The active session with a running agent; a session of its own where no chat is open. */
  async startedSession(): Promise<OpenSession> {
    const session = this.sessions.active ?? this.openSession(undefined);
    await session.start();
    return session;
  }

  /** As `startedSession`; throws `busyReason` while a run goes on. */
  async idleSession(busyReason: string): Promise<OpenSession> {
    const session = await this.startedSession();
    if (session.isBusy) throw new Error(busyReason);
    return session;
  }

  newSessionFolder(surface: Surface): string {
    return surface.session.state.session?.hasMessages ? this.folderPath() : surface.session.cwd;
  }

  openInEditor(): void {
    this.panels.open(this.openSession(undefined));
  }

  /** A session of its own from that message; a run that goes on is left alone. */
  async fork(surface: Surface, session: OpenSession, entryId: string): Promise<void> {
    const { path, cwd } = session;
    if (session.isBusy && path === undefined)
      throw new Error(localize("This session is not stored, so a run cannot be forked"));
    const target = session.isBusy ? this.sessions.open(cwd, path) : session;
    const result = await target.request({ type: "fork", entryId });
    if (result.cancelled) return;
    await target.replaced();
    this.sessions.show(surface, target);
    (result.images ?? []).forEach((image, index) =>
      target.attachments.addImage(image, localize("Image {0}", index + 1)),
    );
    target.drafts.emit({ text: result.text, mode: "replace", focus: true });
  }

  async focusChat(command: ViewCommand): Promise<void> {
    const surface = await this.chatSurface();
    surface.reveal();
    surface.session.viewCommands.emit(command);
  }

  async fillComposer(session: OpenSession, text: string): Promise<void> {
    (this.sessions.surfaceOf(session) ?? (await this.chatSurface())).reveal();
    session.viewCommands.emit("focusComposer");
    if (text !== "") session.drafts.emit({ text, mode: "append", focus: true });
  }

  async showInChat(session: OpenSession, entryId: string): Promise<void> {
    (this.sessions.surfaceOf(session) ?? (await this.chatSurface())).reveal();
    session.reveals.emit(entryId);
  }

  async rebuildChat(): Promise<void> {
    const { activeSurface } = this.sessions;
    if (activeSurface === this.view.surface) await this.view.rebuild();
    else this.panels.rebuild(activeSurface);
  }

  /** Somebody can see it. */
  isShown(session: OpenSession): boolean {
    const surface = this.sessions.surfaceOf(session);
    if (!surface) return false;
    return surface === this.view.surface ? this.view.isVisible : this.panels.isVisible(surface);
  }

  setFocus(surface: ChatSurface, hasFocus: boolean): void {
    // The Harness panel is about the active chat and has none of its own.
    if (surface.kind === "harness") return;
    if (hasFocus) this.sessions.setActive(surface);
    void commands.executeCommand("setContext", "relay.chatFocus", hasFocus);
  }

  /** A button or slash name of a chat. Problems go back to it. */
  async runChatCommand(name: ChatCommandName, argument: string, surface?: ChatSurface): Promise<void> {
    if (surface && surface.kind !== "harness") this.sessions.setActive(surface);
    await commandTable[chatCommandIds[name]]?.(this, argument === "" ? undefined : argument);
  }

  /** A command of the palette: problems are shown as the editor shows them. */
  async runCommand(id: string, argument: unknown): Promise<void> {
    try {
      await commandTable[id]?.(this, argument);
    } catch (error) {
      this.fail(error);
    }
  }

  inform(message: string): void {
    void window.showInformationMessage(message);
  }

  fail(error: unknown): void {
    this.log.error(error instanceof Error ? error : String(error));
    void window.showErrorMessage(errorText(error));
  }

  showLogs(): void {
    this.log.show();
  }

  /** A tab was closed while its session runs on. */
  offerStop(session: OpenSession): void {
    if (!session.isBusy) return;
    const stop = localize("Stop");
    void window
      .showInformationMessage(localize("The session goes on without its tab."), stop, localize("Show"))
      .then((choice) => {
        if (choice === stop) inBackground(this.log, "Stop", session.request({ type: "abort" }));
        else if (choice === localize("Show")) this.panels.open(session);
      });
  }

  /** The chip follows the active editor; files that git ignores and secrets have none. */
  async showSelection(): Promise<void> {
    for (const session of this.sessions.all) {
      const chip = selectionOf(window.activeTextEditor, session.cwd, isEnabled("includeSelection"));
      const isKnown = chip !== null && (await this.files.files(session.cwd)).includes(chip.path);
      session.store.set({ selection: isKnown ? chip : null });
    }
  }

  /** The workspace is trusted from now on: agents begin anew with its resources, each when it is idle. */
  onTrustGranted(): void {
    for (const session of this.sessions.all) {
      if (session.isBusy) this.restartsWhenIdle.add(session);
      else this.restart(session);
    }
  }

  private restart(session: OpenSession): void {
    inBackground(this.log, "Restart in a trusted workspace", session.restart());
  }

  /** Follows the window: settings and the editor's selection. */
  showSettings(): void {
    for (const session of this.sessions.all) session.store.set({ settings: chatSettings() });
  }

  private folderPath(): string {
    const choice = chooseFolder(this.context);
    if (choice.kind === "unsupported") {
      throw new Error(
        localize("Relay works on files of this machine; this folder belongs to {0}.", choice.scheme),
      );
    }
    if (choice.kind === "scratch") mkdirSync(choice.path, { recursive: true });
    return choice.path;
  }

  private changesOf(session: OpenSession): SessionChanges {
    const known = this.changes.get(session);
    if (known) return known;
    const root = this.context.storageUri ?? this.context.globalStorageUri;
    const changes = new SessionChanges(session, Uri.joinPath(root, "preimages").fsPath);
    this.changes.set(session, changes);
    return changes;
  }

  private createSession(cwd: string, path: string | undefined): OpenSession {
    const session: OpenSession = new OpenSession(
      {
        log: this.log,
        clock: systemClock,
        cwd,
        isTrusted: () => workspace.isTrusted,
        isTracing: () => isEnabled("trace.server"),
        launch: (sessionPath) =>
          agentLaunch({
            extensionFolder: this.extensionUri.fsPath,
            settings: agentSettings(),
            cwd,
            sessionPath,
            isTrusted: workspace.isTrusted,
            environment: process.env,
          }),
        onStarted: (started, agent) => this.onStarted(started, agent),
      },
      path,
    );
    session.store.set({ settings: chatSettings(), folder: folderView(cwd, false) });
    this.changesOf(session);
    this.watch(session);
    watchForNotifications(this, session);
    return session;
  }

  private async onStarted(session: OpenSession, agent: Agent): Promise<void> {
    listenToBridge(agent.child, {
      log: this.log,
      isTrusted: () => workspace.isTrusted,
      beforeChange: async (toolCallId, path) => {
        const document = dirtyDocument(path);
        if (document) return dirtyFileRow(session, document);
        await this.changesOf(session).beforeChange(toolCallId, path);
        return undefined;
      },
    });
    await this.secrets.handOver(agent);
    this.tellOfClosedWindow(session);
  }

  /** A run that was going on when the window was closed or reloaded ended with it (vscode.md 3). */
  private tellOfClosedWindow(session: OpenSession): void {
    const { path } = session;
    if (path === undefined || !this.running.has(path)) return;
    this.running.set(path, false);
    session.addRow({
      id: "windowClosed",
      kind: "windowClosed",
      severity: "info",
      text: localize("Stopped when the window closed"),
      actions: [{ id: "continue", label: localize("Continue"), primary: true }],
    });
  }

  private watch(session: OpenSession): void {
    session.store.onChange((change) => {
      if (change.session) {
        session.store.set({ folder: folderView(session.cwd, change.session.hasMessages) });
        if (this.sessions.surfaceOf(session) === this.view.surface) this.rememberSession(session);
      }
      if (
        change.run ||
        change.dialogs ||
        change.session ||
        change.statuses ||
        change.agent ||
        change.harness
      ) {
        this.sessions.changes.emit();
        this.setContexts();
      }
    });
    session.signals.add((signal) => {
      if (signal.type === "event") followAgent(session, signal.event);
      if (signal.type === "settled" && this.restartsWhenIdle.delete(session)) this.restart(session);
      const { path } = session;
      // A run that ends because its window does is the one to be gone on with.
      if (path === undefined || session.isClosing) return;
      if (signal.type === "settled" || signal.type === "exited") this.running.set(path, false);
      if (signal.type === "event" && signal.event.type === "agent_start") this.running.set(path, true);
    });
  }

  private setContexts(): void {
    const { active } = this.sessions;
    const contexts = {
      "relay.running": active?.isBusy ?? false,
      "relay.waiting": (active?.dialogs.waiting ?? 0) > 0,
      "relay.hasBranches": (active?.state.branches.length ?? 0) > 0,
      "relay.verdict": active?.state.harness?.evidence?.status ?? "",
    };
    for (const [name, value] of Object.entries(contexts)) {
      if (this.contexts.get(name) === value) continue;
      this.contexts.set(name, value);
      void commands.executeCommand("setContext", name, value);
    }
  }
}
