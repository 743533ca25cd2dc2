import assert from "node:assert/strict";
import type { Static } from "@sinclair/typebox";
import { commandSchemas } from "../schema/commands.ts";
import type { extensionUiResponseSchema } from "../schema/commands.ts";
import { allTrue } from "../schema/isSame.ts";
import type { Comparison, IsSame } from "../schema/isSame.ts";
import { commandSchemas as generated } from "./commandSchemas.generated.ts";
import type { RpcCommandFields, RpcCommandType } from "./commands.ts";
import type { ExtensionUiResponse } from "./extensionUi.ts";
import { isRpcCommandType, rpcCommandTypes, validateCommand } from "./validateCommand.ts";

// These do not compile when a schema and the vocabulary disagree.
type Fields = { [T in RpcCommandType]: RpcCommandFields<T> };
const sameCommands: Comparison<typeof commandSchemas, Fields> = allTrue(rpcCommandTypes);
const sameResponse: IsSame<Static<typeof extensionUiResponseSchema>, ExtensionUiResponse> = true;

const png = { type: "image", data: "aGk=", mimeType: "image/png" };
const errorOf = (record: { type: string; [field: string]: unknown }): string | undefined => {
  const validated = validateCommand(record);
  return validated.ok ? undefined : validated.error;
};

describe("command schemas", () => {
  it("have the static types of the vocabulary", () => {
    assert.ok(sameResponse);
    assert.deepEqual(Object.keys(sameCommands), Object.keys(commandSchemas));
  });

  it("are the generated constants", () => {
    assert.deepEqual(generated, JSON.parse(JSON.stringify(commandSchemas)));
  });
});

describe("validateCommand", () => {
  it("returns the known fields and the id as it came", () => {
    for (const id of ["p", 7, null, { a: 1 }]) {
      assert.deepEqual(validateCommand({ id, type: "prompt", message: "Hi", images: [png], more: 1 }), {
        ok: true,
        command: { id, type: "prompt", message: "Hi", images: [png] },
      });
    }
    assert.deepEqual(validateCommand({ type: "get_state" }), { ok: true, command: { type: "get_state" } });
  });

  it("rpc.md 5: names an unknown command", () => {
    for (const type of ["foobar", "toString", "__proto__", ""]) {
      assert.equal(errorOf({ type }), `Unknown command: ${type}`);
    }
  });

  it("rpc.md 12: a required field is missing or has the wrong type", () => {
    const error = "Invalid prompt command: message must be a string";
    assert.equal(errorOf({ id: "p", type: "prompt" }), error);
    assert.equal(errorOf({ type: "prompt", message: 5 }), error);
    assert.equal(errorOf({ type: "prompt", message: null }), error);
    assert.equal(
      errorOf({ type: "set_auto_retry", enabled: "yes" }),
      "Invalid set_auto_retry command: enabled must be a boolean",
    );
    assert.equal(
      errorOf({ type: "set_model", provider: "x" }),
      "Invalid set_model command: modelId must be a string",
    );
  });

  it("rpc.md 12: an enum field lists its values", () => {
    assert.equal(
      errorOf({ type: "set_steering_mode", mode: "x" }),
      "Invalid set_steering_mode command: mode must be one of all, one-at-a-time",
    );
    assert.equal(
      errorOf({ type: "set_thinking_level", level: "huge" }),
      "Invalid set_thinking_level command: level must be one of off, minimal, low, medium, high, xhigh, max",
    );
    assert.equal(
      errorOf({ type: "prompt", message: "a", streamingBehavior: 1 }),
      "Invalid prompt command: streamingBehavior must be one of steer, followUp",
    );
  });

  it("rpc.md 12: input needs text or an image", () => {
    for (const type of ["prompt", "steer", "follow_up"]) {
      const error = `Invalid ${type} command: message must not be empty`;
      assert.equal(errorOf({ type, message: "  " }), error);
      assert.equal(errorOf({ type, message: "", images: [] }), error);
      assert.equal(errorOf({ type, message: "\n", images: null }), error);
      assert.equal(errorOf({ type, message: "", images: [png] }), undefined);
    }
  });

  it("takes an empty text where the session itself judges it", () => {
    for (const record of [
      { type: "bash", command: "" },
      { type: "set_session_name", name: "" },
      { type: "fork", entryId: "" },
      { type: "compact", customInstructions: "" },
    ]) {
      assert.equal(errorOf(record), undefined);
    }
    assert.equal(
      errorOf({ type: "switch_session", sessionPath: "" }),
      "Invalid switch_session command: sessionPath must not be empty",
    );
  });

  it("takes null in an optional field for absent and leaves the record alone", () => {
    const record = { type: "prompt", message: "a", images: null, streamingBehavior: null };
    assert.deepEqual(validateCommand(record), { ok: true, command: { type: "prompt", message: "a" } });
    assert.equal(record.images, null);
    assert.deepEqual(validateCommand({ type: "get_entries", since: null }), {
      ok: true,
      command: { type: "get_entries" },
    });
  });

  it("does not take inherited members for fields", () => {
    const record = Object.create({ message: "inherited" }) as { type: string };
    record.type = "prompt";
    assert.equal(errorOf(record), "Invalid prompt command: message must be a string");
  });

  it("names the place in an image that is wrong", () => {
    const withImages = (...images: unknown[]): string | undefined =>
      errorOf({ type: "prompt", message: "a", images })?.replace("Invalid prompt command: ", "");
    assert.equal(withImages(png, png), undefined);
    assert.equal(
      errorOf({ type: "steer", message: "a", images: png }),
      "Invalid steer command: images must be an array of images",
    );
    assert.equal(withImages(png, "x"), 'images[1] must be an image {type: "image", data, mimeType}');
    assert.equal(withImages({ ...png, type: "text" }), 'images[0].type must be "image"');
    assert.equal(
      withImages({ ...png, mimeType: "text/plain" }),
      'images[0].mimeType must be an image type such as "image/png"',
    );
    assert.equal(
      withImages({ ...png, mimeType: "image/" }),
      'images[0].mimeType must be an image type such as "image/png"',
    );
    for (const data of [
      "",
      "a",
      "a b=",
      "aGk=x",
      "=",
      "aGk===",
      "aG=",
      "data:image/png;base64,aGk=",
      5,
      undefined,
    ]) {
      assert.equal(withImages({ ...png, data }), "images[0].data must be a base64 string", String(data));
    }
    for (const data of ["aGk=", "aGk", "aA==", "aGkh", "+/+/"]) {
      assert.equal(withImages({ ...png, data }), undefined, data);
    }
  });

  it("rpc.md 10: checks an image of 27 MiB of base64", () => {
    const data = `${"A".repeat(27 << 20)}AA==`;
    assert.equal(errorOf({ type: "prompt", message: "", images: [{ ...png, data }] }), undefined);
  });
});

describe("isRpcCommandType", () => {
  it("knows own names only", () => {
    assert.ok(isRpcCommandType("get_state"));
    assert.equal(isRpcCommandType("constructor"), false);
    assert.equal(isRpcCommandType("extension_ui_response"), false);
  });
});
