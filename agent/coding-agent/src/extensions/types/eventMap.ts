import type * as Agent from "./agentEvents.ts";
import type { BoundaryResult } from "./boundary.ts";
import type * as Provider from "./providerEvents.ts";
import type * as Session from "./sessionEvents.ts";
import type * as Tool from "./toolEvents.ts";

/** Every event an extension can listen for: its payload, and what a handler may return. */
export interface ExtensionEventMap {
  project_trust: [Session.ProjectTrustEvent, Session.ProjectTrustEventResult];
  resources_discover: [Session.ResourcesDiscoverEvent, Session.ResourcesDiscoverResult];
  mcp_servers_change: [Session.McpServersChangeEvent, undefined];
  session_start: [Session.SessionStartEvent, undefined];
  session_info_changed: [Session.SessionInfoChangedEvent, undefined];
  session_before_switch: [Session.SessionBeforeSwitchEvent, Session.SessionBeforeSwitchResult];
  session_before_fork: [Session.SessionBeforeForkEvent, Session.SessionBeforeForkResult];
  session_before_compact: [Session.SessionBeforeCompactEvent, Session.SessionBeforeCompactResult];
  session_compact: [Session.SessionCompactEvent, undefined];
  session_compact_failed: [Session.SessionCompactFailedEvent, undefined];
  session_before_tree: [Session.SessionBeforeTreeEvent, Session.SessionBeforeTreeResult];
  session_tree: [Session.SessionTreeEvent, undefined];
  session_shutdown: [Session.SessionShutdownEvent, undefined];
  input: [Agent.InputEvent, Agent.InputEventResult];
  before_agent_start: [Agent.BeforeAgentStartEvent, Agent.BeforeAgentStartEventResult];
  agent_start: [Agent.AgentStartEvent, undefined];
  agent_end: [Agent.AgentEndEvent, undefined];
  turn_start: [Agent.TurnStartEvent, undefined];
  turn_end: [Agent.TurnEndEvent, BoundaryResult];
  agent_before_settle: [Agent.AgentBeforeSettleEvent, BoundaryResult];
  agent_settled: [Agent.AgentSettledEvent, undefined];
  message_start: [Agent.MessageStartEvent, undefined];
  message_update: [Agent.MessageUpdateEvent, undefined];
  message_end: [Agent.MessageEndEvent, Agent.MessageEndEventResult];
  ui_prompt_start: [Agent.UiPromptEvent<"ui_prompt_start">, undefined];
  ui_prompt_end: [Agent.UiPromptEvent<"ui_prompt_end">, undefined];
  context: [Provider.ContextEvent, Provider.ContextEventResult];
  context_with_system: [Provider.ContextWithSystemEvent, Provider.ContextEventResult];
  before_provider_headers: [Provider.BeforeProviderHeadersEvent, undefined];
  before_provider_request: [Provider.BeforeProviderRequestEvent, unknown];
  after_provider_response: [Provider.AfterProviderResponseEvent, undefined];
  provider_stream_event: [Provider.ProviderStreamEvent, undefined];
  cache_warming_decision: [Provider.CacheWarmingDecisionEvent, Provider.CacheWarmingDecisionResult];
  model_select: [Tool.ModelSelectEvent, undefined];
  thinking_level_select: [Tool.ThinkingLevelSelectEvent, undefined];
  tool_execution_start: [Tool.ToolExecutionStartEvent, undefined];
  tool_execution_update: [Tool.ToolExecutionUpdateEvent, undefined];
  tool_execution_end: [Tool.ToolExecutionEndEvent, undefined];
  tool_call: [Tool.ToolCallEvent, Tool.ToolCallEventResult];
  tool_result: [Tool.ToolResultEvent, Tool.ToolResultEventResult];
  user_bash: [Tool.UserBashEvent, Tool.UserBashEventResult];
}

export type ExtensionEventName = keyof ExtensionEventMap;
export type ExtensionEventOf<K extends ExtensionEventName> = ExtensionEventMap[K][0];
export type ExtensionResultOf<K extends ExtensionEventName> = ExtensionEventMap[K][1];

/** Any event. */
export type ExtensionEvent = ExtensionEventOf<ExtensionEventName>;

/** Events whose handlers are only told. */
export type NotifyEventName = {
  [K in ExtensionEventName]: ExtensionResultOf<K> extends undefined ? K : never;
}[ExtensionEventName];

/** Any of them. */
export type NotifyEvent = ExtensionEventOf<NotifyEventName>;
