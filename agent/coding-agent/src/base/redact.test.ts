import assert from "node:assert/strict";
import { redact, redactText } from "./redact.ts";

describe("redaction of bug reports", () => {
  it("sessions-and-tools.md 28: names, nested names and URLs", () => {
    const settings = {
      myToken: "t",
      nested: { password: "p", ok: "f", url: "https://u:p@h/x?token=a&q=1" },
    };
    assert.deepEqual(redact(settings), {
      myToken: "<redacted>",
      nested: { password: "<redacted>", ok: "f", url: "https://h/x?token=%3Credacted%3E&q=1" },
    });
  });

  it("takes strings, numbers and booleans, but not counts of tokens", () => {
    const values = {
      apiKey: 5,
      api_key: "x",
      "private-key": true,
      accessKey: null,
      COOKIE: "c",
      maxTokens: 9,
    };
    assert.deepEqual(redact(values), {
      apiKey: "<redacted>",
      api_key: "<redacted>",
      "private-key": "<redacted>",
      accessKey: null,
      COOKIE: "<redacted>",
      maxTokens: 9,
    });
    assert.deepEqual(redact({ tokens: "abc", reserveTokens: 16384 }), {
      tokens: "<redacted>",
      reserveTokens: 16384,
    });
  });

  it("takes everything in headers and env, and below telling names", () => {
    assert.deepEqual(
      redact({ headers: { "X-Id": "1", list: ["a"] }, env: { HOME: "/h" }, list: [{ env: {} }] }),
      {
        headers: { "X-Id": "<redacted>", list: ["<redacted>"] },
        env: { HOME: "<redacted>" },
        list: [{ env: {} }],
      },
    );
    assert.deepEqual(redact({ credentials: { user: "u", more: ["x"] } }), {
      credentials: { user: "<redacted>", more: ["<redacted>"] },
    });
  });

  it("cuts strings with the shape of a secret out of texts", () => {
    const shapes = [
      "Bearer abc.def-123",
      "sk-abcdef123",
      "ghp_0123456789",
      "github_pat_11AB_cd",
      "xoxb-123-abc",
      "gho_abc123",
    ];
    for (const shape of shapes) assert.equal(redactText(`see ${shape}, end`), "see <redacted>, end", shape);
    const harmless = "Run task-force at risk-free http://a/b?q=1#top, mail a@b.c";
    assert.equal(redactText(harmless), harmless);
  });

  it("leaves the rest of a URL as it was", () => {
    const cases: [string, string][] = [
      ["ws://user@h:8080/p", "ws://h:8080/p"],
      ["https://u:p%40x@y@h/p", "https://h/p"],
      ["https://h/?a=1&Api%2DKey=z&b=%20", "https://h/?a=1&Api%2DKey=%3Credacted%3E&b=%20"],
      ["https://h/#access_token=z", "https://h/#access_token=%3Credacted%3E"],
      ["https://h/?%zztoken=1", "https://h/?%zztoken=%3Credacted%3E"],
      ["failed at https://u:p@h/x and http://v:q@i/", "failed at https://h/x and http://i/"],
    ];
    for (const [url, wanted] of cases) assert.equal(redactText(url), wanted);
  });
});
