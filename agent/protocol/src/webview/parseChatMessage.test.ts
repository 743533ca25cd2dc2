import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { allTrue } from "../../schema/isSame.ts";
import type { Comparison } from "../../schema/isSame.ts";
import { chatNoticeSchemas, chatRequestSchemas } from "../../schema/webview.ts";
import { parseChatMessage } from "./parseChatMessage.ts";
import type { ChatNoticeMap, ChatNoticeName, ChatRequestMap, ChatRequestName } from "./requests.ts";

type Params = { [N in ChatRequestName]: ChatRequestMap[N][0] };

// Neither compiles when a schema and the contract disagree.
const requests = allTrue(Object.keys(chatRequestSchemas) as ChatRequestName[]) satisfies Comparison<
  typeof chatRequestSchemas,
  Params
>;
const notices = allTrue(Object.keys(chatNoticeSchemas) as ChatNoticeName[]) satisfies Comparison<
  typeof chatNoticeSchemas,
  ChatNoticeMap
>;

const fixtures = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../fixtures/webview.json"), "utf8"),
) as Record<string, object[]>;

describe("messages of a view", () => {
  it("has an example of every request and notice, and each of them is accepted as it is", () => {
    assert.deepEqual(
      Object.keys(fixtures).sort(),
      [...Object.keys(requests), ...Object.keys(notices)].sort(),
    );
    for (const [name, examples] of Object.entries(fixtures)) {
      const kind = name in requests ? "request" : "notice";
      for (const params of examples) {
        assert.deepEqual(parseChatMessage(name, params), { ok: true, kind, name, params });
      }
    }
  });

  it("names the field that is wrong", () => {
    assert.deepEqual(parseChatMessage("prompt/send", { text: "x", mode: "later" }), {
      ok: false,
      error: "Invalid prompt/send message: mode must be one of send, steer, queue",
    });
    assert.deepEqual(parseChatMessage("prompt/send", null), {
      ok: false,
      error: "Invalid prompt/send message: text must be a string",
    });
  });

  it("knows no other names, those of every object included", () => {
    for (const name of ["prompt/unknown", "toString", "__proto__"]) {
      assert.deepEqual(parseChatMessage(name, {}), { ok: false, error: `Unknown message: ${name}` });
    }
  });

  it("refuses images of other types, such as SVG, which may hold script", () => {
    const image = { type: "image", data: "PHN2Zy8+", mimeType: "image/svg+xml", name: "a.svg" };
    assert.deepEqual(parseChatMessage("attachment/addImage", image), {
      ok: false,
      error: "Invalid attachment/addImage message: mimeType must be a PNG, JPEG, GIF or WebP image",
    });
  });
});
