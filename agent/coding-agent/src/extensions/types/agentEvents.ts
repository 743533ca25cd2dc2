import type { AssistantStreamUpdate } from "@relay-harness/agent-core";
import type {
  AgentMessage,
  AssistantMessage,
  CustomMessage,
  ImageContent,
  StreamingBehavior,
  ToolResultMessage,
} from "@relay-harness/protocol";
import type { BoundaryFields } from "./boundary.ts";
import type { SystemPromptOptions } from "./systemPrompt.ts";

export type InputSource = "interactive" | "rpc" | "extension";

/** Text that was entered, before skills and templates are expanded. */
export interface InputEvent {
  type: "input";
  text: string;
  images?: ImageContent[];
  source: InputSource;
  /** Only while an activity is in progress, when the sender gave one. */
  streamingBehavior?: StreamingBehavior;
}

export type InputEventResult =
  | { action: "continue" }
  /** Without `images` those there are stay. */
  | { action: "transform"; text: string; images?: ImageContent[] }
  | { action: "handled" };

/** Fields of a message that extensions add. */
export type CustomMessageInput = Pick<CustomMessage, "customType" | "content" | "display" | "details">;

interface BeforeAgentStartBase {
  type: "before_agent_start";
  readonly systemPrompt: string;
  /** Changes last for the run. */
  systemPromptOptions: SystemPromptOptions;
}

export type BeforeAgentStartEvent = BeforeAgentStartBase &
  (
    | {
        messageType: "user";
        /** Expanded. */
        prompt: string;
        images?: ImageContent[];
      }
    | { messageType: "custom"; message: CustomMessage }
  );

export interface BeforeAgentStartEventResult {
  /** Added to the messages that the run starts with. */
  message?: CustomMessageInput;
  /** Replaces the whole prompt for the run. */
  systemPrompt?: string;
}

export interface AgentStartEvent {
  type: "agent_start";
}

export interface AgentEndEvent {
  type: "agent_end";
  /** Of this low-level run. */
  messages: AgentMessage[];
}

export interface TurnStartEvent {
  type: "turn_start";
  /** 0 at each `agent_start`. */
  turnIndex: number;
  /** Milliseconds since the epoch. */
  timestamp: number;
}

export interface TurnEndEvent extends BoundaryFields {
  type: "turn_end";
  turnIndex: number;
  message: AssistantMessage;
  toolResults: ToolResultMessage[];
  messageEntryId: string;
  toolResultEntryIds: string[];
}

export interface AgentBeforeSettleEvent extends BoundaryFields {
  type: "agent_before_settle";
}

export interface AgentSettledEvent {
  type: "agent_settled";
  aborted: boolean;
}

export interface MessageStartEvent {
  type: "message_start";
  message: AgentMessage;
}

export interface MessageUpdateEvent {
  type: "message_update";
  message: AssistantMessage;
  assistantMessageEvent: AssistantStreamUpdate;
}

export interface MessageEndEvent {
  type: "message_end";
  message: AgentMessage;
}

/** The role has to stay. */
export interface MessageEndEventResult {
  message?: AgentMessage;
}

export type UiPromptKind = "select" | "confirm" | "input" | "editor" | "custom";

export type UiPromptStartEvent = UiPromptEvent<"ui_prompt_start">;
export type UiPromptEndEvent = UiPromptEvent<"ui_prompt_end">;

export interface UiPromptEvent<Type extends "ui_prompt_start" | "ui_prompt_end"> {
  type: Type;
  reason: "ui_prompt";
  kind: UiPromptKind;
  title?: string;
}
