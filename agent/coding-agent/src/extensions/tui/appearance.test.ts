import assert from "node:assert/strict";
import { BorderedLoader, CustomEditor, DynamicBorder } from "./appComponents.ts";
import { renderDiff } from "./diff.ts";
import { getLanguageFromPath, highlightCode } from "./highlight.ts";
import { keyHint, keyText, rawKeyHint } from "./keyTexts.ts";
import { Markdown } from "./markdown.ts";
import { getMarkdownTheme, getSelectListTheme, getSettingsListTheme, initTheme, Theme } from "./theme.ts";
import { darkColors, lightColors } from "./themeColors.ts";
import { truncateToVisualLines } from "./visualLines.ts";
import { visibleWidth } from "./width.ts";
import { fallbackColors, requiredColors } from "../../resources/themes/theme.ts";

const same = (text: string): string => text;
const red = (text: string): string => `\u001b[38;2;255;0;0m${text}\u001b[39m`;

describe("how extensions make text look", () => {
  afterEach(() => void initTheme());

  it("colours are true ones, of the palette, or the terminal's own", () => {
    const theme = new Theme({ colors: { accent: "#ff0000", error: 9, text: "", odd: "nonsense" } });
    assert.equal(theme.fg("accent", "x"), red("x"));
    assert.equal(theme.bg("error", "x"), "\u001b[48;5;9mx\u001b[49m");
    assert.deepEqual([theme.fg("text", "x"), theme.fg("odd", "x"), theme.fg("nobody", "x")], ["x", "x", "x"]);
    assert.equal(
      theme.style("x", { fg: "accent", bold: true, underline: true }),
      red("\u001b[4m\u001b[1mx\u001b[22m\u001b[24m"),
    );
  });

  it("what switches a colour on can be had alone, and the colours of the editor's border", () => {
    const theme = new Theme({ colors: { accent: "#ff0000", error: 9, text: "", thinkingHigh: "#ff0000" } });
    assert.equal(theme.getFgAnsi("accent"), "\u001b[38;2;255;0;0m");
    assert.equal(theme.getBgAnsi("error"), "\u001b[48;5;9m");
    assert.deepEqual([theme.getFgAnsi("text"), theme.getFgAnsi("nobody")], ["", ""]);
    assert.equal(theme.getColorMode(), "truecolor");
    assert.equal(theme.getThinkingBorderColor("high")("x"), red("x"));
    assert.equal(theme.getThinkingBorderColor("odd")("x"), theme.fg("border", "x"));
    assert.equal(theme.getBashModeBorderColor()("x"), theme.fg("bashMode", "x"));
  });

  it("Relay's own themes have every colour that a theme has to have", () => {
    for (const colors of [darkColors, lightColors]) {
      const names = [...requiredColors, ...Object.keys(fallbackColors)];
      assert.deepEqual(
        names.filter((name) => !(name in colors)),
        [],
      );
    }
  });

  it("the themes of components follow the one that was set", () => {
    initTheme(new Theme({ colors: { accent: "#ff0000", mdHeading: "#ff0000", muted: "" } }));
    assert.equal(getSelectListTheme().selectedText("x"), red("x"));
    assert.deepEqual(getSettingsListTheme().label("x", true), red("x"));
    const [line = ""] = new Markdown("# x", 0, 0, getMarkdownTheme()).render(5);
    assert.ok(line.startsWith(red("\u001b[1mx\u001b[22m")));
  });

  it("code is coloured by what it is, line by line", () => {
    initTheme(
      new Theme({
        colors: {
          syntaxKeyword: 1,
          syntaxString: 2,
          syntaxNumber: 3,
          syntaxComment: 4,
          syntaxFunction: 5,
          syntaxType: 6,
        },
      }),
    );
    const color = (code: number, text: string): string => `\u001b[38;5;${code}m${text}\u001b[39m`;
    assert.deepEqual(highlightCode('const a = run("x", 1); // c\nMap', "ts"), [
      `${color(1, "const")} a = ${color(5, "run")}(${color(2, '"x"')}, ${color(3, "1")}); ${color(4, "// c")}`,
      color(6, "Map"),
    ]);
    assert.deepEqual(highlightCode("def f(): # c", "python"), [
      `${color(1, "def")} ${color(5, "f")}(): ${color(4, "# c")}`,
    ]);
    assert.deepEqual(highlightCode("/* a\nb */", "c"), [color(4, "/* a"), color(4, "b */")]);
    const plain = highlightCode("one\ntwo", "nobody knows");
    assert.deepEqual([plain.length, plain.map(visibleWidth)], [2, [3, 3]]);
  });

  it("the language of a file follows from its name", () => {
    assert.deepEqual(["a/b.ts", "Dockerfile", "x.unknown", "A.PY"].map(getLanguageFromPath), [
      "typescript",
      "dockerfile",
      undefined,
      "python",
    ]);
  });

  it("added and removed lines of a diff have their colours", () => {
    initTheme(new Theme({ colors: { toolDiffAdded: "#ff0000", toolDiffRemoved: "", toolDiffContext: "" } }));
    assert.equal(renderDiff("+1 a\n-2 b\n 3 c"), `${red("+1 a")}\n-2 b\n 3 c`);
  });

  it("keys are named as the user presses them", () => {
    initTheme(new Theme({ colors: { dim: "", muted: "" } }));
    assert.deepEqual([keyText("app.tools.expand"), keyText("nobody")], ["ctrl+o", ""]);
    assert.deepEqual(
      [keyHint("app.tools.expand", "expands"), rawKeyHint("x", "does")],
      ["ctrl+o expands", "x does"],
    );
  });

  it("of a long text the last lines are shown, as they are at a width", () => {
    assert.deepEqual(truncateToVisualLines("one two three", 1, 7), {
      visualLines: ["three  "],
      skippedCount: 1,
    });
    assert.deepEqual(truncateToVisualLines("a", 5, 7).skippedCount, 0);
  });
});

