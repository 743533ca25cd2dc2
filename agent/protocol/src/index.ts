export type {
  AuthInfo,
  AuthStatusName,
  BashResult,
  CompletionItem,
  ContextBreakdown,
  ContextReport,
  ContextUsage,
  ProtocolInfo,
  QueueMode,
  ReportTranscript,
  ResourceInfo,
  ResourceKind,
  ResourceListing,
  RpcCommand,
  RpcCommandFields,
  RpcCommandMap,
  RpcCommandType,
  RpcResponse,
  RpcResponseData,
  RpcSessionState,
  LoadDiagnostic,
  CacheWarmingDecision,
  CacheWarmingStatus,
  ModelUsage,
  OutlineNode,
  RpcSlashCommand,
  ScopedModel,
  SessionStats,
  SessionSummary,
  TreeNavigationResult,
  SessionTreeNode,
  SettingsProblem,
  SettingsReport,
  SettingsScope,
  SourceInfo,
  StreamingBehavior,
  TokenTotals,
  ToolInfo,
  TrustReport,
} from "./commands.ts";
export { currentSessionVersion } from "./entries.ts";
export type {
  BranchSummaryEntry,
  CompactionEntry,
  ContextEditEntry,
  CustomEntry,
  CustomMessageEntry,
  LabelEntry,
  ModelChangeEntry,
  SessionEntry,
  SessionEntryType,
  SessionHeader,
  SessionInfoEntry,
  SessionMessageEntry,
  ThinkingLevelChangeEntry,
  UsageEntry,
} from "./entries.ts";
export { rpcEventTypes } from "./events.ts";
export type {
  ActivityEvent,
  AssistantMessageTerminal,
  AssistantMessageUpdate,
  CompactionReason,
  CompactionResult,
  RpcEvent,
  RpcOnlyEvent,
  RunEvent,
  SessionEvent,
  SessionEventType,
  ToolExecutionResult,
} from "./events.ts";
export { extensionUiMethods } from "./extensionUi.ts";
export type {
  AuthorizationTarget,
  DialogContext,
  ExtensionUiDialog,
  ExtensionUiMethod,
  ExtensionUiNotice,
  ExtensionUiRequest,
  ExtensionUiResponse,
} from "./extensionUi.ts";
export { encodeRecord, JsonlDecoder, maxRecordBytes } from "./framing.ts";
export type { DecodedRecord } from "./framing.ts";
export type {
  HarnessApproval,
  HarnessCheck,
  HarnessCheckResult,
  HarnessConstraint,
  HarnessContext,
  HarnessCoreSettings,
  HarnessCorrection,
  HarnessEvidence,
  HarnessOperation,
  HarnessSkillFinding,
  HarnessSkillUsage,
  HarnessSlice,
  HarnessState,
  HarnessTurn,
} from "./harness.ts";
export { isJsonObject } from "./json.ts";
export type { JsonObject, JsonSchema, JsonValue } from "./json.ts";
export { emptyUsage, textOf } from "./messages.ts";
export type {
  AgentMessage,
  AssistantContent,
  AssistantMessage,
  BashExecutionMessage,
  BranchSummaryMessage,
  CompactionSummaryMessage,
  ConstrainedSampling,
  CustomMessage,
  DeferredHandle,
  Diagnostic,
  ImageContent,
  LlmMessage,
  NestedCall,
  StopReason,
  SystemMessage,
  TextContent,
  ThinkingContent,
  ToolCall,
  ToolDeclaration,
  ToolResultMessage,
  Usage,
  UsageCost,
  UserContent,
  UserMessage,
} from "./messages.ts";
export { thinkingLevels } from "./model.ts";
export type { ImageLimits, Model, ModelCost, Rates, RateTier, ThinkingLevel } from "./model.ts";
export { oversizeRecordError, parseCommandRecord } from "./parseCommandRecord.ts";
export type { CommandRecord, ParsedCommandRecord } from "./parseCommandRecord.ts";
export { authorizationAnswer, defaultDialogResult, dialogResult } from "./dialogAnswer.ts";
export type { AuthorizationAnswer, DialogMethod, DialogResults } from "./dialogAnswer.ts";
export { findSchemaProblem } from "./schemaProblem.ts";
export type { SchemaProblem } from "./schemaProblem.ts";
export { isRpcCommandType, rpcCommandTypes, validateCommand } from "./validateCommand.ts";
export type { ValidatedCommand } from "./validateCommand.ts";
export { applyEntry, entriesOfBranch, transcriptFromEntries } from "./transcript/applyEntry.ts";
export { applyEvent } from "./transcript/applyEvent.ts";
export { applyBashCommand, applyBashResult } from "./transcript/bash.ts";
export type {
  AssistantBlock,
  AssistantItem,
  BashItem,
  BranchSummaryItem,
  CompactionItem,
  CustomItem,
  ModelChangeItem,
  NoticeItem,
  RecordItem,
  RetryStatus,
  ThinkingChangeItem,
  ToolItem,
  ToolState,
  Transcript,
  TranscriptChanges,
  TranscriptInternals,
  TranscriptItem,
  TranscriptStatus,
  TranscriptUsage,
  UserItem,
} from "./transcript/model.ts";
export { dropOldest } from "./transcript/dropOldest.ts";
export { prependEntries } from "./transcript/prependEntries.ts";
export { createTranscript, takeChanges } from "./transcript/state.ts";
export { transcriptView } from "./transcript/view.ts";
export type { TranscriptView } from "./transcript/view.ts";
