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

/** The tools that a session starts with, in their order. */
export function selectTools({
  cwd,
  settings,
  choice,
  builtin,
  warn,
}: SelectToolsOptions): AnyToolDefinition[] {
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
  for (const { name, defaultActive } of isExclusive ? [] : customTools) {
    if (defaultActive !== false && allows(name)) active.add(name);
  }
  for (const change of toolChanges) {
    const name = change.slice(1);
    if (change.startsWith("-")) active.delete(name);
    else if (knownNames.includes(name) && allows(name)) active.add(name);
  }
  return [...active].flatMap((name) => {
    const tool = custom.get(name);
    if (tool) return [tool];
    return isBuiltinToolName(name) ? [createBuiltinToolDefinition(name, cwd, builtin)] : [];
  });
}
