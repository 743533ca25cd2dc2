import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { openView } from "./support/openView.ts";
import type { View } from "./support/openView.ts";
import { applyTheme, themeNames } from "./support/pageHtml.ts";
import { contextReport, panelState } from "./support/panelScene.ts";
import { play, scenes } from "./support/scenes.ts";

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface Violation {
  id: string;
  nodes: { html: string; failureSummary: string }[];
}

/** All rules, or those that depend on colours: the rest is the same in every theme. */
type Rules = "all" | "colours";

/** What axe finds, as lines that name the place. */
async function violations(view: View, rules: Rules): Promise<string[]> {
  const found = await view.page.evaluate(async (chosen) => {
    const { axe } = globalThis as unknown as {
      axe: { run(options: object): Promise<{ violations: Violation[] }> };
    };
    const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
    const colours = ["color-contrast", "link-in-text-block"];
    const runOnly = chosen === "all" ? { type: "tag", values: tags } : { type: "rule", values: colours };
    return (await axe.run({ runOnly, resultTypes: ["violations"], preload: false })).violations;
  }, rules);
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} | ${failureSummary.slice(0, 200)}`),
  );
}

describe("accessibility of the Harness panel", function () {
  this.timeout(120_000);

  it("vscode.md 10: axe finds nothing, in four themes at 900 and 420 px", async () => {
    const view = await openView({
      kind: "harness",
      state: panelState,
      prepare: (host) => host.answer("context/report", () => contextReport),
    });
    await view.page.evaluate(axeSource);
    await view.page.getByText("Verbatim").first().waitFor();
    const found: string[] = [];
    for (const theme of themeNames) {
      await applyTheme(view.page, theme);
      for (const width of [900, 420]) {
        await view.page.setViewportSize({ width, height: 1000 });
        found.push(...(await violations(view, "all")).map((line) => `${theme} ${width}: ${line}`));
      }
    }
    assert.deepEqual([found, view.problems, view.host.refused], [[], [], []]);
    await view.close();
  });
});

describe("accessibility of the chat", function () {
  this.timeout(300_000);
  let view: View;

  before(async () => {
    view = await openView();
    await view.page.evaluate(axeSource);
  });
  after(async () => {
    await view.close();
  });

  for (const scene of scenes) {
    it(`vscode.md 10: axe finds nothing in "${scene.name}", in four themes at 420 and 280 px`, async () => {
      await view.page.setViewportSize({ width: 420, height: 820 });
      await play(view, scene);
      const found: string[] = [];
      for (const theme of themeNames) {
        await applyTheme(view.page, theme);
        for (const width of [420, 280]) {
          await view.page.setViewportSize({ width, height: 820 });
          found.push(
            ...(await violations(view, theme === "dark" ? "all" : "colours")).map(
              (line) => `${theme} ${width}: ${line}`,
            ),
          );
          const overflow = await view.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
          if (overflow > 0) found.push(`${theme} ${width}: ${overflow} px too wide`);
        }
      }
      assert.deepEqual(found, []);
    });
  }
});
