import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadExtensions } from "./extensions/loadExtensions.ts";
import type * as relay from "./index.ts";

/** What extension-api.md lists by module, as values. */
const values: Readonly<Record<string, string>> = {
  "@relay-harness/coding-agent": `
    main parseArgs VERSION CONFIG_DIR_NAME getAgentDir getPackageDir createEventBus ExtensionRunner
    discoverAndLoadExtensions wrapRegisteredTool wrapRegisteredTools convertToLlm serializeConversation compact
    generateSummary generateSummaryWithUsage generateBranchSummary findCutPoint shouldCompact estimateTokens
    calculateContextTokens getLastAssistantUsage findTurnStartIndex collectEntriesForBranchSummary
    prepareBranchEntries DEFAULT_COMPACTION_SETTINGS resolveCliModel loadSkills loadSkillsFromDir
    formatSkillsForPrompt createSyntheticSourceInfo generateDiffString generateUnifiedPatch
    hasTrustRequiringProjectResources ProjectTrustStore RpcClient runRpcMode runPrintMode InteractiveMode
    VIRTUAL_MODEL_STATE_ENTRY parseFrontmatter stripFrontmatter parseSkillBlock copyToClipboard resizeImage
    convertToPng truncateToVisualLines getShellConfig getPowerShellConfig CustomEditor DynamicBorder BorderedLoader
    Theme getMarkdownTheme getSelectListTheme getSettingsListTheme highlightCode getLanguageFromPath keyHint keyText
    rawKeyHint formatReadLineRange formatDimensionNote detectSupportedImageMimeTypeFromFile renderDiff initTheme
    loadProjectContextFiles resolveModelScopeWithDiagnostics readStoredCredential DefaultPackageManager ModelRegistry
    getReadmePath getDocsPath getExamplesPath isToolCallEventType isBashToolResult isPowerShellToolResult
    isReadToolResult isEditToolResult isWriteToolResult isGrepToolResult isFindToolResult isLsToolResult defineTool
    withFileMutationQueue DEFAULT_MAX_LINES DEFAULT_MAX_BYTES truncateHead truncateTail truncateLine formatSize
    createReadTool createBashTool createPowerShellTool createEditTool createWriteTool createGrepTool createFindTool
    createLsTool createReadToolDefinition createBashToolDefinition createPowerShellToolDefinition
    createEditToolDefinition createWriteToolDefinition createGrepToolDefinition createFindToolDefinition
    createLsToolDefinition createCodingTools createReadOnlyTools createLocalBashOperations
    createLocalPowerShellOperations createAgentSession createAgentSessionServices createAgentSessionFromServices
    createAgentSessionRuntime SessionManager buildContextEntries buildSessionProjection buildSessionContext
    sessionEntryToContextMessages parseSessionEntries migrateSessionEntries getLatestCompactionEntry
    CURRENT_SESSION_VERSION SettingsManager DefaultResourceLoader createExtensionRuntime ModelRuntime
    CredentialSynchronizationError SessionImportFileNotFoundError MissingSessionCwdError AgentSession
    AgentSessionRuntime`,
  "@relay-harness/agent-core": `
    Agent agentLoop agentLoopContinue runAgentLoop runAgentLoopContinue runToolCall streamProxy setDefaultStreamFn
    HarnessCore AlignmentPolicy ConstraintLedger EvidenceLedger SliceDiscipline ContextWindowPolicy SkillUsageTracker
    auditSkill classifyToolCall HARNESS_MESSAGE_PREFIX isDeveloperMessage`,
  "@relay-harness/ai": `
    getCurrentSystemPrompt getCurrentTools getCurrentSystemMessage collapseSystemMessages StringEnum calculateCost
    uuidv7 AssistantMessageEventStream createAssistantMessageEventStream ToolCallArgumentsStream Type createProvider
    stream streamSimple complete getModel clampThinkingLevel registerApiProvider`,
  ...Object.fromEntries(
    ["compat", "models", "oauth", "providers/all"].map((path) => [
      `@relay-harness/ai/${path}`,
      `createProvider registerApiProvider stream streamSimple complete anthropicMessagesApi openAICompletionsApi
       openAIResponsesApi googleGenerativeAIApi azureOpenAIResponsesApi getModel clampThinkingLevel generatePKCE
       startCallbackServer parseAuthorizationInput pollDeviceToken`,
    ]),
  ),
  "@relay-harness/tui": `
    Box Container Editor Image Input Markdown SelectList SettingsList Spacer Text TUI TuiMainScreen ProcessTerminal
    CURSOR_MARKER Key fuzzyFilter isKeyRelease matchesKey parseKey renderFakeCursor truncateToWidth visibleWidth
    wrapTextWithAnsi`,
  "@relay-harness/protocol": "textOf isJsonObject emptyUsage",
  typebox: "Type",
  "typebox/compile": "Compile",
  "typebox/value": "Value",
  "@sinclair/typebox": "Type",
};

