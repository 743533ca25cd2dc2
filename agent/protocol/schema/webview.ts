import { Type } from "@sinclair/typebox";
import type { TSchema } from "@sinclair/typebox";
import { thinkingLevels } from "../src/model.ts";
import { chatCommandNames } from "../src/webview/requests.ts";
import type { ChatNoticeName, ChatRequestName } from "../src/webview/requests.ts";
import { oneOf } from "./build.ts";

const none = Type.Object({});
const text = Type.String();
const name = Type.String({ minLength: 1 });
const optionalText = Type.Optional(text);
const position = Type.Optional(Type.Integer({ minimum: 0 }));
const entry = Type.Object({ entryId: name });
const plainText = Type.Object({ text });

const mirroredState = Type.Object({
  draft: text,
  draftSelection: Type.Unsafe<[number, number]>({ type: "array", items: { type: "integer", minimum: 0 } }),
  scroll: Type.Union([Type.Object({ entryId: text, offset: Type.Number() }), Type.Null()]),
  sessionPath: Type.Optional(text),
  folds: Type.Unsafe<{ [itemId: string]: boolean }>({
    type: "object",
    additionalProperties: { type: "boolean" },
  }),
});

/** Params of every request of a view. */
export const chatRequestSchemas = {
  ready: Type.Object({
    kind: oneOf("chat", "chatPanel", "harness"),
    state: Type.Union([mirroredState, Type.Null()]),
  }),
  "entries/page": Type.Object({
    before: Type.Optional(name),
    after: Type.Optional(name),
    through: Type.Optional(name),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
  }),
  "find/query": Type.Object({ query: text }),
  "prompt/send": Type.Object({ text, mode: oneOf("send", "steer", "queue") }),
  "prompt/stop": none,
  "queue/edit": Type.Object({ id: name }),
  "queue/remove": Type.Object({ id: name }),
  "shell/run": Type.Object({ command: name, excludeFromContext: Type.Boolean() }),
  "shell/abort": none,
  "run/continue": none,
  "retry/again": none,
  "retry/abort": none,
  "completion/arguments": Type.Object({ command: name, prefix: text }),
  "mention/search": Type.Object({ query: text, limit: Type.Integer({ minimum: 1, maximum: 200 }) }),
  "attachment/capture": Type.Object({ reference: name }),
  "attachment/addImage": Type.Object({
    type: Type.Literal("image"),
    data: Type.String({ contentEncoding: "base64", expected: "a base64 string" }),
    mimeType: Type.String({
      pattern: "^image/(png|jpeg|gif|webp)$",
      expected: "a PNG, JPEG, GIF or WebP image",
    }),
    name: text,
  }),
  "attachment/drop": Type.Object({ uris: Type.Array(text) }),
  "attachment/pick": none,
  "attachment/remove": Type.Object({ id: name }),
  "attachment/image": Type.Object({ id: name }),
  "selection/include": Type.Object({ isIncluded: Type.Boolean() }),
  "folder/choose": Type.Object({ path: name }),
  "model/set": Type.Object({ provider: name, modelId: name }),
  "thinking/set": Type.Object({ level: oneOf(...thinkingLevels) }),
  "context/report": none,
  "dialog/answer": Type.Object({
    id: name,
    answer: Type.Union([
      Type.Object({ cancelled: Type.Literal(true) }),
      Type.Object({ value: text }),
      Type.Object({
        confirmed: Type.Boolean(),
        remember: Type.Optional(oneOf("session")),
        reason: optionalText,
      }),
    ]),
  }),
  "dialog/act": Type.Object({ id: name, action: oneOf("open", "copyCode", "show", "submit") }),
  "card/answer": Type.Object({ id: name, action: name }),
  "row/act": Type.Object({ rowId: name, action: name }),
  "link/open": Type.Object({ href: text }),
  "file/open": Type.Object({ path: name, line: position, column: position }),
  "diff/open": Type.Object({ toolCallId: name }),
  "output/open": Type.Object({ toolCallId: optionalText, entryId: optionalText, title: text }),
  "text/copy": plainText,
  "text/insertAtCursor": plainText,
  "text/pasteToTerminal": plainText,
  "entry/edit": entry,
  "entry/fork": entry,
  "entry/goTo": entry,
  "rule/undo": Type.Object({ ruleId: name }),
  "edits/allow": none,
  "evidence/runCheck": Type.Object({ command: optionalText }),
  "evidence/ask": none,
  "turn/review": entry,
  "turn/revert": Type.Object({ entryId: name, paths: Type.Optional(Type.Array(text)) }),
  "turn/revertTo": entry,
  "intake/pick": Type.Object({ what: oneOf("file", "selection", "output") }),
  "intake/submit": Type.Object({
    task: text,
    sources: Type.Array(text),
    outputFile: text,
    isSubmitted: Type.Boolean(),
  }),
  "intake/cancel": none,
  "intake/result": Type.Object({ path: name, action: oneOf("open", "reveal", "copyPath") }),
  "harness/set": Type.Object({ key: name, value: Type.Unknown() }),
  "harness/testCommand": Type.Object({ command: name }),
  "harness/addToAgentsFile": plainText,
  "harness/openReport": none,
  "harness/showMessage": entry,
  "session/resumeRecent": none,
  "command/run": Type.Object({ name: oneOf(...chatCommandNames) }),
} satisfies Record<ChatRequestName, TSchema>;

/** Params of every notice of a view. */
export const chatNoticeSchemas = {
  ack: Type.Object({ sequence: Type.Integer({ minimum: 0 }) }),
  focus: Type.Object({ hasFocus: Type.Boolean() }),
  mirror: Type.Object({ sessionId: name, state: mirroredState }),
  problem: Type.Object({
    message: text,
    detail: Type.Unsafe<Record<string, unknown>>({ type: "object" }),
  }),
} satisfies Record<ChatNoticeName, TSchema>;
