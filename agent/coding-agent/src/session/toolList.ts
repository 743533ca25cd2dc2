import type { ToolInfo } from "@relay-harness/protocol";
import type { ToolInfo as RegisteredTool } from "../extensions/types/tools.ts";

/** Tools as clients see them: data alone. */
export function toolList(tools: readonly (RegisteredTool & { active: boolean })[]): ToolInfo[] {
  return tools.map(
    ({ name, description, parameters, active, exposure, namespace, annotations, sourceInfo }) => ({
      name,
      description,
      parameters: parameters as ToolInfo["parameters"],
      active,
      exposure,
      ...(namespace && {
        namespace: {
          name: namespace.name,
          ...(namespace.description !== undefined && { description: namespace.description }),
        },
      }),
      ...(annotations && { annotations: { ...annotations } }),
      sourceInfo,
    }),
  );
}
