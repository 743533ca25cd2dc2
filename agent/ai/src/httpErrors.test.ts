import assert from "node:assert/strict";
import { errorText, ProviderError } from "./httpErrors.ts";

describe("errorText", () => {
  const anthropic = (type: string, message: string, details?: object): string =>
    JSON.stringify({ type: "error", error: { type, message, details } });

  it("names message and code of a JSON error", () => {
    assert.equal(
      errorText(anthropic("overloaded_error", "Overloaded"), { status: 529 }),
      "529: Overloaded (overloaded_error)",
    );
    assert.equal(
      errorText(anthropic("request_too_large", "Request exceeds the maximum size"), { status: 413 }),
      "413: Request exceeds the maximum size (request_too_large)",
    );
    const google = { error: { code: 429, message: "Quota exceeded", status: "RESOURCE_EXHAUSTED" } };
    assert.equal(
      errorText(JSON.stringify(google), { status: 429 }),
      "429: Quota exceeded (RESOURCE_EXHAUSTED)",
    );
  });

  it("models.md 79: prefers Anthropic's error code to its type", () => {
    const details = { error_code: "enforced_spend_limit_reached" };
    assert.equal(
      errorText(anthropic("rate_limit_error", "Limit", details), { status: 429 }),
      "429: Limit (enforced_spend_limit_reached)",
    );
  });

  it("does not repeat a code and does not invent one", () => {
    assert.equal(errorText('{"error":{"message":"bad x_y","code":"x_y"}}', { status: 400 }), "400: bad x_y");
    assert.equal(errorText('{"error":{"message":"bad","code":null}}', { status: 400 }), "400: bad");
  });

  it("passes other bodies raw and cuts them", () => {
    assert.equal(errorText('{"detail":"x"}', { status: 422 }), '422: {"detail":"x"}');
    assert.equal(errorText("<html>", { status: 502, prefix: "Gateway" }), "Gateway (502): <html>");
    assert.equal(errorText("x".repeat(5000), { status: 500 }), `500: ${"x".repeat(4000)}`);
    assert.equal(errorText(" \n", { status: 500 }), "500 status code (no body)");
  });

  it("leaves the status out inside a stream", () => {
    const error = new ProviderError(anthropic("overloaded_error", "Overloaded"));
    assert.deepEqual([error.message, error.status], ["Overloaded (overloaded_error)", undefined]);
  });
});
