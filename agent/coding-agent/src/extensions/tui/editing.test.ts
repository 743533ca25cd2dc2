import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CombinedAutocompleteProvider } from "./combinedAutocomplete.ts";
import { Editor, type AutocompleteProvider } from "./editor.ts";
import { Input } from "./input.ts";
import { createKeySplitter } from "./terminal.ts";
import { CURSOR_MARKER } from "./components.ts";
import { visibleWidth } from "./width.ts";

const same = (text: string): string => text;
const theme = {
  borderColor: same,
  selectList: {
    selectedPrefix: same,
    selectedText: same,
    description: same,
    scrollInfo: same,
    noMatch: same,
  },
};
const keys = {
  ...{ enter: "\r", escape: "\u001b", up: "\u001b[A", down: "\u001b[B", left: "\u001b[D", home: "\u001b[H" },
  ...{ backspace: "\u007f", wordLeft: "\u001b[1;5D", kill: "\u000b", tab: "\t", shiftEnter: "\u001b[13;2u" },
};
const paste = (text: string): string => `\u001b[200~${text}\u001b[201~`;

describe("lines to type in", () => {
  it("an input takes characters, moves by words and deletes what a user sees as one character", () => {
    const input = new Input();
    const sent: string[] = [];
    input.onSubmit = (value) => void sent.push(value);
    for (const data of ["one two", keys.wordLeft, "👍🏽 ", keys.left, keys.backspace, keys.enter]) {
      input.handleInput(data);
    }
    assert.deepEqual(sent, ["one  two"]);
  });

  it("an input shows its cursor within the width, and marks it while it has the keyboard", () => {
    const input = new Input();
    input.setValue("日本語日本語");
    input.focused = true;
    const [line = ""] = input.render(10);
    assert.equal(visibleWidth(line), 10);
    assert.ok(line.includes(`${CURSOR_MARKER}\u001b[7m \u001b[27m`));
    input.focused = false;
    assert.ok(!input.render(10)[0]?.includes(CURSOR_MARKER));
  });

  it("Escape leaves an input, and a paste becomes one line", () => {
    const input = new Input();
    let left = 0;
    input.onEscape = () => void left++;
    input.handleInput(paste("a\r\nb"));
    input.handleInput(keys.escape);
    assert.deepEqual([input.getValue(), left], ["ab", 1]);
  });
});

