import assert from "node:assert/strict";
import { agentLaunch } from "./agentLaunch.ts";

const launch = {
  extensionFolder: "/ext",
  settings: { path: "", args: [], env: {} },
  cwd: "/work",
  isTrusted: true,
  environment: {},
};

describe("start of an agent", () => {
  it("vscode.md 3: takes the agent of the extension, with the bridge and the channel", () => {
    assert.deepEqual(agentLaunch(launch), {
      cliPath: "/ext/agent/coding-agent/dist/cli.js",
      cwd: "/work",
      env: { RELAY_HOST: "vscode" },
      args: ["-e", "/ext/extension/dist/bridge.js"],
      forwardStderr: false,
      ipc: true,
      processGroup: true,
      stopTimeoutMs: 3000,
    });
  });

  it("vscode.md 3: takes an installed one, its arguments and its environment", () => {
    const settings = { path: "/opt/relay", args: ["--offline"], env: { HTTP_PROXY: "x" } };
    const { cliPath, args, env } = agentLaunch({ ...launch, settings, sessionPath: "/s.jsonl" });
    assert.deepEqual(
      { cliPath, args, env },
      {
        cliPath: "/opt/relay",
        args: ["-e", "/ext/extension/dist/bridge.js", "--session", "/s.jsonl", "--offline"],
        env: { HTTP_PROXY: "x", RELAY_HOST: "vscode" },
      },
    );
  });

  it("vscode.md 3: approves no project resource in a workspace that is not trusted", () => {
    const { args } = agentLaunch({ ...launch, isTrusted: false });
    assert.deepEqual(args, ["-e", "/ext/extension/dist/bridge.js", "--no-approve"]);
  });

  it("vscode.md 3: keeps the editor's own variables from the agent, except the one that makes it Node", () => {
    const environment = {
      PATH: "/bin",
      VSCODE_PID: "1",
      ELECTRON_NO_ATTACH: "1",
      ELECTRON_RUN_AS_NODE: undefined,
    };
    assert.deepEqual(agentLaunch({ ...launch, environment }).env, {
      VSCODE_PID: undefined,
      ELECTRON_NO_ATTACH: undefined,
      ELECTRON_RUN_AS_NODE: "1",
      RELAY_HOST: "vscode",
    });
  });
});
