import assert from "node:assert/strict";
import { sendModeOf } from "./keys.ts";
import type { KeyPress } from "./keys.ts";

const enter: KeyPress = {
  key: "Enter",
  keyCode: 13,
  isComposing: false,
  shiftKey: false,
  altKey: false,
  ctrlKey: false,
  metaKey: false,
};
const usual = { sendOnEnter: true, enterWhileRunning: "steer" } as const;

describe("Enter in the composer", () => {
  it("vscode.md 6: sends when idle, steers while running, queues with Alt", () => {
    assert.deepEqual(
      [
        sendModeOf(enter, usual, false),
        sendModeOf(enter, usual, true),
        sendModeOf({ ...enter, altKey: true }, usual, true),
        sendModeOf({ ...enter, shiftKey: true }, usual, true),
      ],
      ["send", "steer", "queue", undefined],
    );
  });

  it("vscode.md 6: the settings swap them", () => {
    const swapped = { sendOnEnter: false, enterWhileRunning: "queue" } as const;
    assert.deepEqual(
      [
        sendModeOf(enter, swapped, false),
        sendModeOf({ ...enter, ctrlKey: true }, swapped, false),
        sendModeOf({ ...enter, metaKey: true }, swapped, true),
        sendModeOf({ ...enter, altKey: true }, swapped, true),
      ],
      [undefined, "send", "queue", "steer"],
    );
  });

  it("vscode.md 6: of an input method never sends", () => {
    for (const press of [
      { ...enter, isComposing: true },
      { ...enter, keyCode: 229 },
    ]) {
      assert.equal(sendModeOf(press, usual, false), undefined);
      assert.equal(sendModeOf({ ...press, altKey: true }, usual, true), undefined);
    }
  });
});
