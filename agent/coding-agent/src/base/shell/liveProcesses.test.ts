import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { pathToFileURL } from "node:url";

import { withTempDir, writeTree } from "../testing/tempTree.ts";

const loader = pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href;
const module_ = pathToFileURL(join(import.meta.dirname, "runProcess.ts")).href;

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function untilGone(pid: number): Promise<void> {
  while (isAlive(pid)) await delay(20);
}

describe("live processes", () => {
  it("end with the process that started them, background ones included", async function () {
    if (process.platform === "win32") this.skip();
    await withTempDir(async (root) => {
      const start = (command: string): string =>
        `runProcess({ shell: { path: "/bin/bash", args: ["-c"] }, command: ${JSON.stringify(command)}, ` +
        `cwd: ${JSON.stringify(root)}, env: process.env, onData() {} })`;
      const script = `
        import { runProcess } from ${JSON.stringify(module_)};
        import { existsSync } from "node:fs";
        await ${start("sleep 600 & echo $! > background")};
        void ${start("sleep 600 & echo $! > child; mv child running; wait")};
        setInterval(() => { if (existsSync("running")) process.exit(0); }, 10);
      `;
      await writeTree(root, { "host.mts": script });
      const host = spawn(process.execPath, ["--import", loader, join(root, "host.mts")], {
        cwd: root,
        stdio: "inherit",
      });
      const code = await new Promise((resolve) => host.once("exit", resolve));
      assert.equal(code, 0);
      for (const file of ["background", "running"]) {
        await untilGone(Number(await readFile(join(root, file), "utf8")));
      }
    });
  });
});
