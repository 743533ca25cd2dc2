import { join } from "node:path";
import { extensions, Uri, window } from "vscode";
import type { ExtensionContext, Memento } from "vscode";
import { Host } from "../../../extension/src/host/host.ts";
import { ViewClient } from "./viewClient.ts";

class MemoryState implements Memento {
  private readonly values = new Map<string, unknown>();

  keys(): readonly string[] {
    return [...this.values.keys()];
  }

  get<T>(key: string, defaultValue?: T): T {
    return (this.values.get(key) ?? defaultValue) as T;
  }

  update(key: string, value: unknown): Thenable<void> {
    this.values.set(key, value);
    return Promise.resolve();
  }

  setKeysForSync(): void {
    // Nothing is synchronised here.
  }
}

let nextStorage = 1;

/** The extension's own objects with a state of their own, in the real editor. */
export function createTestHost(workspaceState: Memento = new MemoryState()): Host {
  const extension = extensions.getExtension("relay-harness.relay");
  if (!extension) throw new Error("The extension is not installed");
  const storage = Uri.file(join(process.env["HOME"] ?? "", `storage-${nextStorage++}`));
  const secrets = new Map<string, string>();
  const context = {
    extensionUri: extension.extensionUri,
    workspaceState,
    globalState: new MemoryState(),
    storageUri: storage,
    globalStorageUri: storage,
    subscriptions: [],
    secrets: {
      get: (key: string) => Promise.resolve(secrets.get(key)),
      store: (key: string, value: string) => Promise.resolve(void secrets.set(key, value)),
      delete: (key: string) => Promise.resolve(void secrets.delete(key)),
    },
  };
  const log = window.createOutputChannel("Relay test", { log: true });
  return new Host(context as unknown as ExtensionContext, log, {});
}

/** A chat that is open, with its agent running. */
export async function openChat(host: Host): Promise<ViewClient> {
  const client = new ViewClient();
  host.view.resolveWebviewView(client.view);
  await client.ready();
  await client.until(() => client.state.agent.kind === "ready" && client.openings.at(-1)?.sessionId);
  return client;
}
