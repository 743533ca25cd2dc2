import { join } from "node:path";
import type { RpcClientOptions } from "@relay-harness/coding-agent/rpc-client";

/** `relay.agent.*`: only the machine's user decides which program runs. */
export interface AgentSettings {
  /** Empty: the agent that came with the extension. */
  path: string;
  args: readonly string[];
  env: Readonly<Record<string, string>>;
}

export interface AgentLaunch {
  /** Folder of the extension. */
  extensionFolder: string;
  settings: AgentSettings;
  cwd: string;
  /** Session file to open; absent: a new session. */
  sessionPath?: string;
  isTrusted: boolean;
  /** Of the process that starts the agent. */
  environment: Readonly<Record<string, string | undefined>>;
}

const stopTimeoutMs = 3000;

/** How the agent of a session is started (vscode.md 3). */
export function agentLaunch(launch: AgentLaunch): RpcClientOptions {
  const { extensionFolder, settings, cwd, sessionPath, isTrusted, environment } = launch;
  return {
    cliPath: settings.path || join(extensionFolder, "agent/coding-agent/dist/cli.js"),
    cwd,
    env: { ...withoutEditor(environment), ...settings.env, RELAY_HOST: "vscode" },
    args: [
      "-e",
      join(extensionFolder, "extension/dist/bridge.js"),
      ...(isTrusted ? [] : ["--no-approve"]),
      ...(sessionPath === undefined ? [] : ["--session", sessionPath]),
      ...settings.args,
    ],
    forwardStderr: false,
    ipc: true,
    processGroup: true,
    stopTimeoutMs,
  };
}

/** Variables of the editor's own processes confuse programs that the agent starts. */
function withoutEditor(environment: AgentLaunch["environment"]): Record<string, string | undefined> {
  const names = Object.keys(environment).filter((name) => /^(VSCODE|ELECTRON)_/i.test(name));
  return Object.fromEntries(names.map((name) => [name, name === "ELECTRON_RUN_AS_NODE" ? "1" : undefined]));
}
