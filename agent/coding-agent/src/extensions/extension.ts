import type { SourceInfo } from "@relay-harness/protocol";
import type { CommandDefinition, FlagDefinition, ShortcutDefinition } from "./types/api.ts";
import type { ExtensionEventName } from "./types/eventMap.ts";
import type {
  EntryRenderer,
  MarkdownTransformer,
  MarkdownTransformerOptions,
  MessageRenderer,
  ToolRendererResolver,
} from "./types/renderers.ts";
import type { AnyExtensionTool } from "./types/tools.ts";

/** A handler as it is stored: its event decides what it gets and returns. */
export type AnyHandler = (event: unknown, ctx: unknown) => unknown;

/** A loaded extension with everything that it has registered. */
export interface Extension {
  /** As it was found: absolute, `builtin:<name>` or `<inline:NAME>`. */
  readonly path: string;
  /** Real path. */
  readonly resolvedPath: string;
  /** Left out of the list at start. */
  readonly hidden?: boolean;
  readonly replaceable?: boolean;
  readonly sourceInfo: SourceInfo;
  /** In the order of registration. Lists are replaced on change, never changed. */
  readonly handlers: Map<ExtensionEventName, readonly AnyHandler[]>;
  readonly tools: Map<string, AnyExtensionTool>;
  readonly commands: Map<string, CommandDefinition>;
  readonly flags: Map<string, FlagDefinition>;
  readonly shortcuts: Map<string, ShortcutDefinition>;
  readonly messageRenderers: Map<string, MessageRenderer>;
  readonly entryRenderers: Map<string, EntryRenderer>;
  readonly toolRenderers: ToolRendererResolver[];
  markdownTransformer?: { transform: MarkdownTransformer; options: MarkdownTransformerOptions };
  /** Takes the extension off the shared bus. */
  readonly busSubscriptions: Set<() => void>;
}

export type ExtensionIdentity = Pick<
  Extension,
  "path" | "resolvedPath" | "sourceInfo" | "hidden" | "replaceable"
>;

export function newExtension(identity: ExtensionIdentity): Extension {
  return {
    ...identity,
    handlers: new Map(),
    tools: new Map(),
    commands: new Map(),
    flags: new Map(),
    shortcuts: new Map(),
    messageRenderers: new Map(),
    entryRenderers: new Map(),
    toolRenderers: [],
    busSubscriptions: new Set(),
  };
}
