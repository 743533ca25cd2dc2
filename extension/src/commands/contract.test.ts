import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { extensionUiMethods, rpcCommandTypes } from "@relay-harness/protocol";
import type { RpcCommandType } from "@relay-harness/protocol";
import { chatCommandNames } from "@relay-harness/protocol/webview";
import { builtInSlashCommands } from "./slashCommands.ts";

const root = join(import.meta.dirname, "../../..");

/** Commands that no control sends, and what stands for each. */
const standIns: { [T in RpcCommandType]?: RpcCommandType } = {
  get_tree: "get_outline",
  // The prompt box steers and queues with `streamingBehavior` (rpc.md 13).
  steer: "prompt",
  follow_up: "prompt",
};

interface Manifest {
  contributes: {
    commands: { command: string; title: string; category: string }[];
    keybindings: { command: string; when: string }[];
    menus: Record<string, { command?: string; submenu?: string }[]>;
    submenus: { id: string }[];
    configuration: { properties: Record<string, { scope?: string; description: string }> };
    walkthroughs: { steps: { media: { markdown: string }; description: string }[] }[];
  };
  activationEvents: string[];
}

const manifestText = readFileSync(join(root, "package.json"), "utf8");
const manifest = JSON.parse(manifestText) as Manifest;
const { contributes } = manifest;
const commandIds = contributes.commands.map(({ command }) => command);

/** The host's own code. */
function sources(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
    .map((name) => readFileSync(join(folder, name), "utf8"))
    .join("\n");
}

const code = sources(join(root, "extension/src"));

describe("controls", () => {
  it("vscode.md 11: every RPC command is sent from some control, or another stands for it", () => {
    const isSent = (name: string): boolean => new RegExp(`"${name}"`).test(code);
    const missing = rpcCommandTypes.filter((name) => {
      const standIn = standIns[name];
      return standIn === undefined ? !isSent(name) : !isSent(standIn);
    });
    assert.deepEqual(missing, []);
  });

  it("vscode.md 11: every UI method is answered or shown", () => {
    const missing = extensionUiMethods.filter((name) => !code.includes(`"${name}"`));
    assert.deepEqual(missing, []);
  });

  it("every button of a chat and every slash name leads to a command of the manifest", () => {
    const table = readFileSync(join(root, "extension/src/commands/commandTable.ts"), "utf8");
    const targets = chatCommandNames.map(
      (name) => new RegExp(`\\b${name}: "([\\w.]+)"`).exec(table)?.[1] ?? name,
    );
    assert.deepEqual(
      targets.filter((id) => !commandIds.includes(id)),
      [],
    );
    const known = new Set<string>(chatCommandNames);
    assert.deepEqual(
      Object.values(builtInSlashCommands).filter(({ command }) => !known.has(command)),
      [],
    );
  });
});

describe("manifest", () => {
  it("names in menus, keys and walkthroughs only what it contributes", () => {
    const submenus = contributes.submenus.map(({ id }) => id);
    const used = [
      ...Object.values(contributes.menus)
        .flat()
        .flatMap(({ command }) => command ?? []),
      ...contributes.keybindings.map(({ command }) => command),
      ...[...manifestText.matchAll(/onCommand:([\w.-]+)/g)].map(([, id = ""]) => id),
      ...[...readFileSync(join(root, "package.nls.json"), "utf8").matchAll(/command:([\w.-]+)/g)].map(
        ([, id = ""]) => id,
      ),
    ];
    assert.deepEqual(
      used.filter((id) => !commandIds.includes(id)),
      [],
    );
    const usedMenus = Object.values(contributes.menus)
      .flat()
      .flatMap(({ submenu }) => submenu ?? []);
    assert.deepEqual(
      usedMenus.filter((id) => !submenus.includes(id)),
      [],
    );
  });

  it("has a text for every key of its strings, and no text that is not used", () => {
    const texts = JSON.parse(readFileSync(join(root, "package.nls.json"), "utf8")) as Record<string, string>;
    const used = new Set([...manifestText.matchAll(/"%([\w.-]+)%"/g)].map(([, key = ""]) => key));
    assert.deepEqual([...used].sort(), Object.keys(texts).sort());
  });

  it("vscode.md 1: lets no repository choose the program", () => {
    const open = Object.entries(contributes.configuration.properties)
      .filter(([name, { scope }]) => name.startsWith("relay.agent.") && scope !== "machine")
      .map(([name]) => name);
    assert.deepEqual(open, []);
  });

  it("vscode.md 2: takes keys only while the chat has the focus", () => {
    // The context of the editor follows the click at once, that of the extension a message later.
    assert.deepEqual(
      [...new Set(contributes.keybindings.map(({ when }) => when))],
      ["relay.chatFocus || focusedView == 'relay.chat'", "relay.chatFocus"],
    );
  });

  it("vscode.md 11: is activated by views, commands, links and tabs alone", () => {
    assert.deepEqual(manifest.activationEvents, [
      "onWebviewPanel:relay.chatPanel",
      "onWebviewPanel:relay.harness",
      "onUri",
    ]);
  });
});
