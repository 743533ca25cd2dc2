import type { SettingsManager } from "../../base/settings/settingsManager.ts";
import { ProcessTerminal } from "../../extensions/tui/terminal.ts";
import { Theme } from "../../extensions/tui/theme.ts";
import { TuiAltScreen } from "../../extensions/tui/tui.ts";
import type { KeybindingsManager } from "../../extensions/types/ui.ts";
import { readKeybindings } from "../../modes/interactive/readKeybindings.ts";
import { Shutdown } from "../../modes/shutdown.ts";
import type { PackageContext } from "../../packages/changePackages.ts";
import type { Reporter } from "../report.ts";
import { StartError } from "../startError.ts";
import { listConfigItems, type ConfigScope } from "./configItems.ts";
import { ConfigScreen } from "./configScreen.ts";
import type { PackageArgs } from "./packageArgs.ts";
import { switchConfigItem } from "./switchConfigItem.ts";

export type ConfigContext = PackageContext & { settings: SettingsManager };

const untrusted = "Project is not trusted. Use --approve or run /trust.";

/** `relay config`: a list in a screen of its own (cli.md §2). */
export async function runConfig(
  { isProject }: PackageArgs,
  context: ConfigContext,
  reporter: Reporter,
): Promise<number> {
  if (!process.stdin.isTTY || !process.stdout.isTTY) {
    throw new StartError("relay config requires an interactive terminal");
  }
  if (process.env.TERM === "dumb") {
    throw new StartError("relay config requires a terminal that can move its cursor, but TERM is dumb");
  }
  if (isProject && !context.settings.isProjectTrusted()) throw new StartError(untrusted);
  const keys = readKeybindings(context.host.agentDir, (warning) => reporter.warning(warning));
  return showConfig(context, keys, isProject ? "project" : "user");
}

/** Resolves with the exit code when the user leaves; the terminal is given back however the process ends. */
function showConfig(
  { host, settings }: ConfigContext,
  keys: KeybindingsManager,
  scope: ConfigScope,
): Promise<number> {
  const terminal = new ProcessTerminal();
  const tui = new TuiAltScreen(terminal);
  const giveBack = (): void => tui.stop();
  process.once("exit", giveBack);
  const shutdown = new Shutdown(async () => {
    giveBack();
    await settings.flush();
  });
  shutdown.install((error) => {
    giveBack();
    process.stderr.write(`Error: ${error instanceof Error ? error.message : String(error)}\n`);
  });
  return new Promise((resolve) => {
    const leave = (): void => {
      giveBack();
      resolve(0);
    };
    const screen = new ConfigScreen({
      scope,
      rows: () => terminal.rows,
      theme: palette(process.env),
      keys,
      load: (loaded) => listConfigItems(loaded, { host, settings }),
      toggle: async (item, changed) => {
        // Others may have changed the files meanwhile.
        settings.reload();
        await switchConfigItem(item, changed, { host, settings });
      },
      refusal: (next) => (next === "project" && !settings.isProjectTrusted() ? untrusted : undefined),
      requestRender: () => tui.requestRender(),
      onLeave: leave,
    });
    // The terminal went away.
    const hangUp = (): void => shutdown.trigger({ exitCode: 129 });
    process.stdin.once("end", hangUp).on("error", hangUp);
    process.stdout.on("error", hangUp);
    tui.addChild(screen);
    tui.setFocus(screen);
    tui.start();
  });
}

/** The colours of the terminal's own palette: they can be read on its background. */
function palette({ NO_COLOR }: NodeJS.ProcessEnv): Theme {
  const isPlain = (NO_COLOR ?? "") !== "";
  return new Theme({ colors: isPlain ? { accent: "", warning: "" } : { accent: 6, warning: 3 } });
}
