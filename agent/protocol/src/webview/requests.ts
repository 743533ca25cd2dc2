import type { CompletionItem, ContextReport } from "../commands.ts";
import type { HarnessCheckResult } from "../harness.ts";
import type { ImageContent } from "../messages.ts";
import type { JsonObject } from "../json.ts";
import type { ThinkingLevel } from "../model.ts";
import type { ChatState, WebviewKind } from "./chatState.ts";
import type { EntryPage } from "./chatRecord.ts";
import type { AttachmentView, IntakeForm, MentionItem, MirroredState } from "./composer.ts";

type None = Record<never, never>;

/**
 * Requests of a view, answered by the host: name -> [params, result]. A failed one is a JSON-RPC error whose
 * message is to be shown as it is.
 */
export interface ChatRequestMap {
  /** The first message of every document. The host opens a fresh connection for each. */
  ready: [ReadyParams, InitResult];

  /** Older entries (`before`) or newer ones (`after`); `through`: at least as far as that entry. */
  "entries/page": [{ before?: string; after?: string; through?: string; limit?: number }, EntryPage];
  "find/query": [{ query: string }, FindResult];

  "prompt/send": [{ text: string; mode: "send" | "steer" | "queue" }, SendResult];
  /** Clears the queue, puts its texts before the draft (`draft/change`), then aborts. */
  "prompt/stop": [None, null];
  /** Takes an item out of the queue into the draft. */
  "queue/edit": [{ id: string }, null];
  "queue/remove": [{ id: string }, null];
  "shell/run": [{ command: string; excludeFromContext: boolean }, null];
  "shell/abort": [None, null];
  /** Sent by the Continue button of a run that the window's end stopped. */
  "run/continue": [None, null];
  /** Sends the last message again after a provider's failure. */
  "retry/again": [None, null];
  "retry/abort": [None, null];

  "completion/arguments": [{ command: string; prefix: string }, { items: CompletionItem[] }];
  "mention/search": [{ query: string; limit: number }, { items: MentionItem[] }];
  "attachment/capture": [{ reference: string }, AttachmentView];
  "attachment/addImage": [ImageContent & { name: string }, AttachmentView];
  /** URIs or paths that were dropped or pasted. */
  "attachment/drop": [{ uris: string[] }, DropResult];
  /** The editor's file dialog. */
  "attachment/pick": [None, DropResult];
  "attachment/remove": [{ id: string }, null];
  "attachment/image": [{ id: string }, ImageContent];
  "selection/include": [{ isIncluded: boolean }, null];
  "folder/choose": [{ path: string }, null];

  "model/set": [{ provider: string; modelId: string }, null];
  "thinking/set": [{ level: ThinkingLevel }, null];
  "context/report": [None, ContextReport];

  "dialog/answer": [{ id: string; answer: DialogAnswer }, null];
  /** Of a sign-in: opens its address, copies its code. Of an `editor`: shows its document, submits it. */
  "dialog/act": [{ id: string; action: "open" | "copyCode" | "show" | "submit" }, null];
  "card/answer": [{ id: string; action: string }, null];
  "row/act": [{ rowId: string; action: string }, null];

  /** Any address of a transcript; the host decides what may be opened. */
  "link/open": [{ href: string }, null];
  "file/open": [{ path: string; line?: number; column?: number }, null];
  "diff/open": [{ toolCallId: string }, null];
  /** Read-only document with all of it. */
  "output/open": [{ toolCallId?: string; entryId?: string; title: string }, null];
  "text/copy": [{ text: string }, null];
  "text/insertAtCursor": [{ text: string }, null];
  "text/pasteToTerminal": [{ text: string }, null];

  /** Moves to before that message; its text comes back through `draft/change`. */
  "entry/edit": [{ entryId: string }, null];
  "entry/fork": [{ entryId: string }, null];
  "entry/goTo": [{ entryId: string }, null];

