import assert from "node:assert/strict";
import type { Model } from "@relay-harness/protocol";
import { recordOptions } from "./replay.ts";

const model = {} as Model;

describe("a request that is sent again", () => {
  it("is capped at one token, not retried, and nobody hears of it", () => {
    const heard = (): void => undefined;
    const { signal } = new AbortController();
    const { replay } = recordOptions({
      sessionId: "s",
      maxRetries: 3,
      signal,
      onResponse: heard,
      onProviderStreamEvent: heard,
    });
    const { sessionId, maxTokens, maxRetries, ...rest } = replay();
    assert.deepEqual([sessionId, maxTokens, maxRetries], ["s", 1, 0]);
    assert.deepEqual(Object.values(rest), [undefined, undefined, undefined, undefined, undefined]);
  });

  it("has the payload that hooks made of the first one, but for its limit; they are not asked again", async () => {
    let asked = 0;
    const { recorded, replay } = recordOptions({
      onPayload: (payload) => ({ ...(payload as object), seed: ++asked }),
    });
    await recorded.onPayload?.({ max_tokens: 500, model: "m" }, model);
    assert.deepEqual(await replay().onPayload?.({ max_tokens: 1, model: "other" }, model), {
      max_tokens: 1,
      model: "m",
      seed: 1,
    });
    assert.equal(asked, 1);
  });

  it("keeps other fields beside a limit that stands deeper", async () => {
    const { recorded, replay } = recordOptions({ onPayload: (payload) => payload });
    await recorded.onPayload?.({ generationConfig: { temperature: 1, maxOutputTokens: 9 } }, model);
    assert.deepEqual(await replay().onPayload?.({ generationConfig: { maxOutputTokens: 1 } }, model), {
      generationConfig: { temperature: 1, maxOutputTokens: 1 },
    });
  });

  it("has the headers that hooks changed, and its own credential", async () => {
    const { recorded, replay } = recordOptions({
      transformHeaders: (headers) => ({ ...headers, "x-a": "1", "user-agent": null }),
    });
    await recorded.transformHeaders?.({ authorization: "old", "user-agent": "relay" });
    assert.deepEqual(await replay().transformHeaders?.({ authorization: "new", "user-agent": "relay" }), {
      "x-a": "1",
      "user-agent": null,
    });
  });
});
