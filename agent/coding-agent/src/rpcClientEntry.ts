export { RpcClient } from "./rpcClient/rpcClient.ts";
export type { ModelInfo, RpcClientEvent, RpcClientOptions, RpcEventListener } from "./rpcClient/types.ts";
