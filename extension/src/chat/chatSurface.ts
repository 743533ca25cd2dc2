import type { Webview } from "vscode";
import type { InitResult, WebviewKind } from "@relay-harness/protocol/webview";
import type { Host } from "../host/host.ts";
import type { Surface } from "../host/sessionManager.ts";
import type { OpenSession } from "../session/openSession.ts";
import type { ChatContext } from "./chatContext.ts";
import { ViewChannel } from "./viewChannel.ts";

/** What differs between the view of the side bar and a tab. */
export interface SurfaceFrame {
  kind: WebviewKind;
  webview: Webview;
  reveal(): void;
  rebuild(): void;
  onSession(session: OpenSession): void;
}

/** A document that shows a session, and the channel to it. */
export class ChatSurface implements Surface {
  readonly channel: ViewChannel;
  private shown: OpenSession;

  constructor(
    private readonly host: Host,
    private readonly frame: SurfaceFrame,
    session: OpenSession,
  ) {
    this.shown = session;
    this.channel = new ViewChannel({
      port: { post: (message) => void frame.webview.postMessage(message) },
      context: () => this.context(),
      init: ({ state }) => this.init(state),
      rebuild: () => frame.rebuild(),
    });
  }

  get session(): OpenSession {
    return this.shown;
  }

  get kind(): WebviewKind {
    return this.frame.kind;
  }

  show(session: OpenSession): void {
    this.shown = session;
    this.frame.onSession(session);
    this.channel.showSession();
  }

  reveal(): void {
    this.frame.reveal();
  }

  private init(state: InitResult["mirrored"]): Omit<InitResult, "kind"> {
    const { host, session } = this;
    const id = session.state.session?.id;
    if (state && id !== undefined) host.window.setMirror(id, state);
    return {
      strings: host.strings(),
      state: session.state,
      mirrored: id === undefined ? null : host.window.mirrorOf(id),
      platform: process.platform === "darwin" || process.platform === "win32" ? process.platform : "linux",
    };
  }

  private context(): ChatContext {
    const { host, session } = this;
    return {
      kind: this.kind,
      session,
      editor: host.editor,
      review: host.review,
      runCommand: (name, argument) => host.runChatCommand(name, argument, this),
      fork: (from, entryId) => host.fork(this, from, entryId),
      chooseFolder: (path) => host.sessions.startNew(this, path),
      resume: (path, cwd) => host.sessions.resume(this, path, cwd),
      showInChat: (entryId) => host.showInChat(session, entryId),
      mirrorOf: (id) => host.window.mirrorOf(id),
      setMirror: (id, state) => {
        if (id === session.state.session?.id) session.draft = state.draft;
        host.window.setMirror(id, state);
      },
      setFocus: (hasFocus) => host.setFocus(this, hasFocus),
    };
  }
}