  "rule/undo": [{ ruleId: string }, null];
  "edits/allow": [None, null];
  "evidence/runCheck": [{ command?: string }, HarnessCheckResult];
  "evidence/ask": [None, null];
  "turn/review": [{ entryId: string }, null];
  "turn/revert": [{ entryId: string; paths?: string[] }, RevertResult];
  /** Files as they were before that message: its turn and all later ones. */
  "turn/revertTo": [{ entryId: string }, RevertResult];

  "intake/pick": [{ what: "file" | "selection" | "output" }, { value: string | null }];
  "intake/submit": [IntakeForm, null];
  "intake/cancel": [None, null];
  "intake/result": [{ path: string; action: "open" | "reveal" | "copyPath" }, null];

  "harness/set": [{ key: string; value: unknown }, { appliesFrom: "now" | "next-session"; path: string }];
  "harness/testCommand": [{ command: string }, HarnessCheckResult];
  "harness/addToAgentsFile": [{ text: string }, null];
  "harness/openReport": [None, null];
  /** Shows a message of the transcript in the chat. */
  "harness/showMessage": [{ entryId: string }, null];

  /** Shows the session that `ChatState.recent` names. */
  "session/resumeRecent": [None, null];

  /** A command of the editor, by the name of its button. */
  "command/run": [{ name: ChatCommandName }, null];
}

export type ChatRequestName = keyof ChatRequestMap;
export type ChatRequestParams<N extends ChatRequestName> = ChatRequestMap[N][0];
export type ChatRequestResult<N extends ChatRequestName> = ChatRequestMap[N][1];

/** Buttons and slash names that lead to commands of the editor. */
export const chatCommandNames = [
  "newSession",
  "resumeSession",
  "openFolder",
  "setApiKey",
  "signIn",
  "signOut",
  "selectModel",
  "scopedModels",
  "selectThinking",
  "compact",
  "sessionInfo",
  "renameSession",
  "sessionTree",
  "fork",
  "clone",
  "importSession",
  "exportSession",
  "shareSession",
  "reportBug",
  "copyLastAnswer",
  "projectTrust",
  "agentSettings",
  "sessionOptions",
  "reloadResources",
  "restartAgent",
  "reloadPanel",
  "showLogs",
  "openSettings",
  "tools",
  "resources",
  "mcpServers",
  "modelView",
  "harness",
  "intake",
  "reviewTurn",
  "revertTurn",
] as const;

export type ChatCommandName = (typeof chatCommandNames)[number];

export interface ReadyParams {
  kind: WebviewKind;
  /** What the view kept in its own state, if anything. */
  state: MirroredState | null;
}

export interface InitResult {
  kind: WebviewKind;
  /** Texts by their English form, where the editor's language has another. */
  strings: { [english: string]: string };
  state: ChatState;
  /** What the host has mirrored for the open session. */
  mirrored: MirroredState | null;
  /** `darwin` names keys otherwise. */
  platform: "darwin" | "linux" | "win32";
}

export interface FindResult {
  /** Oldest first. `snippet` holds the match at [start, end). */
  matches: { entryId: string; snippet: string; start: number; end: number }[];
  /** More than the host lists. */
  isCut: boolean;
}

export interface SendResult {
  /** `held`: a card asks first, and the draft stays. */
  disposition: "started" | "queued" | "handled" | "held";
}

export interface DropResult {
  /** To write at the cursor, such as `@src/a.ts`. */
  insert: string[];
  attachments: AttachmentView[];
  /** What could not be taken, and why. */
  refused: { name: string; reason: string }[];
}

export type DialogAnswer =
  { value: string } | { confirmed: boolean; remember?: "session"; reason?: string } | { cancelled: true };

export interface RevertResult {
  reverted: string[];
  /** A card asks about those that others changed since. */
  skipped: { path: string; reason: string }[];
}

/** Sent without waiting for an answer: name -> params. */
export interface ChatNoticeMap {
  /** Batches up to this one are drawn. */
  ack: { sequence: number };
  focus: { hasFocus: boolean };
  mirror: { sessionId: string; state: MirroredState };
  /** Something in the view failed; goes to the log. */
  problem: { message: string; detail: JsonObject };
}

export type ChatNoticeName = keyof ChatNoticeMap;
