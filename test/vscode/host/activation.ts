import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { commands, extensions } from "vscode";
import { figures } from "./figures.ts";

const extensionId = "relay-harness.relay";

interface Bundle {
  activate(context: unknown): void;
  deactivate(): Promise<void>;
}

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
    const path = join(extension().extensionPath, "extension/dist/extension.cjs");
    const load = createRequire(__filename);
    const begin = performance.now();
    const { activate, deactivate } = load(path) as Bundle;
    const loaded = performance.now();
    let own: number | undefined;
    const timed: Bundle = {
      deactivate,
      activate: (context) => {
        const start = performance.now();
        activate(context);
        own = performance.now() - start;
      },
    };
    const module = load.cache[path];
    assert.ok(module);
    // The editor loads the same module: it gets one that measures itself.
    module.exports = timed;
    await extension().activate();
    const duration = performance.now() - loaded;
    assert.deepEqual(agentsOf(process.pid), []);
    assert.ok(own !== undefined, "the editor calls `activate` of the module that was loaded");
    figures.push(
      { label: "activation: the bundle is loaded", value: loaded - begin, bar: 50, unit: "ms" },
      { label: "activation: `activate`", value: own, bar: 50, unit: "ms" },
      // Most of it is storage and texts of the extension, which come from the window: no bar is about that.
      { label: "activation: all that the editor waits for", value: duration, unit: "ms" },
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
