import type { AgentToolResult } from "@relay-harness/agent-core";
import type { CustomEntry, CustomMessage, JsonObject } from "@relay-harness/protocol";
import type { Component, Theme } from "./ui.ts";

/** What a tool's renderers know of the call that they draw. */
export interface ToolRenderContext {
  /** May be partial or invalid. */
  args: JsonObject;
  toolCallId: string;
  cwd: string;
  /** Kept per row. */
  state: Record<string, unknown>;
  /** Of the same slot. */
  lastComponent?: Component;
  invalidate(): void;
  executionStarted: boolean;
  argsComplete: boolean;
  isPartial: boolean;
  expanded: boolean;
  showImages: boolean;
  isError: boolean;
  durationMs?: number;
  outputPad: number;
  keyText(id: string): string;
  keyHint(id: string, text: string): string;
}

export interface ToolRenderResultOptions {
  expanded: boolean;
  isPartial: boolean;
}

export interface ToolRenderers {
  /** `self` draws its own frame. */
  renderShell?: "default" | "self";
  renderCall?: (args: JsonObject, theme: Theme, context: ToolRenderContext) => Component;
  renderResult?: (
    result: AgentToolResult,
    options: ToolRenderResultOptions,
    theme: Theme,
    context: ToolRenderContext,
  ) => Component;
}

/** Chooses renderers for calls to any tool; `next` gives what the remaining resolvers would choose. */
export type ToolRendererResolver = (
  toolName: string,
  next: () => ToolRenderers | undefined,
) => ToolRenderers | undefined;

export interface StoredRenderOptions {
  expanded: boolean;
  /** Messages only. */
  outputPad?: number;
  keyText(id: string): string;
  keyHint(id: string, text: string): string;
}

export type MessageRenderOptions = StoredRenderOptions;
export type EntryRenderOptions = StoredRenderOptions;

export type MessageRenderer<Details = unknown> = (
  message: CustomMessage & { details?: Details },
  options: StoredRenderOptions,
  theme: Theme,
) => Component | undefined;

export type EntryRenderer<Data = unknown> = (
  entry: CustomEntry & { data?: Data },
  options: StoredRenderOptions,
  theme: Theme,
) => Component | undefined;

export type MarkdownMessageType =
  "user" | "assistant" | "assistant-thinking" | "custom" | "summary" | "changelog";

export type MarkdownTransformer = (
  markdown: string,
  context: {
    messageType: MarkdownMessageType;
    isStreaming: boolean;
    /** Columns. */
    availableWidth: number;
    messageId?: string;
    timestamp?: number;
  },
) => string;

export interface MarkdownTransformerOptions {
  /** Default: user, assistant and assistant-thinking. */
  messageTypes?: readonly MarkdownMessageType[];
}
