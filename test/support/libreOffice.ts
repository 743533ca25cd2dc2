import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";

const packageName = "libreoffice-writer-nogui";

/** Why LibreOffice cannot be used; installs it where `.ci/run` is allowed to. */
export function officeProblem(): string | undefined {
  if (isInstalled()) return undefined;
  if (process.env.RELAY_INSTALL_LIBREOFFICE !== "1")
    return `soffice is not installed (apt-get install ${packageName})`;
  const install = ["install", "-y", "--no-install-recommends", packageName];
  const { status, error, stderr } = spawnSync("apt-get", install, { encoding: "utf8" });
  if (isInstalled()) return undefined;
  return `apt-get install ${packageName} ended with ${status ?? String(error)}: ${stderr ?? ""}`;
}

function isInstalled(): boolean {
  return spawnSync("soffice", ["--version"]).status === 0;
}

/**
 * Lets LibreOffice open files and save them in another format, such as `pdf` or `txt:Text`, in
 * `<folder>/<ending>`; returns the paths in order. One profile of its own: one in use would be waited for.
 */
export function convertFiles(files: readonly string[], format: string, folder: string): string[] {
  const [ending = format] = format.split(":");
  const out = join(folder, ending);
  const profile = `-env:UserInstallation=${pathToFileURL(join(folder, "profile")).href}`;
  const run = spawnSync(
    "soffice",
    [profile, "--headless", "--convert-to", format, "--outdir", out, ...files],
    { encoding: "utf8" },
  );
  const converted = files.map((file) => join(out, basename(file).replace(/\.\w+$/, `.${ending}`)));
  for (const path of converted) assert.ok(existsSync(path), `${path}: ${run.stdout}${run.stderr}`);
  return converted;
}
