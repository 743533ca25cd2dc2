import assert from "node:assert/strict";
import { Image } from "./image.ts";
import { Markdown, type MarkdownTheme } from "./markdown.ts";
import { SettingsList } from "./settingsList.ts";
import { visibleWidth } from "./width.ts";

const tag =
  (name: string) =>
  (text: string): string =>
    `<${name}>${text}</${name}>`;
const same = (text: string): string => text;
const names = [
  ...["heading", "link", "linkUrl", "code", "codeBlock", "codeBlockBorder", "quote", "quoteBorder"],
  ...["hr", "listBullet", "bold", "italic", "strikethrough", "underline"],
] as const;
const theme = Object.fromEntries(names.map((name) => [name, same])) as unknown as MarkdownTheme;
const marked = (name: (typeof names)[number]): MarkdownTheme => ({ ...theme, [name]: tag(name) });
const lines = (text: string, used = theme, width = 80): string[] =>
  new Markdown(text, 0, 0, used).render(width).map((line) => line.trimEnd());

describe("Markdown in a terminal", () => {
  it("headings, rules, lists and quotes", () => {
    const text = "# Title\nText that\ngoes on\n\n- one\n  - two\n1. three\n- [x] done\n\n---\n> said\n> so";
    assert.deepEqual(lines(text), [
      ...["Title", "Text that", "goes on", "", "- one", "  - two", "1. three", "- [x] done"],
      ...["", "─".repeat(80), "│ said", "│ so"],
    ]);
  });

  it("styles within a line, one in another, and none where a backslash stands", () => {
    assert.deepEqual(lines("a **b *c* d** e", marked("bold")), [
      "a <bold>b </bold><bold>c</bold><bold> d</bold> e",
    ]);
    assert.deepEqual(lines("**b *c***", marked("italic")), ["b <italic>c</italic>"]);
    assert.deepEqual(lines("`a*b*` snake_case_name \\*x\\*", marked("code")), [
      "<code>a*b*</code> snake_case_name *x*",
    ]);
    assert.deepEqual(lines("~~old~~", marked("strikethrough")), ["<strikethrough>old</strikethrough>"]);
    assert.deepEqual(lines("[docs](https://a.b) <https://a.b>", marked("linkUrl")), [
      "docs <linkUrl>(https://a.b)</linkUrl> https://a.b",
    ]);
  });

  it("code stays as it is, in colours when there are any, also when its end is still to come", () => {
    assert.deepEqual(lines("```js\nlet *a* = 1;\n```\nafter"), ["```js", "  let *a* = 1;", "```", "after"]);
    const coloured = { ...theme, highlightCode: (code: string, language = "") => [`${language}:${code}`] };
    assert.deepEqual(lines("~~~ts\nx", coloured), ["~~~ts", "  ts:x", "~~~"]);
  });

  it("tables have columns as wide as their cells, and fit the width", () => {
    const table = "| a | long name |\n| --- | :-: |\n| 1 | 2 |";
    assert.deepEqual(lines(table), ["a │ long name", "──┼──────────", "1 │ 2"]);
    assert.ok(lines(table, theme, 8).every((line) => visibleWidth(line) <= 8));
  });

  it("every line has the whole width, padding and background included; no text has no lines", () => {
    const padded = new Markdown("hi", 1, 1, theme, { bgColor: (text) => `[${text}]` });
    assert.deepEqual(padded.render(6), ["[      ]", "[ hi   ]", "[      ]"]);
    padded.setText(" ");
    assert.deepEqual(padded.render(6), []);
  });

  it("text of any kind never makes a line that is too wide", () => {
    const nasty = "# 日本語 **日本 語** `x`\n| a | b\n|--|\n\n> > > deep\n\n- \n1) y\n```\n" + "w".repeat(50);
    for (let width = 1; width < 30; width++) {
      for (const line of new Markdown(nasty, 0, 0, theme).render(width)) {
        assert.ok(visibleWidth(line) <= width, `${width}: ${line}`);
      }
    }
  });
});

describe("settings and images in a terminal", () => {
  const settingsTheme = { label: same, value: same, description: same, cursor: "> ", hint: same };

  it("Enter takes the next value, Escape closes", () => {
    const changes: string[] = [];
    const list = new SettingsList(
      [
        { id: "a", label: "Alpha", currentValue: "on", values: ["on", "off"], description: "What it does" },
        { id: "b", label: "B", currentValue: "x" },
      ],
      5,
      settingsTheme,
      (id, value) => void changes.push(`${id}=${value}`),
      () => void changes.push("closed"),
    );
    assert.deepEqual(list.render(40).slice(0, 4), ["> Alpha  on", "  B      x", "", "  What it does"]);
    list.handleInput("\r");
    list.handleInput("\u001b[B");
    list.handleInput("\r");
    list.updateValue("b", "y");
    list.handleInput("\u001b");
    assert.deepEqual(changes, ["a=off", "closed"]);
    assert.deepEqual(list.render(40).slice(0, 2), ["  Alpha  off", "> B      y"]);
  });

  it("a submenu takes the place of the list until it is done", () => {
    let finish: (value?: string) => void = () => undefined;
    const changes: string[] = [];
    const list = new SettingsList(
      [
        {
          id: "m",
          label: "M",
          currentValue: "1",
          submenu: (_, done) => ((finish = done), { render: () => ["menu"] }),
        },
      ],
      5,
      settingsTheme,
      (_, value) => void changes.push(value),
      () => undefined,
    );
    list.handleInput("\r");
    assert.deepEqual(list.render(20), ["menu"]);
    finish("2");
    assert.deepEqual([changes, list.render(20)[0]], [["2"], "> M  2"]);
  });

  it("where no image can be shown, a line names it", () => {
    const names = ["TERM_PROGRAM", "KITTY_WINDOW_ID", "GHOSTTY_RESOURCES_DIR", "TMUX", "STY"];
    const before = names.map((name) => [name, process.env[name]] as const);
    for (const name of names) delete process.env[name];
    try {
      const image = new Image(
        "AAAA",
        "image/png",
        { fallbackColor: same },
        {},
        { widthPx: 90, heightPx: 36 },
      );
      assert.deepEqual(image.render(40), ["[Image: image/png 90x36]"]);
      process.env.KITTY_WINDOW_ID = "1";
      assert.deepEqual(
        new Image(
          "AAAA",
          "image/png",
          { fallbackColor: same },
          { maxWidthCells: 10 },
          { widthPx: 90, heightPx: 36 },
        ).render(40),
        ["", "\u001b[1A\u001b_Ga=T,f=100,q=2,c=10,r=2,m=0;AAAA\u001b\\"],
      );
    } finally {
      for (const [name, value] of before) {
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
      }
    }
  });
});