/** The same for types: that this compiles is the test. */
export type DocumentedTypes = [
  ...[
    relay.BashOperations,
    relay.EditOperations,
    relay.FindOperations,
    relay.LsOperations,
    relay.ReadOperations,
  ],
  ...[relay.WriteOperations, relay.BashToolDetails, relay.EditToolDetails, relay.GrepToolDetails],
  ...[relay.ReadToolDetails, relay.GrepToolInput, relay.BuildSystemPromptOptions, relay.KeybindingsManager],
  ...[
    relay.CreateAgentSessionRuntimeFactory,
    relay.JsonAgentSessionEvent,
    relay.ModelRoute,
    relay.ModelRouteRequest,
  ],
  ...[relay.ProjectTrustEventResult, relay.SessionBeforeSwitchEvent, relay.SessionMessageEntry],
  ...[relay.SlashCommandInfo, relay.ToolExecutionMode, relay.ToolInfo, relay.WorkingIndicatorOptions],
  ...[relay.ExtensionAPI, relay.ExtensionContext, relay.ExtensionCommandContext, relay.ExtensionFactory],
  ...[
    relay.InlineExtension,
    relay.LoadExtensionsResult,
    relay.Extension,
    relay.ExtensionError,
    relay.SourceInfo,
  ],
  ...[relay.ToolDefinition, relay.AgentToolResult<unknown>, relay.ToolCallEvent, relay.ToolResultEvent],
  ...[relay.InputEvent, relay.BeforeAgentStartEvent, relay.TurnEndEvent, relay.AgentBeforeSettleEvent],
  ...[relay.UiPromptStartEvent, relay.UiPromptEndEvent, relay.SessionBoundaryDraft, relay.ExtensionUIContext],
  ...[relay.CustomEntry, relay.CustomMessageEntry, relay.CompactionEntry, relay.BranchSummaryEntry],
  ...[relay.ModelChangeEntry, relay.ThinkingLevelChangeEntry, relay.LabelEntry, relay.SessionInfoEntry],
  ...[relay.SessionHeader, relay.ProviderConfig, relay.ReplacedSessionContext, relay.Theme],
];

describe("names that the documentation lists", () => {
  it("extension-api.md §1: an extension finds all of them in every module", async () => {
    const root = realpathSync(mkdtempSync(join(tmpdir(), "relay-names-")));
    try {
      const agentDir = join(root, "agent");
      mkdirSync(join(agentDir, "extensions"), { recursive: true });
      const imports = Object.keys(values).map(
        (name, index) => `import * as m${index} from ${JSON.stringify(name)};`,
      );
      const checks = Object.entries(values).map(
        ([name, list], index) =>
          `for (const one of ${JSON.stringify(list.trim().split(/\s+/))})
            if (m${index}[one] === undefined) missing.push(${JSON.stringify(name)} + " " + one);`,
      );
      writeFileSync(
        join(agentDir, "extensions/names.js"),
        `${imports.join("\n")}
        export default (relay) => {
          const missing = [];
          ${checks.join("\n")}
          relay.registerFlag(JSON.stringify(missing), { type: "boolean" });
        };`,
      );
      const settings = { getIn: () => undefined, isProjectTrusted: () => false };
      const { extensions, errors } = await loadExtensions({ cwd: root, agentDir, settings });
      assert.deepEqual(errors, []);
      assert.deepEqual(
        extensions.flatMap(({ flags }) => [...flags.keys()]).map((list) => JSON.parse(list) as string[]),
        [[]],
      );
    } finally {
      rmSync(root, { recursive: true, force: true });
    }
  });
});
