import {
  extensionUiMethods,
  rpcCommandTypes,
  rpcEventTypes,
  type RpcCommandType,
} from "@relay-harness/protocol";
import { version } from "../../base/version.ts";
import { compactionHandlers } from "./handlers/compactionHandlers.ts";
import { credentialHandlers } from "./handlers/credentialHandlers.ts";
import { exportHandlers } from "./handlers/exportHandlers.ts";
import type { Handler, Handlers } from "./handlers/handler.ts";
import { harnessHandlers } from "./handlers/harnessHandlers.ts";
import { inputHandlers } from "./handlers/inputHandlers.ts";
import { modelHandlers } from "./handlers/modelHandlers.ts";
import { sessionHandlers } from "./handlers/sessionHandlers.ts";
import { sessionListHandlers } from "./handlers/sessionListHandlers.ts";
import { settingsHandlers } from "./handlers/settingsHandlers.ts";
import { shellHandlers } from "./handlers/shellHandlers.ts";
import { toolHandlers } from "./handlers/toolHandlers.ts";
import { trustHandlers } from "./handlers/trustHandlers.ts";
import { treeHandlers } from "./handlers/treeHandlers.ts";

/** Version of the protocol; the minor grows with every addition (rpc-additions.md §1). */
const protocolVersion = "1.8";

/** What a client can ask about the protocol, what it can call and what is loaded. */
const aboutHandlers: Handlers<"get_commands" | "get_completions" | "get_resources" | "get_protocol"> = {
  get_resources: (_, { session }) => session.listResources(),
  get_commands: async (_, { session }) => ({ commands: await session.listCommands() }),
  get_completions: async ({ command, prefix }, { session }) => ({
    items: await session.completeArguments(command, prefix),
  }),
  get_protocol: () => ({
    protocol: protocolVersion,
    relay: version,
    node: process.versions.node,
    commands: [...rpcCommandTypes],
    events: [...rpcEventTypes],
    uiMethods: [...extensionUiMethods],
    features: ["harness"],
  }),
};

/** One handler per command; the map of the protocol makes a missing one a compile error. */
export const handlers: { [T in RpcCommandType]: Handler<T> } = {
  ...inputHandlers,
  ...modelHandlers,
  ...sessionHandlers,
  ...sessionListHandlers,
  ...treeHandlers,
  ...compactionHandlers,
  ...exportHandlers,
  ...shellHandlers,
  ...settingsHandlers,
  ...credentialHandlers,
  ...harnessHandlers,
  ...toolHandlers,
  ...trustHandlers,
  ...aboutHandlers,
};
