import assert from "node:assert/strict";
import { traceText } from "./trace.ts";

describe("trace of the protocol", () => {
  it("vscode.md 1: hides keys, and what is typed into questions", () => {
    const texts = [
      traceText({ type: "set_api_key", provider: "fake", key: "sk-1", persist: false }),
      traceText({ type: "extension_ui_response", id: "a", value: "hunter2" }),
    ];
    assert.deepEqual(texts, [
      '{"type":"set_api_key","provider":"fake","key":"[hidden]","persist":false}',
      '{"type":"extension_ui_response","id":"a","value":"[hidden]"}',
    ]);
  });

  it("cuts what is long", () => {
    const text = traceText({ type: "prompt", message: "x".repeat(5000) });
    assert.match(text, /… \(\d+ characters\)$/);
    assert.ok(text.length < 2100);
  });
});