describe("components that look as Relay's own", () => {
  const tui = { requestRender: () => undefined };
  const theme = new Theme({ colors: { accent: "", border: "", muted: "", dim: "" } });

  it("a border has the width it is given", () => {
    assert.deepEqual(new DynamicBorder(same).render(4), ["────"]);
    assert.equal(visibleWidth(new DynamicBorder().render(4)[0] ?? ""), 4);
  });

  it("a loader is cancelled by Escape, once", () => {
    const loader = new BorderedLoader(tui, theme, "Thinking");
    let aborts = 0;
    loader.onAbort = () => void aborts++;
    assert.ok(loader.render(30).some((line) => line.includes("Thinking")));
    loader.handleInput("x");
    assert.equal(loader.signal.aborted, false);
    loader.handleInput("\u001b");
    loader.handleInput("\u001b");
    assert.deepEqual([loader.signal.aborted, aborts], [true, 1]);
    loader.dispose();
    const fixed = new BorderedLoader(tui, theme, "Thinking", { cancellable: false });
    fixed.handleInput("\u001b");
    assert.equal(fixed.signal.aborted, false);
    fixed.dispose();
  });

  it("an editor of an extension leaves the application's keys to it", () => {
    const list = {
      selectedPrefix: same,
      selectedText: same,
      description: same,
      scrollInfo: same,
      noMatch: same,
    };
    const calls: string[] = [];
    const editor = new CustomEditor(tui, { borderColor: same, selectList: list });
    editor.onEscape = () => void calls.push("escape");
    editor.onCtrlD = () => void calls.push("exit");
    editor.onAction("app.model.select", () => void calls.push("model"));
    for (const data of ["\u001b", "\u0004", "\u000c", "a", "b", "\u001b[D", "\u0004"])
      editor.handleInput(data);
    assert.deepEqual([calls, editor.getText()], [["escape", "exit", "model"], "a"]);
    const bound = new CustomEditor(
      tui,
      { borderColor: same, selectList: list },
      { matches: (data, action) => data === "q" && action === "app.interrupt" },
    );
    bound.onEscape = () => void calls.push("q");
    bound.handleInput("q");
    assert.deepEqual([calls.at(-1), bound.getText()], ["q", ""]);
  });
});
