import assert from "node:assert/strict";
import type { AgentMessage } from "@relay-harness/protocol";
import { serializeConversation } from "./serialize.ts";
import { answer, History } from "./testing/history.ts";

const timestamp = 1;
const image = { type: "image", data: "AA", mimeType: "image/png" } as const;

function result(text: string): AgentMessage {
  const history = new History();
  history.result(text, "c1");
  return history.manager.buildSessionContext().messages[0] as AgentMessage;
}

describe("serializeConversation", () => {
  const args = { path: "f", n: 1, list: ["a"] };
  const rows: [name: string, messages: AgentMessage[], text: string][] = [
    ["nothing", [], ""],
    [
      "the text blocks of a user, joined",
      [
        {
          role: "user",
          content: [{ type: "text", text: "a" }, image, { type: "text", text: "b" }],
          timestamp,
        },
      ],
      "[User]: ab",
    ],
    [
      "thinking, text and calls of an answer, each in a block",
      [
        answer("", {
          content: [
            { type: "thinking", thinking: "hm" },
            { type: "text", text: "one" },
            { type: "toolCall", id: "1", name: "read", arguments: args },
            { type: "text", text: "two" },
            { type: "toolCall", id: "2", name: "ls", arguments: {} },
          ],
        }),
      ],
      '[Assistant thinking]: hm\n\n[Assistant]: one\ntwo\n\n[Assistant tool calls]: read(path="f", n=1, list=["a"]); ls()',
    ],
    ["a tool result", [result("out")], "[Tool result]: out"],
    [
      "nothing for images alone and for empty messages",
      [
        { role: "user", content: [image], timestamp },
        { role: "toolResult", toolCallId: "1", toolName: "t", content: [image], isError: false, timestamp },
        answer(""),
        { role: "system", content: "prompt", timestamp },
      ],
      "",
    ],
    [
      "what the model reads as user text",
      [
        { role: "custom", customType: "c", content: "note", display: false, timestamp },
        {
          role: "bashExecution",
          command: "ls",
          output: "",
          cancelled: false,
          truncated: false,
          timestamp,
        },
        {
          role: "bashExecution",
          command: "secret",
          output: "",
          cancelled: false,
          truncated: false,
          excludeFromContext: true,
          timestamp,
        },
      ],
      "[User]: note\n\n[User]: Ran `ls`\n(no output)",
    ],
  ];
  for (const [name, messages, text] of rows) {
    it(`writes ${name}`, () => assert.equal(serializeConversation(messages), text));
  }

  it("reads earlier summaries as user text", () => {
    const text = serializeConversation([
      { role: "branchSummary", summary: "BRANCH", fromId: null, timestamp },
      { role: "compactionSummary", summary: "OLD", tokensBefore: 1, timestamp },
    ]);
    assert.match(text, /^\[User\]: [^[]*BRANCH[^[]*\[User\]: [^[]*OLD/);
  });

  it("cuts long results, never inside a surrogate pair", () => {
    const body = (text: string): string =>
      serializeConversation([result(text)]).slice("[Tool result]: ".length);
    const x = (count: number): string => "x".repeat(count);
    assert.equal(body(x(2000)), x(2000));
    assert.equal(body(x(2003)), `${x(2000)}\n\n[... 3 more characters truncated]`);
    assert.equal(body(`${x(1999)}😀yz`), `${x(1999)}\n\n[... 4 more characters truncated]`);
    assert.equal(body(`${x(1998)}😀yz`), `${x(1998)}😀\n\n[... 2 more characters truncated]`);
  });

  it("leaves tool results out on demand", () => {
    const messages = [answer("a"), result("out")];
    assert.equal(serializeConversation(messages, { includesToolResults: false }), "[Assistant]: a");
  });
});
