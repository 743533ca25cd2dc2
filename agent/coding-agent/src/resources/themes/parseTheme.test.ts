import assert from "node:assert/strict";
import { parseTheme } from "./parseTheme.ts";
import { fallbackColors, requiredColors } from "./theme.ts";

const colors = Object.fromEntries(requiredColors.map((name) => [name, ""]));

function parse(theme: object): ReturnType<typeof parseTheme> {
  return parseTheme(JSON.stringify({ name: "t", colors, ...theme }));
}

describe("cli.md 61: parseTheme", () => {
  it("follows variables and fills in what may be left out", () => {
    const theme = parse({
      $schema: "x",
      appearance: "dark",
      vars: { base: "#123456", again: "base" },
      colors: {
        ...colors,
        text: "again",
        muted: 7,
        accent: "#fff",
        error: "oklch(50% 0.1 20)",
        success: "okhsl(10 20% 30%)",
      },
      export: { pageBg: "base" },
    });
    assert.deepEqual(theme, {
      name: "t",
      appearance: "dark",
      colors: {
        ...colors,
        ...{
          text: "#123456",
          muted: 7,
          accent: "#fff",
          error: "oklch(50% 0.1 20)",
          success: "okhsl(10 20% 30%)",
        },
        ...{ scrollbarTrack: 7, scrollbarThumb: "#123456", searchMatchBg: "", searchMatchText: "#123456" },
        thinkingMax: "",
      },
      export: { pageBg: "#123456" },
    });
    assert.deepEqual(
      Object.keys(theme.colors).sort(),
      [...requiredColors, ...Object.keys(fallbackColors)].sort(),
    );
  });

  const incomplete = Object.fromEntries(Object.entries(colors).filter(([name]) => name !== "accent"));
  const wrong: [title: string, theme: object, problem: RegExp][] = [
    [
      "cli.md 61: variables in a circle",
      { vars: { a: "b", b: "a" }, colors: { ...colors, text: "a" } },
      /colors\.text.*leads back/,
    ],
    ["cli.md 61: a slash in the name", { name: "a/b" }, /name must be/],
    ["the name system", { name: "system" }, /name must be/],
    ["no name", { name: undefined }, /name must be/],
    ["a missing color", { colors: incomplete }, /lacks accent/],
    ["an unknown color", { colors: { ...colors, glow: "" } }, /unknown color "glow"/],
    ["an unknown key", { extra: 1 }, /unknown key "extra"/],
    ["an unknown variable", { colors: { ...colors, text: "nope" } }, /"nope" is no color/],
    ["a number beyond the palette", { colors: { ...colors, text: 256 } }, /256 is no color/],
    [
      "a property of all objects",
      { colors: { ...colors, text: "constructor" } },
      /"constructor" is no color/,
    ],
    ["an exported color that pages cannot show", { export: { pageBg: 3 } }, /export\.pageBg must be #rgb/],
    ["an unknown appearance", { appearance: "grey" }, /appearance/],
  ];
  for (const [title, theme, problem] of wrong) {
    it(`refuses ${title}`, () => assert.throws(() => parse(theme), problem));
  }

  it("refuses what is no object", () => {
    assert.throws(() => parseTheme("[]"), /JSON object/);
    assert.throws(() => parseTheme("{"), SyntaxError);
  });
});
