import type { AgentMessage, BashExecutionMessage } from "@relay-harness/protocol";
import { emptyUsage } from "@relay-harness/protocol";
import assert from "node:assert/strict";
import { bashExecutionText, convertToLlm } from "./convertToLlm.ts";

const bash = (more: Partial<BashExecutionMessage> = {}): BashExecutionMessage => ({
  role: "bashExecution",
  command: "ls",
  output: "a",
  exitCode: 0,
  cancelled: false,
  truncated: false,
  timestamp: 5,
  ...more,
});

const userText = (text: string): unknown => ({
  role: "user",
  content: [{ type: "text", text }],
  timestamp: 5,
});

describe("convertToLlm", () => {
  it("passes what providers know unchanged and by identity", () => {
    const messages: AgentMessage[] = [
      { role: "system", content: "P", timestamp: 1 },
      { role: "user", content: "plain", timestamp: 2 },
      {
        role: "assistant",
        content: [],
        api: "a",
        provider: "p",
        model: "m",
        usage: emptyUsage(),
        stopReason: "stop",
        timestamp: 3,
      },
      { role: "toolResult", toolCallId: "a", toolName: "t", content: [], isError: false, timestamp: 4 },
    ];
    convertToLlm(messages).forEach((message, index) => assert.equal(message, messages[index]));
  });

  it("sessions-and-tools.md §6: words direct commands as user text", () => {
    assert.equal(bashExecutionText(bash()), "Ran `ls`\n```\na\n```");
    assert.equal(bashExecutionText(bash({ output: "" })), "Ran `ls`\n(no output)");
    assert.equal(
      bashExecutionText(bash({ exitCode: 3 })),
      "Ran `ls`\n```\na\n```\n\nCommand exited with code 3",
    );
    assert.equal(
      bashExecutionText(bash({ exitCode: undefined, cancelled: true })),
      "Ran `ls`\n```\na\n```\n\n(command cancelled)",
    );
    assert.equal(
      bashExecutionText(bash({ exitCode: 1, truncated: true, fullOutputPath: "/tmp/l" })),
      "Ran `ls`\n```\na\n```\n\nCommand exited with code 1\n\n[Output truncated. Full output: /tmp/l]",
    );
    assert.equal(bashExecutionText(bash({ truncated: true })), "Ran `ls`\n```\na\n```");
    assert.deepEqual(convertToLlm([bash()]), [userText("Ran `ls`\n```\na\n```")]);
  });

  it("leaves out excluded commands and unknown roles", () => {
    const unknown = { role: "note", content: "x", timestamp: 1 } as unknown as AgentMessage;
    assert.deepEqual(convertToLlm([bash({ excludeFromContext: true }), unknown]), []);
  });

  it("sends custom messages as they are, shown or not", () => {
    const image = { type: "image" as const, data: "AA==", mimeType: "image/png" };
    assert.deepEqual(
      convertToLlm([
        { role: "custom", customType: "x", content: "text", display: false, timestamp: 5 },
        { role: "custom", customType: "x", content: [image], display: true, timestamp: 5 },
      ]),
      [userText("text"), { role: "user", content: [image], timestamp: 5 }],
    );
  });

  it("puts summaries into tags after a lead-in and a blank line", () => {
    const [compaction, branch] = convertToLlm([
      { role: "compactionSummary", summary: "S", tokensBefore: 1, timestamp: 5 },
      { role: "branchSummary", summary: "B", fromId: null, timestamp: 5 },
    ]).map((message) =>
      message.role === "user" && Array.isArray(message.content) ? message.content[0] : undefined,
    );
    assert.match(compaction?.type === "text" ? compaction.text : "", /^[^\n]+\n\n<summary>\nS\n<\/summary>$/);
    assert.match(branch?.type === "text" ? branch.text : "", /^[^\n]+\n\n<summary>\nB<\/summary>$/);
  });

  it("gives the same object for the same message every time", () => {
    const message = bash();
    assert.equal(convertToLlm([message])[0], convertToLlm([message])[0]);
  });
});
