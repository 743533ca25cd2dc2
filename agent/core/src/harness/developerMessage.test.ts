import type { AgentMessage } from "@relay-harness/protocol";
import assert from "node:assert/strict";
import { HARNESS_MESSAGE_PREFIX, isDeveloperMessage } from "./developerMessage.ts";

describe("isDeveloperMessage", () => {
  const timestamp = 1;
  const cases: readonly (readonly [string, AgentMessage, boolean])[] = [
    ["a prompt", { role: "user", content: [{ type: "text", text: "fix it" }], timestamp }, true],
    ["a prompt of an older session", { role: "user", content: "fix it", timestamp }, true],
    [
      "an image alone",
      { role: "user", content: [{ type: "image", data: "", mimeType: "image/png" }], timestamp },
      true,
    ],
    [
      "a harness message",
      { role: "user", content: `${HARNESS_MESSAGE_PREFIX}evidence] Verify.`, timestamp },
      false,
    ],
    [
      "a custom message",
      { role: "custom", customType: "x", content: "never push", display: true, timestamp },
      false,
    ],
  ];
  for (const [title, message, expected] of cases) {
    it(`harness.md, developer message: ${title}`, () => assert.equal(isDeveloperMessage(message), expected));
  }
});
