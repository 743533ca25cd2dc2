import assert from "node:assert/strict";
import { Transcript } from "./transcript.ts";

describe("Transcript", () => {
  let output: string;
  let transcript: Transcript;
  beforeEach(() => {
    output = "";
    transcript = new Transcript((text) => (output += text));
  });

  type ShownEvent = Parameters<Transcript["show"]>[0];
  const show = (event: object): void => transcript.show(event as ShownEvent);
  const delta = (text: string): void =>
    show({ type: "message_update", assistantMessageEvent: { type: "text_delta", delta: text } });

  it("starts lines of their own behind text that streams", () => {
    delta("half a ");
    delta("sentence");
    transcript.line("[note]");
    transcript.line("[other]");
    delta("whole\n");
    transcript.line("[end]");
    assert.equal(output, "half a sentence\n[note]\n[other]\nwhole\n[end]\n");
  });

  it("lets neither the model nor a tool command the terminal", () => {
    delta("red \x1b[31mtext\x1b");
    delta("]0;title\x07");
    const result = { content: [{ type: "text", text: "\x1b[2Jgone\r\n" }], details: undefined };
    show({ type: "tool_execution_end", toolCallId: "c", toolName: "bash", result, isError: false });
    assert.equal(output, "red [31mtext]0;title\n  [2Jgone\n");
  });

  it("ends an answer's line, with its error or the warning that it was cut off", () => {
    for (const [fields, expected] of [
      [{ stopReason: "stop" }, "text\n"],
      [{ stopReason: "aborted", errorMessage: "Request was aborted" }, "text\nError: Request was aborted\n"],
      [{ stopReason: "length" }, "text\nWarning: The answer was cut off.\n"],
    ] as const) {
      output = "";
      delta("text");
      show({ type: "message_end", message: { role: "assistant", content: [], ...fields } });
      assert.equal(output, expected);
    }
  });

  it("shows a tool call in one line and the start of its result", () => {
    const args = { path: "a b.txt", content: `x\n${"y".repeat(100)}`, count: 3 };
    show({ type: "tool_execution_start", toolCallId: "c", toolName: "write", args });
    const text = Array.from({ length: 10 }, (_, index) => `line ${index}`).join("\n");
    const result = { content: [{ type: "text", text }], details: undefined };
    show({ type: "tool_execution_end", toolCallId: "c", toolName: "write", result, isError: true });
    const shown = Array.from({ length: 8 }, (_, index) => `  line ${index}\n`).join("");
    assert.equal(
      output,
      `[write] a b.txt content=x ${"y".repeat(58)}... count=3\n  (failed)\n${shown}  ... 2 more lines\n`,
    );
  });

  it("keeps what happens behind a question, in its order", () => {
    delta("before ");
    transcript.pause();
    delta("the question");
    transcript.line("[question]");
    show({ type: "message_end", message: { role: "assistant", content: [], stopReason: "stop" } });
    transcript.resume();
    transcript.resume();
    delta("after");
    assert.equal(output, "before \n[question]\nthe question\nafter");
  });

  it("tells of compactions, and of failed ones that nobody asked for", () => {
    const end = { type: "compaction_end", aborted: false, willRetry: false };
    for (const event of [
      { type: "compaction_start", reason: "threshold" },
      { ...end, reason: "threshold", result: { tokensBefore: 900, estimatedTokensAfter: 50 } },
      { ...end, reason: "threshold", errorMessage: "Auto-compaction failed: X" },
      { ...end, reason: "manual", errorMessage: "Compaction failed: X" },
      { ...end, reason: "overflow", aborted: true },
      {
        type: "summarization_retry_scheduled",
        attempt: 1,
        maxAttempts: 3,
        delayMs: 2000,
        errorMessage: "busy",
      },
    ]) {
      show(event);
    }
    assert.equal(
      output,
      "Compacting the conversation... (Ctrl+C cancels)\n" +
        "Compacted from 900 tokens to about 50.\n" +
        "Warning: Auto-compaction failed: X\n" +
        "Summary failed: busy\nTrying again in 2 s (1 of 3)...\n",
    );
  });
});
