import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Packs the agent with npm, its `prepack` script included, as a publisher would; path of the tarball. */
export function packAgent(folder: string): string {
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  const args = ["pack", "-w", "agent/coding-agent", "--pack-destination", folder];
  const { status, stdout, stderr } = spawnSync(npm, args, { cwd: root, encoding: "utf8", input: "" });
  assert.equal(status, 0, `npm ${args.join(" ")}:\n${stdout}${stderr}`);
  const tarballs = readdirSync(folder).filter((name) => name.endsWith(".tgz"));
  assert.equal(tarballs.length, 1, tarballs.join(" "));
  return join(folder, tarballs[0] ?? "");
}
