import { createMessageConnection, IPCMessageReader, IPCMessageWriter } from "vscode-jsonrpc/node";
import type { MessageConnection } from "vscode-jsonrpc/node";
import type { ExtensionAPI } from "@relay-harness/coding-agent";
import type { BridgeRequestMap, BridgeRequestName } from "./messages.ts";
import { toolPath } from "./toolPath.ts";

const fileTools = new Set(["edit", "write"]);

/** A reload brings the extension anew into the same process, which has one channel. */
const connectionKey = Symbol.for("relay.vscode.bridge");

/** The part of the editor that runs inside the agent (vscode.md 3). Without the channel it does nothing. */
function bridge(relay: ExtensionAPI): void {
  // Set so that the editor's program runs the agent; what the agent starts must not inherit it.
  delete process.env["ELECTRON_RUN_AS_NODE"];
  if (!process.send) return;
  const connection = sharedConnection();
  relay.on("tool_call", async ({ toolName, toolCallId, input }, ctx) => {
    const { ask } = await request(connection, "mayRun", { toolName });
    if (ask) {
      const message = `${toolName} ${JSON.stringify(input).slice(0, 2000)}`;
      const isAllowed = await ctx.ui.confirm("This workspace is not trusted. Run this tool?", message);
      if (!isAllowed)
        return { block: true, reason: "The developer did not allow this in an untrusted workspace" };
    }
    const { path } = input;
    if (!fileTools.has(toolName) || typeof path !== "string") return undefined;
    const { block } = await request(connection, "beforeChange", {
      toolCallId,
      path: toolPath(path, ctx.cwd),
    });
    return block === undefined ? undefined : { block: true, reason: block };
  });
}

function request<N extends BridgeRequestName>(
  connection: MessageConnection,
  name: N,
  params: BridgeRequestMap[N][0],
): Promise<BridgeRequestMap[N][1]> {
  return connection.sendRequest<BridgeRequestMap[N][1]>(name, params);
}

function sharedConnection(): MessageConnection {
  const shared = process as typeof process & { [connectionKey]?: MessageConnection };
  const existing = shared[connectionKey];
  if (existing) return existing;
  const connection = createMessageConnection(new IPCMessageReader(process), new IPCMessageWriter(process));
  connection.listen();
  // The agent ends with its stdin; the channel alone must not keep it.
  process.channel?.unref();
  shared[connectionKey] = connection;
  return connection;
}

// eslint-disable-next-line no-restricted-syntax -- an extension of the agent is its file's default export
export default bridge;
