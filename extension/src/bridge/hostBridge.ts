import { createMessageConnection, IPCMessageReader, IPCMessageWriter } from "vscode-jsonrpc/node";
import type { MessageConnection } from "vscode-jsonrpc/node";
import type { ChildProcess } from "node:child_process";
import { isJsonObject } from "@relay-harness/protocol";
import type { BridgeRequestMap, BridgeRequestName } from "../../bridge/messages.ts";
import type { Log } from "../base/log.ts";

/** Tools that only read; every other one may change something. */
const readingTools = new Set(["read", "grep", "find", "ls", "tool_search"]);

export interface HostBridgeDeps {
  log: Log;
  isTrusted: () => boolean;
  /** Keeps what the file is; answers why it must not be changed now, if so. */
  beforeChange: (toolCallId: string, path: string) => Promise<string | undefined>;
}

type Handlers = {
  [N in BridgeRequestName]: (
    params: BridgeRequestMap[N][0],
  ) => BridgeRequestMap[N][1] | Promise<BridgeRequestMap[N][1]>;
};

/** The editor's end of the channel to an agent. Without a channel, such as behind a shim, it is off. */
export function listenToBridge(
  child: ChildProcess | undefined,
  deps: HostBridgeDeps,
): MessageConnection | undefined {
  if (!child?.channel) {
    deps.log.warn(
      "The agent has no channel to the editor: reviews, reverts and unsaved files are not handled.",
    );
    return undefined;
  }
  const connection = createMessageConnection(new IPCMessageReader(child), new IPCMessageWriter(child));
  const handlers: Handlers = {
    mayRun: ({ toolName }) => ({ ask: !deps.isTrusted() && !readingTools.has(toolName) }),
    beforeChange: async ({ toolCallId, path }) => {
      const block = await deps.beforeChange(toolCallId, path);
      return block === undefined ? {} : { block };
    },
  };
  connection.onRequest("mayRun", (params: unknown) =>
    handlers.mayRun({ toolName: textField(params, "toolName") }),
  );
  connection.onRequest("beforeChange", (params: unknown) =>
    handlers.beforeChange({ toolCallId: textField(params, "toolCallId"), path: textField(params, "path") }),
  );
  connection.onError(([error]) => deps.log.error(error));
  connection.listen();
  return connection;
}

function textField(params: unknown, name: string): string {
  const value = isJsonObject(params) ? params[name] : undefined;
  if (typeof value !== "string" || value === "") throw new Error(`The bridge sent no ${name}`);
  return value;
}
