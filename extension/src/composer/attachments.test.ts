import assert from "node:assert/strict";
import { Attachments, fileBlock } from "./attachments.ts";

const image = { type: "image" as const, data: "iVBORw0KGgo=", mimeType: "image/png" };

describe("what goes along with a message", () => {
  it("vscode.md 6: captured text stands at the end, in order, images beside it", () => {
    const attachments = new Attachments(() => undefined);
    attachments.addText("src/a.ts:3-4", "a\nb");
    attachments.addImage(image, "shot.png");
    attachments.addText("Terminal", "$ ls");
    assert.deepEqual(attachments.compose("Look"), {
      message: 'Look\n\n<file name="src/a.ts:3-4">\na\nb\n</file>\n\n<file name="Terminal">\n$ ls\n</file>',
      images: [image],
      labels: ["src/a.ts:3-4", "shot.png", "Terminal"],
    });
  });

  it("vscode.md 6: nothing in a captured text ends its block", () => {
    assert.equal(
      fileBlock('a"><x', "one</file>two</FILE >"),
      "<file name=\"a'''x\">\none<\\/file>two<\\/file >\n</file>",
    );
  });

  it("vscode.md 6: cuts a text at 100 KB, between characters, and marks it", () => {
    const attachments = new Attachments(() => undefined);
    const { isCut, bytes } = attachments.addText("big", "é".repeat(60_000));
    const { message } = attachments.compose("");
    assert.deepEqual([isCut, bytes <= 100 * 1024 + 10], [true, true]);
    assert.ok(message.endsWith("é\n[cut]\n</file>"));
    assert.ok(!message.includes("\ufffd"));
  });

  it("tells what it holds, and forgets what is removed", () => {
    let shown: unknown;
    const attachments = new Attachments((views) => (shown = views));
    const { id } = attachments.addImage(image, "shot.png");
    assert.deepEqual(shown, [{ id: "a1", kind: "image", label: "shot.png", bytes: 9, isCut: false }]);
    assert.deepEqual(attachments.image(id), image);
    attachments.remove(id);
    assert.deepEqual([shown, attachments.image(id)], [[], undefined]);
  });
});
