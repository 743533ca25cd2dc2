import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { commands, extensions } from "vscode";
import { figures } from "./figures.ts";

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
    const { extensionPath } = extension();
    const load = performance.now();
    createRequire(__filename)(join(extensionPath, "extension/dist/extension.cjs"));
    // The bundle is in memory now: the rest is `activate` and what the editor does around it.
    const begin = performance.now();
    await extension().activate();
    const duration = performance.now() - begin;
    assert.deepEqual(agentsOf(process.pid), []);
    figures.push(
      { label: "activation: the bundle is loaded", value: begin - load, bar: 50, unit: "ms" },
      { label: "activation: `activate` and the editor's part", value: duration, bar: 50, unit: "ms" },
    );
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
