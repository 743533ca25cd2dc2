// Draws the scenes of the webview's tests into pictures, to be looked at:
//   node --import tsx --conditions=source scripts/webviewPictures.ts <folder> [theme] [width]
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { closeSharedBrowser } from "../test/webview/support/browser.ts";
import { openView } from "../test/webview/support/openView.ts";
import type { ThemeName } from "../test/webview/support/pageHtml.ts";
import { contextReport, panelState } from "../test/webview/support/panelScene.ts";
import { play, scenes } from "../test/webview/support/scenes.ts";

const [folder = "webview/pictures", theme = "dark", width = "420"] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
for (const [index, scene] of scenes.entries()) {
  const view = await openView({ theme: theme as ThemeName, width: Number(width), still: true });
  await play(view, scene);
  await view.page.screenshot({ path: join(folder, `${theme}-${width}-${index + 1}.png`) });
  if (view.problems.length > 0) console.error(scene.name, view.problems);
  await view.close();
}
const panel = await openView({
  theme: theme as ThemeName,
  width: 900,
  height: 1130,
  kind: "harness",
  state: panelState,
  prepare: (host) => host.answer("context/report", () => contextReport),
});
await panel.page.getByText("Verbatim").first().waitFor();
await panel.page.screenshot({ path: join(folder, `${theme}-harness.png`) });
if (panel.problems.length > 0) console.error(panel.problems);
await panel.close();
await closeSharedBrowser();
