/**
 * Contract of the editor's host and the documents that it shows: JSON-RPC 2.0 over `postMessage`. A view sends
 * `ChatRequestMap` and `ChatNoticeMap`, the host sends `HostNoticeMap`.
 */
export type { ChatRecord, EntryPage, HostRow, HostRowAction } from "./webview/chatRecord.ts";
export type {
  AgentView,
  BranchPoint,
  ChatSettings,
  ChatState,
  ControlName,
  CostView,
  DialogCard,
  FileChange,
  FolderView,
  HostCard,
  ModelsView,
  QueueItem,
  RecentSession,
  RunView,
  SessionView,
  SlashCommandView,
  TurnChanges,
  WebviewKind,
} from "./webview/chatState.ts";
export type {
  AttachmentView,
  IntakeForm,
  MentionItem,
  MentionKind,
  MirroredState,
  SelectionChip,
} from "./webview/composer.ts";
export type {
  HostNoticeMap,
  HostNoticeName,
  RecordBatch,
  SessionOpening,
  ViewCommand,
} from "./webview/hostNotices.ts";
export { initialChatState } from "./webview/initialState.ts";
export { chatCommandNames } from "./webview/requests.ts";
export type {
  ChatCommandName,
  ChatNoticeMap,
  ChatNoticeName,
  ChatRequestMap,
  ChatRequestName,
  ChatRequestParams,
  ChatRequestResult,
  DialogAnswer,
  DropResult,
  FindResult,
  InitResult,
  ReadyParams,
  RevertResult,
  SendResult,
} from "./webview/requests.ts";
export { parseChatMessage } from "./webview/parseChatMessage.ts";
export type { ParsedChatMessage } from "./webview/parseChatMessage.ts";
