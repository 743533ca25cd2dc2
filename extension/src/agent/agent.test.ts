import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { rpcCommandTypes } from "@relay-harness/protocol";
import { Agent } from "./agent.ts";
import type { AgentExit } from "./agent.ts";

const log = { trace: ignore, info: ignore, warn: ignore, error: ignore };

function ignore(): void {
  // Nothing reads this log.
}

/** A program that stands for an agent: answers the handshake, then does what `then` says. */
function program(protocol: string, then: string): string {
  const info = {
    protocol,
    relay: "9.9.9",
    node: "22",
    commands: rpcCommandTypes,
    events: [],
    uiMethods: [],
    features: [],
  };
  return `
    process.stdin.setEncoding("utf8").on("data", (text) => {
      for (const line of text.split("\\n").filter(Boolean)) {
        const { id, type } = JSON.parse(line);
        if (type === "get_protocol") {
          process.stdout.write(JSON.stringify({ id, type: "response", command: type, success: true, data: ${JSON.stringify(info)} }) + "\\n");
        } else { ${then} }
      }
    }).on("end", () => process.exit(0));
  `;
}

describe("agent process", () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "relay-agent-"));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  async function start(source: string, onExit: (exit: AgentExit) => void = ignore): Promise<Agent> {
    const cliPath = join(folder, "agent.cjs");
    await writeFile(cliPath, source);
    return Agent.start({ cliPath, forwardStderr: false }, { onEvent: ignore, onExit }, log);
  }

  it("vscode.md 3: agrees on the protocol before anything else, and stops with its stdin", async () => {
    const agent = await start(program("1.4", ""));
    assert.deepEqual([agent.info.relay, agent.knows("navigate_tree"), agent.disabled], ["9.9.9", true, {}]);
    const { child } = agent;
    await agent.stop();
    assert.equal(child?.exitCode, 0);
  });

  it("vscode.md 3: takes no agent of another version, and leaves none behind", async () => {
    await assert.rejects(start(program("2.0", "")), /version 2\.0 of the protocol/);
  });

  it("vscode.md 3: says why an agent did not start", async () => {
    await assert.rejects(
      start('process.stderr.write("no such option\\n"); process.exit(3);'),
      /The agent could not be started: .*code=3.*no such option/s,
    );
  });

  it("vscode.md 3: tells of an end that nobody asked for, with the last lines of stderr", async () => {
    const lines = Array.from({ length: 30 }, (_, index) => `line ${index}`).join("\\n");
    const then = `process.stderr.write("${lines}\\n", () => process.exit(7));`;
    let tell: (exit: AgentExit) => void = ignore;
    const exited = new Promise<AgentExit>((resolve) => (tell = resolve));
    const agent = await start(program("1.0", then), tell);
    await assert.rejects(agent.request({ type: "get_state" }));
    const { exitCode, signal, stderrTail } = await exited;
    assert.deepEqual([exitCode, signal, stderrTail.length, stderrTail.at(-1)], [7, null, 20, "line 29"]);
  });
});
