export { createIntakeExtension } from "./builtin/createIntakeExtension.ts";
export { SettingsError } from "./base/settings/settingsError.ts";
export {
  SettingsManager,
  type SettingsDiagnostic,
  type SettingsScope,
} from "./base/settings/settingsManager.ts";
export type { PackageSource, SettingKey, SettingValue } from "./base/settings/settingsTable.ts";
export {
  isSessionError,
  MissingSessionCwdError,
  SessionError,
  SessionImportFileNotFoundError,
  type SessionErrorCode,
} from "./sessions/errors.ts";
export type { SessionInfo } from "./sessions/listSessions.ts";
export {
  buildContextEntries,
  buildProjection as buildSessionProjection,
  contextMessages as sessionEntryToContextMessages,
} from "./sessions/projection.ts";
export type { ProjectedMessage } from "./sessions/projection.ts";
export type { ModelReference, SessionSelection } from "./sessions/selection.ts";
export { SessionManager, type NewSessionOptions, type SessionContext } from "./sessions/sessionManager.ts";
export { generateDiffString, generateUnifiedPatch } from "./base/diff.ts";
export { withFileMutationQueue } from "./base/mutationQueue.ts";
export { getPowerShellConfig, getShellConfig } from "./base/shell/shellConfig.ts";
export {
  createLocalBashOperations,
  createLocalPowerShellOperations,
  type BashOperations,
  type PowerShellOperations,
} from "./base/shell/shellOperations.ts";
export {
  DEFAULT_MAX_BYTES,
  DEFAULT_MAX_LINES,
  formatSize,
  truncateHead,
  truncateLine,
  truncateTail,
  type TruncationResult,
} from "./base/truncate.ts";
export { createBashTool, createBashToolDefinition } from "./tools/bash.ts";
export type { BashToolDetails, BashToolInput, BashToolOptions } from "./tools/bash.ts";
export { createCodingTools, createReadOnlyTools } from "./tools/builtinTools.ts";
export type { ToolContext } from "./tools/context.ts";
export type { ToolAnnotations, ToolDefinition, ToolExposure, ToolNamespace } from "./tools/definition.ts";
export { createEditTool, createEditToolDefinition } from "./tools/edit.ts";
export type { EditOperations, EditToolDetails, EditToolInput, EditToolOptions } from "./tools/edit.ts";
export { createFindTool, createFindToolDefinition } from "./tools/find.ts";
export type { FindOperations, FindToolDetails, FindToolInput, FindToolOptions } from "./tools/find.ts";
export { createGrepTool, createGrepToolDefinition } from "./tools/grep.ts";
export type { GrepOperations, GrepToolDetails, GrepToolInput, GrepToolOptions } from "./tools/grep.ts";
export { createLsTool, createLsToolDefinition } from "./tools/ls.ts";
export type { LsOperations, LsToolDetails, LsToolInput, LsToolOptions } from "./tools/ls.ts";
export { createPowerShellTool, createPowerShellToolDefinition } from "./tools/powershell.ts";
export type { PowerShellToolInput, PowerShellToolOptions } from "./tools/powershell.ts";
export { createReadTool, createReadToolDefinition } from "./tools/read.ts";
export type { ReadToolDetails, ReadToolInput, ReadToolOptions } from "./tools/read.ts";
export type { ReadOperations } from "./tools/readOperations.ts";
export { createWriteTool, createWriteToolDefinition } from "./tools/write.ts";
export type { WriteOperations, WriteToolInput, WriteToolOptions } from "./tools/write.ts";
export { RpcClient } from "./rpcClient/rpcClient.ts";
export type { ModelInfo, RpcClientEvent, RpcClientOptions, RpcEventListener } from "./rpcClient/types.ts";
export { createAgentSession, type CreateAgentSessionOptions } from "./sdk/createAgentSession.ts";
export {
  createAgentSessionFromServices,
  type CreateAgentSessionFromServicesOptions,
  type CreateAgentSessionResult,
} from "./sdk/createAgentSessionFromServices.ts";
export {
  createAgentSessionServices,
  type CreateAgentSessionServicesOptions,
} from "./sdk/createAgentSessionServices.ts";
export { main, parseArgs, runPrintMode, runRpcMode, type PrintModeOptions } from "./programs.ts";
export {
  CONFIG_DIR_NAME,
  defineTool,
  getAgentDir,
  getDocsPath,
  getExamplesPath,
  getPackageDir,
  getReadmePath,
  VERSION,
} from "./sdk/names.ts";
export {
  buildSessionContext,
  getLatestCompactionEntry,
  migrateSessionEntries,
  parseSessionEntries,
} from "./sdk/sessionFunctions.ts";
export {
  compact,
  generateBranchSummary,
  generateSummary,
  generateSummaryWithUsage,
  shouldCompact,
  type GeneratedSummary,
  type GenerateSummaryOptions,
  type SummaryOptions,
} from "./sdk/summaries.ts";
export { hasTrustRequiringProjectResources, ProjectTrustStore } from "./sdk/trust.ts";
export { findCut as findCutPoint, type Cut } from "./session/compaction/cutPoint.ts";
export { calculateContextTokens, estimateTokens } from "./session/compaction/estimate.ts";
export { serializeConversation } from "./session/compaction/serialize.ts";
export {
  defaultCompactionSettings as DEFAULT_COMPACTION_SETTINGS,
  type CompactionSettings,
} from "./session/compaction/settings.ts";
export { convertToPng } from "./base/images/convertToPng.ts";
export { detectSupportedImageMimeTypeFromFile } from "./base/images/imageFile.ts";
export {
  formatDimensionNote,
  resizeImage,
  type ResizedImage,
  type ResizeProfile,
} from "./base/images/resizeImage.ts";
export type { ImageMimeType } from "./base/images/imageType.ts";
export type { CliArgs } from "./cli/args.ts";
export { AgentSession } from "./session/agentSession.ts";
export type {
  PromptDisposition,
  PromptOptions,
  UserInput,
  UserMessageOptions,
} from "./session/promptIntake.ts";
export {
  createAgentSessionRuntime,
  AgentSessionRuntime,
  type AgentSessionRuntimeOptions,
  type CreateAgentSessionRuntimeFactory,
  type CreateAgentSessionRuntimeResult,
  type ProjectTrustContext,
  type SessionRuntimeRequest,
} from "./session/agentSessionRuntime.ts";
export { RefusalError, type RefusalCode } from "./session/errors.ts";
export type { ReplacedSessionContext } from "./session/replacedSessionContext.ts";
export type { SessionShutdownEvent, SessionStartEvent } from "./session/sessionLifecycle.ts";
export type { AgentSessionServices, SessionDiagnostic } from "./session/sessionServices.ts";
export type { AgentSessionEvent, JsonAgentSessionEvent, SessionListener } from "./session/events.ts";
export {
  DefaultResourceLoader,
  type DefaultResourceLoaderOptions,
} from "./resources/defaultResourceLoader.ts";
export type {
  PromptResources,
  ReloadOptions,
  ResourceExtension,
  ResourceLoader,
  SkillResources,
  ThemeResources,
} from "./resources/resourceLoader.ts";
export type { LoadExtensions, LoadExtensionsRequest } from "./resources/extensionLoading.ts";
export { loadProjectContextFiles, type ContextFile } from "./resources/contextFiles.ts";
export type { ResourceCollision, ResourceDiagnostic, ResourceType } from "./base/resourceDiagnostic.ts";
export { parseFrontmatter, stripFrontmatter, type ParsedFrontmatter } from "./resources/frontmatter.ts";
export type { PromptTemplate } from "./resources/prompts/promptTemplate.ts";
export { formatSkillsForPrompt, type FormatSkillsOptions } from "./resources/skills/formatSkills.ts";
export {
  loadSkills,
  loadSkillsFromDir,
  type LoadSkillsFromDirOptions,
  type LoadSkillsOptions,
  type LoadSkillsResult,
} from "./resources/skills/loadSkills.ts";
export type { Skill } from "./resources/skills/skill.ts";
export { createSyntheticSourceInfo, type ResourceOrigin } from "./resources/sourceInfo.ts";
export type { NamedPath } from "./resources/sources.ts";
export type { ThemeColor, ThemeResource } from "./resources/themes/theme.ts";
export { parseSkillBlock, type SkillBlock } from "./base/skillBlock.ts";
export type { AnyToolDefinition } from "./tools/definition.ts";
export {
  AuthStore,
  CredentialSynchronizationError,
  matchReference as resolveCliModel,
  MemoryCredentialStore,
  ModelRuntime,
  resolveScope as resolveModelScopeWithDiagnostics,
} from "@relay-harness/ai";
export type {
  AuthInteraction,
  AuthNotice,
  AuthPrompt,
  ModelEntry as ProviderModelConfig,
  NativeProvider,
  NativeProvider as Provider,
  OAuthLoginCallbacks,
  ProviderConfig,
  Route as ModelRoute,
  RouteRequest as ModelRouteRequest,
} from "@relay-harness/ai";
export type { Credential, CredentialStore, ModelRuntimeOptions, ScopeEntry } from "@relay-harness/ai";
export { convertToLlm } from "@relay-harness/agent-core/loop";
export type {
  AgentTool,
  AgentToolResult,
  AnyAgentTool,
  ToolExecutionMode,
  ToolUpdate as AgentToolUpdateCallback,
} from "@relay-harness/agent-core";
export { currentSessionVersion as CURRENT_SESSION_VERSION } from "@relay-harness/protocol";
export type {
  AgentMessage,
  AssistantMessage,
  BashResult,
  BranchSummaryEntry,
  CacheWarmingStatus,
  CompactionEntry,
  ContextEditEntry,
  CustomEntry,
  CustomMessageEntry,
  LabelEntry,
  SessionMessageEntry,
  ModelChangeEntry,
  RpcSlashCommand as SlashCommandInfo,
  SessionHeader,
  SessionInfoEntry,
  ThinkingLevelChangeEntry,
  ContextUsage,
  DialogContext,
  ExtensionUiRequest as RpcExtensionUIRequest,
  ExtensionUiResponse as RpcExtensionUIResponse,
  ImageContent,
  JsonSchema,
  Model,
  RpcCommand,
  RpcResponse,
  RpcSessionState,
  RpcSlashCommand,
  SessionEntry,
  SessionStats,
  SourceInfo,
  TextContent,
  ThinkingLevel,
  ToolResultMessage,
  Usage,
  UserMessage,
} from "@relay-harness/protocol";
export { createEventBus, type EventBus } from "./extensions/eventBus.ts";
export type { ExtensionError } from "./extensions/errors.ts";
export type { ExecOptions, ExecResult } from "./extensions/exec.ts";
export type { Extension } from "./extensions/extension.ts";
export { ExtensionRunner } from "./extensions/extensionRunner.ts";
export { wrapRegisteredTool, wrapRegisteredTools } from "./extensions/wrapTool.ts";
export type { ExtensionHost } from "./extensions/host.ts";
export {
  loadExtensions as discoverAndLoadExtensions,
  type ExtensionLoadError,
  type LoadExtensionsOptions,
  type LoadExtensionsResult,
} from "./extensions/loadExtensions.ts";
export { AuthStorage } from "./extensions/authStorage.ts";
export { ModelRegistry } from "./extensions/modelRegistry.ts";
export { createExtensionRuntime, type ExtensionRuntime } from "./extensions/runtime.ts";
export {
  isBashToolResult,
  isEditToolResult,
  isFindToolResult,
  isGrepToolResult,
  isLsToolResult,
  isPowerShellToolResult,
  isReadToolResult,
  isToolCallEventType,
  isWriteToolResult,
} from "./extensions/toolGuards.ts";
export type * from "./extensions/types/agentEvents.ts";
export type * from "./extensions/types/api.ts";
export type * from "./extensions/types/boundary.ts";
export type {
  CompactOptions,
  ExtensionCommandContext,
  ExtensionContext,
  ExtensionMode,
  ReadonlySessionManager,
  SendMessageOptions,
  SendUserMessageOptions,
  SessionOperations,
} from "./extensions/types/context.ts";
export type * from "./extensions/types/eventMap.ts";
export type * from "./extensions/types/mcp.ts";
export type * from "./extensions/types/providerEvents.ts";
export type * from "./extensions/types/renderers.ts";
export type {
  CompactionPreparation,
  ExtensionCompaction,
  FileOperations,
  McpServersChangeEvent,
  ProjectTrustEvent,
  ProjectTrustEventResult,
  ResourcesDiscoverEvent,
  ResourcesDiscoverResult,
  SessionBeforeCompactEvent,
  SessionBeforeCompactResult,
  SessionBeforeForkEvent,
  SessionBeforeForkResult,
  SessionBeforeSwitchEvent,
  SessionBeforeSwitchResult,
  SessionBeforeTreeEvent,
  SessionBeforeTreeResult,
  SessionCompactEvent,
  SessionCompactFailedEvent,
  SessionInfoChangedEvent,
  SessionTreeEvent,
  TreePreparation,
} from "./extensions/types/sessionEvents.ts";
export type * from "./extensions/types/systemPrompt.ts";
export type { SystemPromptOptions as BuildSystemPromptOptions } from "./extensions/types/systemPrompt.ts";
export type { CommandDefinition as RegisteredCommand } from "./extensions/types/api.ts";
export type * from "./extensions/types/toolEvents.ts";
export type * from "./extensions/types/tools.ts";
export type * from "./extensions/types/ui.ts";
export type { ExtensionBindings } from "./session/extensions/extensionBindings.ts";
export { virtualModelStateEntry as VIRTUAL_MODEL_STATE_ENTRY } from "./session/modelRouter.ts";
export {
  collectEntriesForBranchSummary,
  findTurnStartIndex,
  getLastAssistantUsage,
  prepareBranchEntries,
  type BranchPreparation,
  type BranchReader,
} from "./sdk/branchEntries.ts";
export { copyToClipboard, InteractiveMode, type InteractiveModeOptions } from "./interactiveMode.ts";
export {
  DefaultPackageManager,
  type InstalledPackage,
  type PackageManagerOptions,
} from "./sdk/packageManager.ts";
export { readStoredCredential } from "./sdk/storedCredential.ts";
export { formatReadLineRange } from "./sdk/toolTexts.ts";
export { BorderedLoader, CustomEditor, DynamicBorder } from "./extensions/tui/appComponents.ts";
export { renderDiff } from "./extensions/tui/diff.ts";
export { getLanguageFromPath, highlightCode } from "./extensions/tui/highlight.ts";
export { keyHint, keyText, rawKeyHint } from "./extensions/tui/keyTexts.ts";
export {
  getMarkdownTheme,
  getSelectListTheme,
  getSettingsListTheme,
  initTheme,
  Theme,
  type ThemeOptions,
} from "./extensions/tui/theme.ts";
export { truncateToVisualLines, type VisualLines } from "./extensions/tui/visualLines.ts";
