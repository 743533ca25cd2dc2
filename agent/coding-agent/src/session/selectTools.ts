import type { SettingsManager } from "../base/settings/settingsManager.ts";
import {
  builtinToolNames,
  createBuiltinToolDefinition,
  isBuiltinToolName,
  type BuiltinToolOptions,
} from "../tools/builtinTools.ts";
import type { AnyToolDefinition } from "../tools/definition.ts";
import { resolveToolSelection, type ToolSelectionInput } from "../tools/toolSelection.ts";

/** What the command line or an embedding program says about tools. */
export interface ToolChoice extends Pick<
  ToolSelectionInput,
  "cliTools" | "excludeTools" | "noTools" | "noBuiltinTools"
> {
  /** `+name` and `-name`: changes of the set that is active by default. */
  toolChanges?: readonly string[];
  /** Tools beside the built-in ones; one of the same name takes the place of a built-in tool. */
  customTools?: readonly AnyToolDefinition[];
}

export interface SelectToolsOptions {
  cwd: string;
  settings: SettingsManager;
  choice: ToolChoice;
  builtin: BuiltinToolOptions;
  warn: (warning: string) => void;
}

/** What a session starts with, and what may join later. */
export interface StartTools {
  /** In their order. */
  active: AnyToolDefinition[];
  /** Whether the command line lets a tool be active. */
  allows: (name: string) => boolean;
  /** The command line names the whole set: what is registered later joins only when it is asked to. */
  isExclusive: boolean;
  /** A built-in tool by name. */
  builtinTool: (name: string) => AnyToolDefinition | undefined;
}

/** The tools that a session starts with. */
export function selectTools({ cwd, settings, choice, builtin, warn }: SelectToolsOptions): StartTools {
  const { toolChanges = [], customTools = [], ...input } = choice;
  const custom = new Map(customTools.map((tool) => [tool.name, tool]));
  const knownNames = [...new Set([...builtinToolNames, ...custom.keys()])];
  const { names, warnings, isExclusive, allows } = resolveToolSelection({
    ...input,
    userDefaultTools: settings.getIn("user", "defaultTools"),
    projectDefaultTools: settings.getIn("project", "defaultTools"),
    knownNames,
  });
  for (const warning of warnings) warn(warning);
  const active = new Set(names);
  for (const tool of isExclusive ? [] : customTools) {
    if (isActiveByDefault(tool) && allows(tool.name)) active.add(tool.name);
  }
  for (const change of toolChanges) {
    const name = change.slice(1);
    if (change.startsWith("-")) active.delete(name);
    else if (knownNames.includes(name) && allows(name)) active.add(name);
  }
  const removed = new Set(
    toolChanges.filter((change) => change.startsWith("-")).map((change) => change.slice(1)),
  );
  const builtinTools = new Map<string, AnyToolDefinition>();
  const builtinTool = (name: string): AnyToolDefinition | undefined => {
    if (!isBuiltinToolName(name)) return undefined;
    const tool = builtinTools.get(name) ?? createBuiltinToolDefinition(name, cwd, builtin);
    builtinTools.set(name, tool);
    return tool;
  };
  return {
    active: [...active].flatMap((name) => custom.get(name) ?? builtinTool(name) ?? []),
    allows: (name) => allows(name) && !removed.has(name),
    isExclusive,
    builtinTool,
  };
}

/** What registering a tool does to the active set (seeds/extensions.md, Tool exposure). */
export function isActiveByDefault({
  defaultActive = true,
  exposure = "direct",
}: Pick<AnyToolDefinition, "defaultActive" | "exposure">): boolean {
  return defaultActive && (exposure === "direct" || exposure === "model-only");
}
