import assert from "node:assert/strict";
import type { LlmMessage, ToolCall, UserContent } from "@relay-harness/protocol";
import fc from "fast-check";
import {
  assistantMessage,
  fakeModel,
  systemMessage,
  toolCall,
  toolResult,
  userMessage,
} from "../../../../test/fakes/models.ts";
import { prepareConversation, type HandOffRules, type PreparedMessage } from "./handOff.ts";

const model = fakeModel({ provider: "anthropic", api: "anthropic-messages", id: "claude" });
const other = fakeModel({ provider: "openai", api: "openai-completions", id: "gpt" });
const textOnly = { ...model, input: ["text" as const] };
const image: UserContent = { type: "image", data: "AAAA", mimeType: "image/png" };

const prepare = (
  messages: LlmMessage[],
  rules: Partial<HandOffRules> = {},
  target = model,
): PreparedMessage[] => prepareConversation(target, { messages }, { ids: "anthropic", ...rules });
const text = (value: string): UserContent => ({ type: "text", text: value });
const callIds = (messages: PreparedMessage[]): string[] =>
  messages.flatMap((message) =>
    message.role === "assistant"
      ? message.content.filter((block): block is ToolCall => block.type === "toolCall").map(({ id }) => id)
      : [],
  );
const resultIds = (messages: PreparedMessage[]): string[] =>
  messages.flatMap((message) => (message.role === "toolResult" ? [message.toolCallId] : []));

describe("prepareConversation: assistant messages", () => {
  const thinking = { type: "thinking" as const, thinking: "hm", thinkingSignature: "s" };
  const signedText = { type: "text" as const, text: "a", textSignature: "t" };
  const signedCall = { ...toolCall("c"), thoughtSignature: "g", namespace: "n" };

  it("keeps thinking and signatures of the same model", () => {
    const [prepared] = prepare([assistantMessage(model, [thinking, signedText, signedCall])]);
    assert.deepEqual(prepared, {
      role: "assistant",
      sameModel: true,
      content: [thinking, signedText, signedCall],
    });
  });

  it("models.md 57: drops thinking and signatures of another model", () => {
    const [prepared] = prepare([assistantMessage(other, [thinking, signedText, signedCall])]);
    assert.deepEqual(prepared, {
      role: "assistant",
      sameModel: false,
      content: [{ type: "text", text: "a" }, toolCall("c")],
    });
  });

  it("models.md 72: keeps signed thinking without text, drops unsigned empty thinking", () => {
    const empty = { type: "thinking" as const, thinking: "", thinkingSignature: "s" };
    const redacted = { type: "thinking" as const, thinking: "", thinkingSignature: "d", redacted: true };
    const unsigned = { type: "thinking" as const, thinking: "" };
    const [prepared] = prepare([assistantMessage(model, [empty, redacted, unsigned])]);
    assert.deepEqual(prepared?.role === "assistant" && prepared.content, [empty, redacted]);
  });

  it("models.md 48: leaves failed and aborted messages out with the results of their calls", () => {
    for (const stopReason of ["error", "aborted"] as const) {
      const prepared = prepare([
        userMessage("a"),
        assistantMessage(model, [toolCall("c")], { stopReason }),
        toolResult("c", "x"),
        userMessage("b"),
      ]);
      assert.deepEqual(
        prepared,
        ["a", "b"].map((value) => ({ role: "user", content: [text(value)] })),
      );
    }
  });

  it("drops empty text, and a message that has nothing else", () => {
    const empty = [
      { type: "text" as const, text: "" },
      { type: "text" as const, text: " \n" },
    ];
    assert.deepEqual(prepare([assistantMessage(model, empty)]), []);
    const signed = { type: "text" as const, text: "", textSignature: "x" };
    assert.deepEqual(prepare([assistantMessage(model, [signed])]), []);
    const [kept] = prepare([assistantMessage(model, [signed])], { keepSignedEmptyText: true });
    assert.deepEqual(kept?.role === "assistant" && kept.content, [signed]);
  });
});

