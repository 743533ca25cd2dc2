import { isAbsolute, join } from "node:path";
import { Uri, window } from "vscode";
import type { RpcClientEvent } from "@relay-harness/coding-agent/rpc-client";
import { isEnabled } from "../host/settings.ts";
import type { OpenSession } from "../session/openSession.ts";

/** Previews the file that a call is about to change, if the user wants to watch. The focus stays. */
export function followAgent(session: OpenSession, event: RpcClientEvent): void {
  if (event.type !== "tool_execution_start" || (event.toolName !== "edit" && event.toolName !== "write"))
    return;
  const { path } = event.args;
  if (typeof path !== "string" || !isEnabled("followAgent")) return;
  const uri = Uri.file(isAbsolute(path) ? path : join(session.cwd, path));
  window.showTextDocument(uri, { preserveFocus: true, preview: true }).then(undefined, () => {
    // The file may be new, or none that an editor can show.
    session.log.info(`${uri.fsPath} could not be previewed`);
  });
}
