import assert from "node:assert/strict";
import { join } from "node:path";
import { withTempDir, writeTree } from "../../base/testing/tempTree.ts";
import { readKeybindings } from "./readKeybindings.ts";

describe("keybindings.json", () => {
  async function read(text: string): Promise<{ warnings: string[]; up: string[]; down: string[] }> {
    const warnings: string[] = [];
    return withTempDir(async (root) => {
      await writeTree(root, { "keybindings.json": text });
      const keys = readKeybindings(root, (warning) =>
        warnings.push(warning.replace(join(root, "keybindings.json"), "file")),
      );
      return { warnings, up: keys.getKeys("tui.select.up"), down: keys.getKeys("tui.select.down") };
    });
  }

  it("takes one key, several or none; a byte order mark and $schema do not matter", async () => {
    const text = '\uFEFF{ "$schema": 1, "tui.select.up": "k",\r\n "tui.select.down": [] }';
    assert.deepEqual(await read(text), { warnings: [], up: ["k"], down: [] });
  });

  it("leaves out what makes no sense, with a warning each", async () => {
    const text =
      '{ "tui.select.up": ["k", "no key"], "__proto__": "x", "constructor": "x", "tui.select.down": 7 }';
    assert.deepEqual(await read(text), {
      warnings: [
        'file: "no key" is no key for tui.select.up',
        'file: there is no action "__proto__"',
        'file: there is no action "constructor"',
        "file: the keys of tui.select.down must be a text or a list of texts",
      ],
      up: ["up"],
      down: ["down"],
    });
  });

  it("a file that is no JSON object changes nothing", async () => {
    for (const text of ["[]", "{ \u001b[2J", '"x"']) {
      const { warnings, up } = await read(text);
      assert.deepEqual(up, ["up"]);
      assert.match(warnings.join("\n"), /^file: .*\. The default keys apply\.$/);
      assert.ok(!warnings.join("").includes("\u001b"));
    }
  });
});