describe("prepareConversation: tool results", () => {
  it("models.md 59, sessions-and-tools.md 29: a call without result gets one before the user message", () => {
    const prepared = prepare([assistantMessage(model, [toolCall("c")]), userMessage("next")]);
    assert.deepEqual(prepared.slice(1), [
      {
        role: "toolResult",
        toolCallId: "c",
        originalId: "c",
        toolName: "read",
        content: [text("No result provided")],
        isError: true,
      },
      { role: "user", content: [text("next")] },
    ]);
  });

  it("gives results in call order and drops those without call or that come twice", () => {
    const prepared = prepare([
      assistantMessage(model, [toolCall("a"), toolCall("b")]),
      toolResult("b", "rb"),
      toolResult("x", "orphan"),
      toolResult("a", "ra"),
      toolResult("a", "again"),
      userMessage("next"),
      toolResult("b", "late"),
    ]);
    assert.deepEqual(
      prepared.map((message) => (message.role === "toolResult" ? message.content[0] : message.role)),
      ["assistant", text("ra"), text("rb"), "user"],
    );
  });

  it("models.md 60: whitespace is no output", () => {
    for (const output of ["\r\n", "", "  "]) {
      const prepared = prepare([assistantMessage(model, [toolCall("a")]), toolResult("a", output)]);
      assert.deepEqual(prepared[1]?.role === "toolResult" && prepared[1].content, [text("(no tool output)")]);
    }
  });

  it("points to an image that comes without text", () => {
    const prepared = prepare([assistantMessage(model, [toolCall("a")]), toolResult("a", [text(" "), image])]);
    assert.deepEqual(prepared[1]?.role === "toolResult" && prepared[1].content, [
      text("(see attached image)"),
      image,
    ]);
  });

  it("models.md 60: a text-only model gets a placeholder", () => {
    const messages = [assistantMessage(model, [toolCall("a")]), toolResult("a", [image, image])];
    const prepared = prepare(messages, {}, textOnly);
    assert.deepEqual(prepared[1]?.role === "toolResult" && prepared[1].content, [
      text("(image omitted: model does not support images)"),
    ]);
  });
});

describe("prepareConversation: user messages", () => {
  it("replaces each run of images once, and blocking wins", () => {
    const content = [image, image, text("and"), image];
    const placeholder = text("(image omitted: model does not support images)");
    assert.deepEqual(prepare([userMessage(content)], {}, textOnly), [
      { role: "user", content: [placeholder, text("and"), placeholder] },
    ]);
    const blocked = text("Image reading is disabled.");
    assert.deepEqual(prepare([userMessage(content)], { blockImages: true }, textOnly), [
      { role: "user", content: [blocked, text("and"), blocked] },
    ]);
  });

  it("carries no empty text beside an image and drops a message without content", () => {
    assert.deepEqual(prepare([userMessage([text(""), image]), userMessage(""), userMessage([])]), [
      { role: "user", content: [image] },
    ]);
  });

  it("models.md 62: removes unpaired surrogates and keeps pairs", () => {
    assert.deepEqual(prepare([userMessage("a\ud83d b🙈\udc00")]), [
      { role: "user", content: [text("a b🙈")] },
    ]);
  });

  it("reads the plain strings of older sessions", () => {
    assert.deepEqual(prepare([{ role: "user", content: "hi", timestamp: 1 }]), [
      { role: "user", content: [text("hi")] },
    ]);
  });
});

describe("prepareConversation: system messages", () => {
  it("keeps only those that stay in place, behind the results of the turn", () => {
    const kept = systemMessage("kept");
    const prepared = prepare(
      [systemMessage("folded"), assistantMessage(model, [toolCall("a")]), kept, toolResult("a", "x")],
      { laterSystemMessages: new Set([kept]) },
    );
    assert.deepEqual(
      prepared.map(({ role }) => role),
      ["assistant", "toolResult", "system"],
    );
  });
});

