import { Type } from "@sinclair/typebox";
import type { TSchema } from "@sinclair/typebox";
import type { ExtensionUiMethod } from "../src/extensionUi.ts";
import { oneOf } from "./build.ts";

const text = Type.String();
const flag = Type.Boolean();
const timeout = Type.Optional(Type.Number({ minimum: 0 }));
const optionalText = Type.Optional(text);
const optionalFlag = Type.Optional(flag);

const dialogContext = Type.Union([
  Type.Object({
    kind: Type.Literal("authorization"),
    command: text,
    effects: Type.Array(oneOf("destructive", "external")),
    operations: Type.Array(text),
    targets: Type.Array(
      Type.Object({ path: optionalText, remote: optionalText, exists: optionalFlag, tracked: optionalFlag }),
    ),
    reason: text,
    toolCallId: optionalText,
    allowSession: flag,
  }),
  Type.Object({ kind: Type.Literal("trust"), resources: Type.Array(text) }),
  Type.Object({
    kind: Type.Literal("login"),
    provider: text,
    url: optionalText,
    redirectUri: optionalText,
    userCode: optionalText,
    secret: optionalFlag,
  }),
]);
const context = Type.Optional(dialogContext);

/** Every UI request by its method; the value describes the fields besides `type`, `id` and `method`. */
export const uiRequestSchemas = {
  select: Type.Object({ title: text, options: Type.Array(text), timeout, context }),
  confirm: Type.Object({ title: text, message: text, timeout, context }),
  input: Type.Object({ title: text, placeholder: optionalText, timeout, context }),
  editor: Type.Object({ title: text, prefill: optionalText, context }),
  notify: Type.Object({ message: text, notifyType: Type.Optional(oneOf("info", "warning", "error")) }),
  setStatus: Type.Object({ statusKey: text, statusText: Type.Optional(text) }),
  setWidget: Type.Object({
    widgetKey: text,
    widgetLines: Type.Optional(Type.Array(text)),
    widgetPlacement: Type.Optional(oneOf("aboveEditor", "belowEditor")),
  }),
  setTitle: Type.Object({ title: text }),
  set_editor_text: Type.Object({ text }),
} satisfies Record<ExtensionUiMethod, TSchema>;