describe("the editor of extensions", () => {
  function setUp() {
    const sent: string[] = [];
    let renders = 0;
    const editor = new Editor({ requestRender: () => void renders++ }, theme);
    editor.onSubmit = (text) => void sent.push(text);
    const type = (...data: string[]): void => data.forEach((one) => editor.handleInput(one));
    return { editor, sent, type, renders: () => renders };
  }

  it("Enter sends, Shift+Enter and a backslash before Enter begin a line", () => {
    const { editor, sent, type, renders } = setUp();
    type("a", keys.shiftEnter, "b\\", keys.enter, "c");
    assert.deepEqual(editor.getLines(), ["a", "b", "c"]);
    assert.deepEqual(editor.getCursor(), { line: 2, col: 1 });
    type(keys.enter);
    assert.deepEqual([sent, editor.getText()], [["a\nb\nc"], ""]);
    assert.ok(renders() > 0);
  });

  it("Up and Down move between lines, and recall what was sent", () => {
    const { editor, type } = setUp();
    editor.addToHistory("first");
    editor.addToHistory("second");
    type("draft", keys.up, keys.up);
    assert.equal(editor.getText(), "first");
    type(keys.down, keys.down);
    assert.equal(editor.getText(), "draft");
    editor.setText("ab\nc");
    type(keys.up, "x");
    assert.equal(editor.getText(), "axb\nc");
  });

  it("a long paste is shown as a mark, and sent in full", () => {
    const { editor, sent, type } = setUp();
    const text = Array.from({ length: 12 }, (_, index) => String(index)).join("\n");
    type("see ", paste(text));
    assert.equal(editor.getText(), "see [paste #1 +12 lines]");
    assert.equal(editor.getExpandedText(), `see ${text}`);
    type(keys.enter);
    assert.deepEqual(sent, [`see ${text}`]);
  });

  it("it is drawn between two borders, with one cursor and no line that is too wide", () => {
    const { editor, type } = setUp();
    editor.focused = true;
    type("a long line that has to be broken", keys.home);
    const lines = editor.render(12);
    assert.deepEqual([lines[0], lines.at(-1)], ["─".repeat(12), "─".repeat(12)]);
    assert.ok(lines.every((line) => visibleWidth(line) <= 12));
    assert.equal(lines.filter((line) => line.includes(CURSOR_MARKER)).length, 1);
    assert.ok(lines[1]?.startsWith(`${CURSOR_MARKER}\u001b[7ma\u001b[27m long`));
  });

  it("proposals come as one types; Tab takes the selected one", async () => {
    const { editor, type } = setUp();
    const provider: AutocompleteProvider = {
      getSuggestions: ([line = ""]) =>
        line.startsWith("/") ? { prefix: line, items: [{ value: "/help", label: "help" }] } : null,
      applyCompletion: (_, cursorLine, __, item) => ({
        lines: [`${item.value} `],
        cursorLine,
        cursorCol: item.value.length + 1,
      }),
    };
    editor.setAutocompleteProvider(provider);
    type("/");
    await new Promise((resolve) => setImmediate(resolve));
    assert.ok(editor.isShowingAutocomplete());
    assert.ok(editor.render(20).some((line) => line.includes("help")));
    type(keys.tab);
    assert.deepEqual([editor.getText(), editor.isShowingAutocomplete()], ["/help ", false]);
  });

  it("commands, their arguments and paths are proposed", async () => {
    const root = mkdtempSync(join(tmpdir(), "relay-complete-"));
    try {
      mkdirSync(join(root, "src"));
      writeFileSync(join(root, "src/a.ts"), "");
      writeFileSync(join(root, "readme.md"), "");
      const go = { name: "go", getArgumentCompletions: () => [{ value: "fast", label: "fast" }] };
      const provider = new CombinedAutocompleteProvider([go, { name: "help", description: "Helps" }], root);
      const values = async (line: string, force = false): Promise<unknown> =>
        (await provider.getSuggestions([line], 0, line.length, { force }))?.items.map(({ value }) => value) ??
        null;
      assert.deepEqual(await values("/hlp"), ["help"]);
      assert.deepEqual(await values("/go f"), ["fast"]);
      assert.deepEqual(await values("see @"), ["src/", "readme.md"]);
      assert.deepEqual(await values("see @src/"), ["src/a.ts"]);
      assert.deepEqual([await values("see re"), await values("see re", true)], [null, ["readme.md"]]);
      assert.equal(await values("see @nowhere/x"), null);
      const apply = (line: string, value: string, prefix: string): string | undefined =>
        provider.applyCompletion([line], 0, line.length, { value, label: value }, prefix).lines[0];
      assert.deepEqual(
        [apply("/hlp", "help", "/hlp"), apply("see @s", "src/", "@s"), apply("/go f", "fast", "f")],
        ["/help ", "see @src/", "/go fast "],
      );
    } finally {
      rmSync(root, { recursive: true });
    }
  });

  it("what a terminal sends at once is split into keys, and a paste stays whole", () => {
    const seen: string[] = [];
    const split = createKeySplitter((key) => void seen.push(key));
    split("ab\u001b[A\r\u001b[200~x\ry");
    split("z\u001b[201~c");
    assert.deepEqual(seen, ["ab", "\u001b[A", "\r", "\u001b[200~x\ryz\u001b[201~", "c"]);
  });

  it("a key that comes in parts is one key, and Escape alone is Escape", async () => {
    const seen: string[] = [];
    const pressed = new Promise<void>((resolve) => {
      const split = createKeySplitter((key) => {
        seen.push(key);
        if (key === keys.escape) resolve();
      });
      for (const part of [
        "\u001b",
        "[",
        "1;5",
        "D",
        "\u001b[20",
        "0~x\u001b[2",
        "01~",
        "\u001bO",
        "A",
        "\u001b",
      ])
        split(part);
    });
    const whole = [keys.wordLeft, "\u001b[200~x\u001b[201~", "\u001bOA"];
    assert.deepEqual(seen, whole);
    await pressed;
    assert.deepEqual(seen, [...whole, keys.escape]);
  });

  it("a splitter that was stopped forgets what is not whole", () => {
    const seen: string[] = [];
    const split = createKeySplitter((key) => void seen.push(key));
    split("\u001b[");
    split.stop();
    split("A");
    assert.deepEqual(seen, ["A"]);
  });

  it("commands for the terminal do not get into an input with a paste", () => {
    const input = new Input();
    input.handleInput(paste("a\u001b]0;t\u0007\tb\nc\u009b2J"));
    input.handleInput("\u009b");
    assert.equal(input.getValue(), "a]0;t bc2J");
  });
});