describe("prepareConversation: tool call ids", () => {
  const long = `call_x|fc_${"y".repeat(440)}`;
  const idsFor = (ids: HandOffRules["ids"], ...stored: string[]): string[] => {
    const prepared = prepare(
      [
        assistantMessage(
          other,
          stored.map((id) => toolCall(id)),
        ),
        ...stored.map((id) => toolResult(id, "r")),
      ],
      { ids },
    );
    assert.deepEqual(resultIds(prepared), callIds(prepared));
    return callIds(prepared);
  };

  it("models.md 58: long ids of another provider become legal and stay different", () => {
    const ids = idsFor("anthropic", long, `${long}z`);
    assert.ok(ids.every((id) => /^[A-Za-z0-9_-]{1,64}$/.test(id)));
    assert.equal(new Set(ids).size, 2);
    assert.ok(ids[0]?.startsWith("call_x_fc_yyy"));
  });

  it("models.md 58: Mistral gets nine letters and digits", () => {
    const ids = idsFor("mistral", long, "abcDEF123", "short");
    assert.ok(ids.every((id) => /^[A-Za-z0-9]{9}$/.test(id)));
    assert.equal(ids[1], "abcDEF123");
  });

  it("models.md 57: OpenAI chat gets at most 40 characters", () => {
    const ids = idsFor("openai", `toolu_${"a".repeat(40)}`, "toolu_1");
    assert.ok(ids.every((id) => id.length <= 40));
    assert.equal(ids[1], "toolu_1");
  });

  it("Responses gets the call id, and the item id only from the same model", () => {
    assert.deepEqual(idsFor("responses", "call_x|fc_1", "plain"), ["call_x", "plain"]);
    const [same] = prepare([assistantMessage(model, [toolCall("c|fc_1"), toolCall("d|msg_1")])], {
      ids: "responses",
    });
    assert.deepEqual(same?.role === "assistant" && same.content, [
      { ...toolCall("c"), itemId: "fc_1" },
      toolCall("d"),
    ]);
    const [foreign] = prepare([assistantMessage(other, [toolCall("c|fc_1")])], { ids: "responses" });
    assert.deepEqual(foreign?.role === "assistant" && foreign.content, [toolCall("c")]);
  });

  it("ids that collide after mapping, and ids that occur again, stay apart", () => {
    const [first, second] = idsFor("anthropic", "a|b", "a_b");
    assert.equal(first, "a_b");
    assert.match(second ?? "", /^a_b_[0-9a-f]{8}$/);
    const turn = (): LlmMessage[] => [
      assistantMessage(model, [toolCall("call_0")]),
      toolResult("call_0", "x"),
    ];
    const prepared = prepare([...turn(), ...turn(), ...turn()]);
    assert.equal(new Set(callIds(prepared)).size, 3);
    assert.deepEqual(resultIds(prepared), callIds(prepared));
  });

  it("for any history: unique legal ids, one result per call directly behind it, nothing empty", () => {
    const id = fc.constantFrom("a", "b|c", "b_c", "x".repeat(100), "toolu_1");
    const message: fc.Arbitrary<LlmMessage> = fc.oneof(
      fc.string({ maxLength: 3 }).map((value) => userMessage(value)),
      fc
        .tuple(fc.array(id, { maxLength: 3 }), fc.constantFrom("stop", "error", "aborted" as const))
        .map(([ids, stopReason]) =>
          assistantMessage(
            model,
            ids.map((value) => toolCall(value)),
            { stopReason: stopReason as "stop" },
          ),
        ),
      fc.tuple(id, fc.string({ maxLength: 2 })).map(([value, output]) => toolResult(value, output)),
    );
    fc.assert(
      fc.property(fc.array(message, { maxLength: 12 }), (messages) => {
        const prepared = prepare(messages);
        const ids = callIds(prepared);
        assert.equal(new Set(ids).size, ids.length);
        assert.deepEqual(resultIds(prepared), ids);
        for (const [index, { role }] of prepared.entries()) {
          if (role === "toolResult")
            assert.ok(["assistant", "toolResult"].includes(prepared[index - 1]?.role ?? ""));
        }
        assert.ok(prepared.every((entry) => entry.role === "system" || entry.content.length > 0));
        assert.deepEqual(prepare(messages), prepared);
      }),
    );
  });
});
