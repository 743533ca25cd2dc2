import type { ExtensionUiRequest, Model, RpcEvent } from "@relay-harness/protocol";

/** How an agent process is started and talked to (rpc.md §12). */
export interface RpcClientOptions {
  /** Script that is run. Default: the `relay` command of this package. */
  cliPath?: string;
  cwd?: string;
  /** Merged over `process.env`; `undefined` takes a variable away. */
  env?: Record<string, string | undefined>;
  /** Given to the agent as `--provider` and `--model`. */
  provider?: string;
  model?: string;
  /** Further arguments, after those. */
  args?: readonly string[];
  /** Program that runs the script; default: the one that runs this process. */
  nodePath?: string;
  /** Default 30000; 0 means no limit. */
  requestTimeoutMs?: number;
  /** How long `stop` waits after it has closed stdin. Default 5000. */
  stopTimeoutMs?: number;
  /** Copies the agent's stderr to this process's as it arrives. Default true. */
  forwardStderr?: boolean;
  /** Opens Node's `ipc` channel to the child; it is reached through `childProcess`. */
  ipc?: boolean;
  /** The child leads a process group, which `stop` then ends as a whole when it has to use force. */
  processGroup?: boolean;
}

/** Every record of an agent that is not a response. */
export type RpcClientEvent = RpcEvent | ExtensionUiRequest;

export type RpcEventListener = (event: RpcClientEvent) => void;

/** What a list of models shows; `getAvailableModels` gives the full objects. */
export type ModelInfo = Pick<Model, "provider" | "id" | "contextWindow" | "reasoning">;
