import assert from "node:assert/strict";
import { join } from "node:path";
import { withTempDir, writeTree } from "../../base/testing/tempTree.ts";
import { loadExtensions } from "../loadExtensions.ts";
import { DynamicBorder } from "./appComponents.ts";
import { Box, Container, fuzzyFilter, fuzzyMatch, SelectList, Spacer, Text } from "./components.ts";
import { getKeybindings } from "./hostKeybindings.ts";
import { decodeKittyPrintable, isKeyRelease, Key, matchesKey, parseKey } from "./keys.ts";
import { truncateToWidth, visibleWidth, wrapTextWithAnsi } from "./width.ts";

const red = (text: string): string => `\u001b[31m${text}\u001b[0m`;
const same = (text: string): string => text;

describe("components of terminals", () => {
  it("widths count columns, not characters or escape sequences", () => {
    const texts = [
      "abc",
      red("abc"),
      "日本",
      "👍🏽",
      "e\u0301",
      "\u001b]8;;http://x\u0007a\u001b]8;;\u0007",
      "",
    ];
    assert.deepEqual(texts.map(visibleWidth), [3, 3, 4, 2, 1, 1, 0]);
  });

  it("a cut line fits, and its styles end", () => {
    assert.equal(truncateToWidth("abcdef", 6), "abcdef");
    assert.equal(truncateToWidth("abcdefg", 6), "abc...");
    assert.equal(truncateToWidth(red("abcdefg"), 5), "\u001b[31mab\u001b[0m...");
    assert.equal(truncateToWidth("日本語", 4, ""), "日本");
    assert.equal(truncateToWidth("abc", 2), "");
    assert.equal(truncateToWidth("ab", 4, "...", true), "ab  ");
  });

  it("text is wrapped at spaces, long words anywhere, and styles go on", () => {
    assert.deepEqual(wrapTextWithAnsi("one two three", 7), ["one two", "three"]);
    assert.deepEqual(wrapTextWithAnsi("abcdefgh", 3), ["abc", "def", "gh"]);
    assert.deepEqual(wrapTextWithAnsi("a\n\nb", 5), ["a", "", "b"]);
    assert.deepEqual(wrapTextWithAnsi(red("one two"), 4), [
      "\u001b[31mone\u001b[0m",
      "\u001b[31mtwo\u001b[0m",
    ]);
    for (const line of wrapTextWithAnsi("日本語 text 日本語", 5)) assert.ok(visibleWidth(line) <= 5);
  });

  it("keys have one name, whichever way a terminal sends them", () => {
    const sent: [string, string][] = [
      ["\u001b[A", "up"],
      ["\u001bOA", "up"],
      ["\u001b[1;5C", "ctrl+right"],
      ["\u0003", "ctrl+c"],
      ["\u001b[99;5u", "ctrl+c"],
      ["\u001bx", "alt+x"],
      ["\u001b[Z", "shift+tab"],
      ["\u001b[3~", "delete"],
      ["\r", "enter"],
      ["A", "shift+a"],
      ["é", "é"],
      ["\u001bOP", "f1"],
      ["\u001b[24~", "f12"],
    ];
    assert.deepEqual(
      sent.map(([data]) => parseKey(data)),
      sent.map(([, name]) => name),
    );
    assert.ok(matchesKey("\u001b[1;6D", "shift+ctrl+left") && matchesKey("\u0003", Key.ctrl("c")));
    assert.ok(matchesKey("\u001b\u0010", Key.ctrlAlt("p")) && matchesKey("\u001b[80;6u", Key.ctrlShift("p")));
    assert.ok(matchesKey("\r", "return") && matchesKey("\u001b", "esc") && matchesKey("\u001b[5~", "pageup"));
    assert.deepEqual([isKeyRelease("\u001b[99;1:3u"), isKeyRelease("a")], [true, false]);
  });

  it("a character that a terminal sends as a number is one, a key without a character is none", () => {
    const sent = ["97u", "97:65;2u", "97:65;2:1u", "97;1:2u", "228u"];
    const keys = ["97;5u", "13u", "27u", "57376u", "97;1:3u", "A", "9999999u"];
    const decode = (ending: string): string | undefined => decodeKittyPrintable(`\u001b[${ending}`);
    assert.deepEqual(sent.map(decode), ["a", "A", "A", "a", "ä"]);
    assert.deepEqual(keys.map(decode), Array(keys.length).fill(undefined));
    assert.equal(decodeKittyPrintable("a"), undefined);
  });

  it("the keys of actions are found by their names, earlier ones included", () => {
    const { matches, getKeys } = getKeybindings();
    assert.deepEqual(
      [getKeys("tui.select.up"), getKeys("selectUp"), getKeys("nobody")],
      [["up"], ["up"], []],
    );
    assert.ok(matches("\u001b", "tui.select.cancel") && matches("\r", "selectConfirm"));
    assert.ok(!matches("x", "tui.select.cancel") && !matches("x", "nobody"));
  });

  it("one word fits a text when its letters come in order, the closer the better", () => {
    assert.deepEqual(fuzzyMatch("zz", "abc"), { matches: false, score: 0 });
    const [close, far] = [fuzzyMatch("AB", "xab"), fuzzyMatch("ab", "a long b")];
    assert.ok(close.matches && far.matches && close.score < far.score);
  });

  it("every component can be told to draw anew", () => {
    const theme = {
      selectedPrefix: same,
      selectedText: same,
      description: same,
      scrollInfo: same,
      noMatch: same,
    };
    class Own extends Text {
      override invalidate(): void {
        super.invalidate();
      }
    }
    for (const component of [new Own("a"), new Spacer(), new DynamicBorder(), new SelectList([], 3, theme)])
      assert.doesNotThrow(() => component.invalidate());
  });

  it("extension-api.md §1: components render lines of the width without a terminal", () => {
    const box = new Box(1, 1, (text) => `[${text}]`);
    box.addChild(new Text("one two", 0, 0));
    const container = new Container();
    container.addChild(box);
    container.addChild(new Spacer(1));
    assert.deepEqual(container.render(6), ["[      ]", "[ one  ]", "[ two  ]", "[      ]", ""]);
  });

  it("a list moves, filters, chooses and cancels", () => {
    const theme = {
      selectedPrefix: same,
      selectedText: same,
      description: same,
      scrollInfo: same,
      noMatch: same,
    };
    const items = ["alpha", "beta", "gamma"].map((label) => ({ label, value: label }));
    const list = new SelectList(items, 2, theme);
    const chosen: string[] = [];
    list.onSelect = ({ value }) => void chosen.push(value);
    list.onCancel = () => void chosen.push("cancelled");
    assert.deepEqual(list.render(20), ["> alpha", "  beta", "  (1/3)"]);
    list.handleInput("\u001b[A");
    list.handleInput("\r");
    list.setFilter("bt");
    list.handleInput("\r");
    list.handleInput("\u001b");
    assert.deepEqual(chosen, ["gamma", "beta", "cancelled"]);
    assert.deepEqual(fuzzyFilter(["abc", "a-b-c", "xyz"], "abc", same), ["abc", "a-b-c"]);
  });

  it("extension-api.md §1: an extension imports them, and the helpers of the models' package", () =>
    withTempDir(async (root) => {
      await writeTree(root, {
        "a/extensions/e.ts": `
          import { Text, visibleWidth } from "@relay-harness/tui";
          import { StringEnum } from "@relay-harness/ai";
          import { uuidv7 } from "@relay-harness/ai/compat";
          import { clampThinkingLevel } from "@relay-harness/ai/models";
          export default (relay: { registerFlag(name: string, flag: object): void }) => {
            const [line = ""] = new Text("hi", 0, 0).render(4);
            const all = [line, visibleWidth(line), StringEnum(["a"]).enum, uuidv7(0).slice(0, 8), typeof clampThinkingLevel];
            relay.registerFlag(JSON.stringify(all), { type: "boolean" });
          };`,
      });
      const settings = { getIn: () => undefined, isProjectTrusted: () => false };
      const { extensions, errors } = await loadExtensions({ cwd: root, agentDir: join(root, "a"), settings });
      assert.deepEqual(errors, []);
      assert.deepEqual(
        [...(extensions[0]?.flags.keys() ?? [])],
        [JSON.stringify(["hi  ", 4, ["a"], "00000000", "function"])],
      );
    }));
});
