import assert from "node:assert/strict";
import type { SessionEntry } from "@relay-harness/protocol";
import { formatSkillBlock } from "../../base/skillBlock.ts";
import { assistantEntry, testHeader, userEntry } from "../testing/entries.ts";
import { parsePage, type TestElement } from "../testing/pageDocument.ts";
import { drawIn } from "./dom.ts";
import type { SessionPageData } from "./pageData.ts";
import { showSession } from "./sessionPage.ts";

const timestamp = testHeader.timestamp;
const hostile = `"><img src=x onerror=alert(1)><script>alert(1)</script> [x](javascript:alert(1)) 'a\u2028b`;

function draw(entries: SessionEntry[], more: Partial<SessionPageData> = {}): TestElement {
  const document = parsePage('<!doctype html><html><body><div id="session"></div></body></html>');
  const root = document.getElementById("session");
  assert.ok(root);
  showSession(drawIn(document), root, {
    header: testHeader,
    entries,
    leafId: entries.at(-1)?.id ?? null,
    ...more,
  });
  return root;
}

function texts(root: TestElement, selector: string): (string | null)[] {
  return [...root.querySelectorAll(selector)].map((element) => element.textContent);
}

describe("page of an exported session", () => {
  it("cli.md §10.3: folds a skill away and shows what the user wrote with it", () => {
    const skill = { name: "pdf", filePath: "/s/SKILL.md", baseDir: "/s", body: "**Read** it." };
    const root = draw([userEntry("u1", null, formatSkillBlock({ ...skill, args: "extract a.pdf" }))]);
    assert.deepEqual(texts(root, ".user > .skill > summary"), ["Skill: pdf"]);
    assert.deepEqual(texts(root, ".user .skill strong"), ["Read"]);
    assert.deepEqual(texts(root, ".user > .markdown"), ["extract a.pdf"]);
  });

  it("draws a conversation with its calls, thinking and images", () => {
    const root = draw([
      userEntry("u1", null, [
        { type: "text", text: "Look" },
        { type: "image", mimeType: "image/png", data: "aGk=" },
      ]),
      assistantEntry("a1", "u1", [
        { type: "thinking", thinking: "Hm" },
        { type: "text", text: "I **read** it" },
        { type: "toolCall", id: "c1", name: "read", arguments: { path: "a.txt", limit: 3 } },
      ]),
      {
        type: "message",
        id: "r1",
        parentId: "a1",
        timestamp,
        message: {
          role: "toolResult",
          toolCallId: "c1",
          toolName: "read",
          content: [{ type: "text", text: "one\ntwo" }],
          isError: false,
          timestamp: 0,
          nestedCalls: {
            complete: true,
            calls: [{ id: "n1", name: "ls", arguments: { path: "." }, status: "ok" }],
          },
        },
      },
      { type: "session_info", id: "i1", parentId: "r1", timestamp, name: "My work" },
    ]);
    assert.deepEqual(texts(root, "h1"), ["My work"]);
    assert.equal(root.querySelector(".user img")?.getAttribute("src"), "data:image/png;base64,aGk=");
    assert.deepEqual(texts(root, "strong"), ["read"]);
    assert.deepEqual(texts(root, ".thinking .markdown"), ["Hm"]);
    assert.deepEqual(texts(root, ".tool > summary > .name"), ["read", "ls"]);
    assert.deepEqual(texts(root, ".tool .tool > summary > .name"), ["ls"]);
    assert.deepEqual(texts(root, ".tool pre.result"), ["one\ntwo"]);
    const open = [...root.querySelectorAll("main details")].filter(
      (card) => card.getAttribute("open") !== null,
    );
    assert.deepEqual(open, []);
  });

  it("sets whatever the session holds as text", () => {
    const root = draw(
      [
        userEntry("u1", null, hostile),
        assistantEntry(
          "a1",
          "u1",
          [
            { type: "text", text: hostile },
            { type: "thinking", thinking: hostile },
            {
              type: "toolCall",
              id: "c1",
              name: hostile,
              arguments: { [hostile]: hostile, deep: { a: hostile } },
            },
          ],
          { errorMessage: hostile, model: hostile, stopReason: "error" },
        ),
        { type: "custom", id: "x1", parentId: "a1", timestamp, customType: hostile, data: { hostile } },
        {
          type: "custom_message",
          id: "x2",
          parentId: "x1",
          timestamp,
          customType: hostile,
          content: hostile,
          display: true,
        },
        {
          type: "compaction",
          id: "x3",
          parentId: "x2",
          timestamp,
          summary: hostile,
          firstKeptEntryId: "x3",
          tokensBefore: 9,
        },
        { type: "label", id: "x4", parentId: "x3", timestamp, targetId: "u1", label: hostile },
        { type: "session_info", id: "x5", parentId: "x4", timestamp, name: hostile },
        { type: "model_change", id: "x6", parentId: "x5", timestamp, provider: hostile, modelId: hostile },
      ],
      { systemPrompt: hostile, tools: [{ name: hostile, description: hostile, parameters: {} }] },
    );
    const elements = [...root.querySelectorAll("*")];
    assert.deepEqual(texts(root, "script, img, iframe, a"), []);
    const names = new Set(elements.flatMap((element) => element.getAttributeNames()));
    assert.deepEqual([...names].sort(), ["aria-current", "aria-label", "class", "open", "type"]);
    assert.ok(texts(root, "h1")[0] === hostile);
  });

  it("walks to another branch by its outline", () => {
    const root = draw([
      userEntry("u1", null, "start"),
      assistantEntry("a1", "u1", "answer"),
      userEntry("u2", "a1", "left"),
      assistantEntry("a2", "u2", "left answer"),
      userEntry("u3", "a1", "right"),
      assistantEntry("a3", "u3", "right answer"),
    ]);
    const current = (): (string | null)[] => texts(root, "button[aria-current]");
    const shown = (): (string | null)[] => texts(root, "main .markdown");
    assert.deepEqual(current(), ["start", "right"]);
    assert.deepEqual(shown(), ["start", "answer", "right", "right answer"]);
    const left = [...root.querySelectorAll("button")].find((button) => button.textContent === "left");
    left?.click();
    assert.deepEqual(current(), ["start", "left"]);
    assert.deepEqual(shown(), ["start", "answer", "left", "left answer"]);
  });

  it("takes prompt and tools from the entries when nothing else is said", () => {
    const system: SessionEntry = {
      type: "message",
      id: "s1",
      parentId: null,
      timestamp,
      message: {
        role: "system",
        content: "",
        sections: { preamble: "You are Relay.", cwd: "/project" },
        toolsAdded: [{ name: "read", description: "Reads", parameters: { type: "object" } }],
        timestamp: 0,
      },
    };
    const root = draw([system, userEntry("u1", "s1", "hi")]);
    assert.deepEqual(texts(root, ".declared > summary"), ["System prompt", "Tools (1)"]);
    assert.equal(texts(root, ".declared .plain")[0], "You are Relay.\n\n<cwd>\n/project\n</cwd>");
    const live = draw([system, userEntry("u1", "s1", "hi")], { systemPrompt: "Live", tools: [] });
    assert.deepEqual(texts(live, ".declared .plain"), ["Live"]);
  });
});
