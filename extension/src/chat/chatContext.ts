import type {
  ChatCommandName,
  ChatNoticeMap,
  ChatRequestName,
  ChatRequestParams,
  ChatRequestResult,
  MentionItem,
  MirroredState,
  RevertResult,
  WebviewKind,
} from "@relay-harness/protocol/webview";
import type { ImageContent } from "@relay-harness/protocol";
import type { OpenSession } from "../session/openSession.ts";

/** Files, links and texts, as the editor handles them. */
export interface EditorActions {
  /** Opens what may be opened; throws with the reason for what may not. */
  openLink(href: string, session: OpenSession): Promise<void>;
  openFile(path: string, place: { line?: number; column?: number }, session: OpenSession): Promise<void>;
  showText(document: { title: string; text: string; language?: string }): Promise<void>;
  copyText(text: string): Promise<void>;
  insertAtCursor(text: string): Promise<void>;
  pasteToTerminal(text: string, session: OpenSession): void;
  searchMentions(query: string, limit: number, session: OpenSession): Promise<MentionItem[]>;
  capture(reference: string, session: OpenSession): Promise<{ label: string; text: string }>;
  resolveFiles(uris: readonly string[], session: OpenSession): Promise<ResolvedFiles>;
  pickFiles(session: OpenSession): Promise<string[]>;
  includeSelection(isIncluded: boolean): Promise<void>;
  openExternal(url: string): Promise<void>;
  editDialog(action: "show" | "submit", id: string, session: OpenSession): Promise<void>;
  pickIntake(what: "file" | "selection" | "output", session: OpenSession): Promise<string | null>;
  openResult(path: string, action: "open" | "reveal" | "copyPath"): Promise<void>;
  addToAgentsFile(text: string, session: OpenSession): Promise<void>;
  holdForDirtyFiles(session: OpenSession, goOn: () => Promise<void>): boolean;
  /** Adds the selection and the notes that go with the next message. */
  addCaptured(session: OpenSession): Promise<void>;
}

export interface ResolvedFiles {
  /** To write into the message: `@src/a.ts`. */
  mentions: string[];
  images: { name: string; image: ImageContent }[];
  refused: { name: string; reason: string }[];
}

export interface ReviewActions {
  openDiff(session: OpenSession, toolCallId: string): Promise<void>;
  reviewTurn(session: OpenSession, entryId: string): Promise<void>;
  revertTurn(session: OpenSession, entryId: string, paths?: readonly string[]): Promise<RevertResult>;
  revertTo(session: OpenSession, entryId: string): Promise<RevertResult>;
  /** Offers to restore files when the conversation moves to before that message. */
  offerRestore(session: OpenSession, entryId: string): void;
}

/** What requests of a view act on. */
export interface ChatContext {
  kind: WebviewKind;
  session: OpenSession;
  editor: EditorActions;
  review: ReviewActions;
  runCommand(name: ChatCommandName, argument: string): Promise<void>;
  /** A session of its own from there, which the view shows from now on. */
  fork(session: OpenSession, entryId: string): Promise<void>;
  chooseFolder(path: string): Promise<void>;
  /** Shows a stored session. */
  resume(path: string, cwd: string): Promise<void>;
  showInChat(entryId: string): Promise<void>;
  mirrorOf(sessionId: string): MirroredState | null;
  setMirror(sessionId: string, state: MirroredState): void;
  setFocus(hasFocus: boolean): void;
}

type HandledRequest = Exclude<ChatRequestName, "ready">;

export type ChatHandlers = {
  [N in HandledRequest]: (
    params: ChatRequestParams<N>,
    context: ChatContext,
  ) => Promise<ChatRequestResult<N>> | ChatRequestResult<N>;
};

export type NoticeHandlers = {
  [N in Exclude<keyof ChatNoticeMap, "ack">]: (params: ChatNoticeMap[N], context: ChatContext) => void;
};
