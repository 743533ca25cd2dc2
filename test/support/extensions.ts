import type { AnyRecord, RpcProcess } from "./relayProcess.ts";
import type { Workspace } from "./workspace.ts";

/** Writes a user extension: `body` is that of its factory, with `relay` in scope. */
export function writeExtension(workspace: Workspace, name: string, body: string): string {
  const path = `extensions/${name}.ts`;
  workspace.writeAgentFile(
    path,
    `import type { ExtensionAPI } from "@relay-harness/coding-agent";\n` +
      `export default function (relay: ExtensionAPI) {\n${body}\n}\n`,
  );
  return `${workspace.agentDir}/${path}`;
}

/** Texts of the notifications so far, in order. */
export function notes(records: readonly AnyRecord[]): string[] {
  return records
    .filter((record) => record.type === "extension_ui_request" && record.method === "notify")
    .map((record) => record.message as string);
}

/** Next request of a dialog, at or after `from`. */
export function dialog(relay: RpcProcess, method: string, from = 0): Promise<AnyRecord> {
  return relay.waitFor((record) => record.type === "extension_ui_request" && record.method === method, from);
}

/** Answers a dialog. */
export function answer(relay: RpcProcess, { id }: AnyRecord, fields: AnyRecord): void {
  relay.write(`${JSON.stringify({ type: "extension_ui_response", id, ...fields })}\n`);
}
