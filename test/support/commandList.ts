import type { AnyRecord, RpcProcess } from "./relayProcess.ts";

/** What `get_commands` lists beside Relay's own commands. */
export async function addedCommands(relay: RpcProcess): Promise<AnyRecord[]> {
  const { commands } = (await relay.request({ type: "get_commands" })).data;
  return (commands as AnyRecord[]).filter(({ sourceInfo }) => !sourceInfo.path.startsWith("builtin:"));
}
