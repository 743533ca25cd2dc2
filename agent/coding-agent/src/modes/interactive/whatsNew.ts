import { readFile } from "node:fs/promises";
import type { SettingsManager } from "../../base/settings/settingsManager.ts";
import { version } from "../../base/version.ts";
import { compareVersions } from "../../packages/versions.ts";
import type { Transcript } from "./transcript.ts";

/** Says once after an update what it brought (cli.md §4). At the first start of all there is nothing to say. */
export async function showWhatsNew(
  settings: SettingsManager,
  transcript: Pick<Transcript, "line">,
): Promise<void> {
  const last = settings.getIn("user", "lastChangelogVersion");
  if (last === undefined || compareVersions(version, last) <= 0) return;
  if (settings.get("collapseChangelog")) {
    transcript.line(`Updated to v${version}. /changelog shows what changed.\n`);
  } else {
    // It lies beside the built program.
    const entries = newerEntries(await readFile(new URL("../CHANGELOG.md", import.meta.url), "utf8"), last);
    if (entries.length > 0) transcript.line(`${entries.join("\n\n")}\n`);
  }
  await rememberVersion(settings);
}

/** For the next start. A settings file that cannot be written is no reason to trouble anybody. */
export async function rememberVersion(settings: SettingsManager): Promise<void> {
  const last = settings.getIn("user", "lastChangelogVersion");
  if (last !== undefined && compareVersions(version, last) <= 0) return;
  await settings.set("lastChangelogVersion", version).catch(() => undefined);
}

/** Entries of versions after one, in their order: the newest first. */
export function newerEntries(changelog: string, last: string): string[] {
  return changelog
    .split(/^(?=## )/m)
    .filter((entry) => {
      const [, found] = /^## \[?v?(\d+\.\d+\.\d+[\w.+-]*)/.exec(entry) ?? [];
      return found !== undefined && compareVersions(found, last) > 0;
    })
    .map((entry) => entry.trimEnd());
}
