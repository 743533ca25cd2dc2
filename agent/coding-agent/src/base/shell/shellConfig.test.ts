import assert from "node:assert/strict";
import { chmod } from "node:fs/promises";
import { homedir } from "node:os";
import { join, relative } from "node:path";

import { withTempDir, writeTree } from "../testing/tempTree.ts";
import { getPowerShellConfig, getShellConfig } from "./shellConfig.ts";

const isWindows = process.platform === "win32";

describe("shell lookup", () => {
  it("cli.md 71: a configured shell that is missing is an error without a fallback", () => {
    assert.throws(() => getShellConfig("~/nope"), { message: "Custom shell path not found: ~/nope" });
    assert.throws(() => getShellConfig("nope-shell"), { message: "Custom shell path not found: nope-shell" });
    assert.throws(() => getShellConfig("/"), { message: "Custom shell path not found: /" });
  });

  it("expands the home directory, searches PATH for a bare name, resolves a relative path from cwd", async () => {
    await withTempDir(async (root) => {
      await writeTree(root, { "bin/mysh": "" });
      await chmod(join(root, "bin/mysh"), 0o755);
      const path = join(root, "bin/mysh");
      const fromHome = `~/${relative(homedir(), path)}`;
      assert.equal(getShellConfig(fromHome).path, path);
      assert.equal(getShellConfig("mysh", { env: { PATH: `/nowhere:${join(root, "bin")}` } }).path, path);
      assert.deepEqual(getShellConfig("./bin/mysh", { cwd: root }), { path, args: ["-c"] });
    });
  });

  it("lists the places where it looked for Bash on Windows", () => {
    const env = {
      ProgramFiles: "C:\\Program Files",
      "ProgramFiles(x86)": "C:\\Program Files (x86)",
      PATH: "",
    };
    assert.throws(
      () => getShellConfig(undefined, { env, platform: "win32" }),
      (error: Error) => {
        assert.ok(error.message.includes("C:\\Program Files\\Git\\bin\\bash.exe"));
        assert.ok(error.message.includes("C:\\Program Files (x86)\\Git\\bin\\bash.exe"));
        assert.ok(error.message.includes("bash.exe on PATH"));
        return true;
      },
    );
  });

  it("takes the first PowerShell of its list and says where it looked", async function () {
    if (isWindows) this.skip();
    await withTempDir(async (root) => {
      await writeTree(root, { "pwsh.exe": "", "powershell.exe": "" });
      await chmod(join(root, "powershell.exe"), 0o755);
      const args = ["-NoProfile", "-NonInteractive", "-ExecutionPolicy", "Bypass", "-Command"];
      assert.deepEqual(getPowerShellConfig({ env: { PATH: root } }), {
        path: join(root, "powershell.exe"),
        args,
      });
      await chmod(join(root, "pwsh.exe"), 0o755);
      assert.equal(getPowerShellConfig({ env: { PATH: root } }).path, join(root, "pwsh.exe"));
    });
    assert.throws(
      () => getPowerShellConfig({ env: { PATH: "" } }),
      /System32\\WindowsPowerShell\\v1\.0\\powershell\.exe/,
    );
  });
});
