import { commandSchemas, extensionUiResponseSchema } from "./commands.ts";
import { entryDefs, sessionHeaderSchema } from "./entries.ts";
import { eventDefs, eventSchemas } from "./events.ts";
import { uiRequestSchemas } from "./extensionUi.ts";
import { messageDefs } from "./messages.ts";
import { responseDefs, responseSchemas } from "./responses.ts";
import { chatNoticeSchemas, chatRequestSchemas } from "./webview.ts";

/** Path below the package and text of every generated file. */
export function generatedSchemaFiles(): { path: string; text: string }[] {
  return [
    {
      path: "src/commandSchemas.generated.ts",
      text: fileOf({
        commandSchemas: ["Record<RpcCommandType, JsonSchema>", commandSchemas],
        extensionUiResponseSchema: ["JsonSchema", extensionUiResponseSchema],
      }),
    },
    {
      path: "src/recordSchemas.generated.ts",
      text: fileOf({
        recordDefs: [
          "Record<string, JsonSchema>",
          { ...messageDefs, ...entryDefs, ...eventDefs, ...responseDefs },
        ],
        eventSchemas: ["Record<string, JsonSchema>", eventSchemas],
        uiRequestSchemas: ["Record<string, JsonSchema>", uiRequestSchemas],
        responseSchemas: ["Record<string, JsonSchema>", responseSchemas],
        sessionHeaderSchema: ["JsonSchema", sessionHeaderSchema],
      }),
    },
    {
      path: "src/webviewSchemas.generated.ts",
      text: fileOf({
        chatRequestSchemas: ["Record<string, JsonSchema>", chatRequestSchemas],
        chatNoticeSchemas: ["Record<string, JsonSchema>", chatNoticeSchemas],
      }),
    },
  ];
}

function fileOf(constants: Record<string, [type: string, value: unknown]>): string {
  const types = Object.values(constants).map(([type]) => type);
  const lines = ["// Written by `npm run schemas` from agent/protocol/schema. Do not edit."];
  if (types.some((type) => type.includes("RpcCommandType"))) {
    lines.push('import type { RpcCommandType } from "./commands.ts";');
  }
  lines.push('import type { JsonSchema } from "./json.ts";');
  for (const [name, [type, value]] of Object.entries(constants)) {
    lines.push("", `export const ${name}: ${type} = ${JSON.stringify(value, null, 1)};`);
  }
  return `${lines.join("\n")}\n`;
}
