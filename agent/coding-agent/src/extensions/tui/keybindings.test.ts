import assert from "node:assert/strict";
import { isKeyName, Keybindings } from "./keybindings.ts";
import { keyText } from "./keyTexts.ts";

const linux = { isNativeWindows: false, isWindows: false };

describe("keybindings", () => {
  it("cli.md §14: an action has its own keys unless the user chose others", () => {
    const keys = new Keybindings(
      new Map([
        ["tui.select.up", ["shift+k", "CTRL+alt+x"]],
        ["tui.select.down", []],
      ]),
      linux,
    );
    assert.deepEqual(keys.getKeys("tui.select.cancel"), ["escape", "ctrl+c"]);
    assert.ok(keys.matches("\u0003", "tui.select.cancel"));
    assert.ok(keys.matches("K", "tui.select.up"));
    assert.ok(
      keys.matches("\u001b\u0018", "tui.select.up") || keys.matches("\u001b[120;7u", "tui.select.up"),
    );
    assert.ok(!keys.matches("\u001b[A", "tui.select.up"));
    assert.ok(!keys.matches("\u001b[B", "tui.select.down"));
    assert.deepEqual(keys.getKeys("constructor"), []);
  });

  it("some keys differ on Windows", () => {
    const wsl = new Keybindings(new Map(), { isNativeWindows: false, isWindows: true });
    const native = new Keybindings(new Map(), { isNativeWindows: true, isWindows: true });
    const undo = [new Keybindings(new Map(), linux), wsl, native].map((keys) =>
      keys.getKeys("tui.editor.undo"),
    );
    assert.deepEqual(undo, [["ctrl+-"], ["alt+z"], ["ctrl+z"]]);
    assert.deepEqual(native.getKeys("app.suspend"), []);
  });

  it("hints name the first key", () => {
    assert.deepEqual(
      [keyText("tui.select.cancel"), keyText("app.session.new"), keyText("no")],
      ["escape", "", ""],
    );
  });

  it("knows names of keys", () => {
    const good = [
      "a",
      "ctrl+shift+n",
      "shift+ctrl+pageUp",
      "super+alt++",
      "f12",
      "Esc",
      "ctrl+]",
      "~",
      "clear",
    ];
    const bad = ["", "hyper+x", "ctrl+", "ctrl+ctrl+x", "f13", "ab", "é", " ", "x+ctrl"];
    assert.deepEqual(
      good.map(isKeyName),
      good.map(() => true),
    );
    assert.deepEqual(
      bad.map(isKeyName),
      bad.map(() => false),
    );
  });
});
