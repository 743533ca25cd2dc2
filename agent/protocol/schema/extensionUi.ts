import { Type } from "@sinclair/typebox";
import type { TSchema } from "@sinclair/typebox";
import type { ExtensionUiMethod } from "../src/extensionUi.ts";
import { oneOf } from "./build.ts";

const text = Type.String();
const timeout = Type.Optional(Type.Number({ minimum: 0 }));

/** Every UI request by its method; the value describes the fields besides `type`, `id` and `method`. */
export const uiRequestSchemas = {
  select: Type.Object({ title: text, options: Type.Array(text), timeout }),
  confirm: Type.Object({ title: text, message: text, timeout }),
  input: Type.Object({ title: text, placeholder: Type.Optional(text), timeout }),
  editor: Type.Object({ title: text, prefill: Type.Optional(text) }),
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
