// What the harness adds: inside one process with all pillars on, and to whole tool turns of a long session.
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { writeSessionFile } from "./sessionFile.mjs";
import { AgentProcess } from "./target.mjs";

const overhead = fileURLToPath(new URL("harnessOverhead.mjs", import.meta.url));
const entryCount = 500;
const turns = 50;

export const harnessSuite = {
  rows: [
    { key: "request", label: "harness, a request of 500 messages", unit: "ms", limit: 3, isOwn: true },
    { key: "readCall", label: "harness, a tool call", unit: "ms", limit: 1, isOwn: true },
    { key: "shellCall", label: "harness, a command", unit: "ms", limit: 5, isOwn: true },
    { key: "firstCommand", label: "harness, the first command (grammar)", unit: "ms", isOwn: true },
    { key: "turnWith", label: "tool turn of a 500-entry session", unit: "ms", isOwn: true },
    { key: "turnWithout", label: "the same with harnessCore.enabled off", unit: "ms", isOwn: true },
  ],
  prepare: () => {
    const cwd = mkdtempSync(join(tmpdir(), "relay-bench-harness-"));
    const file = join(cwd, "session.jsonl");
    writeSessionFile(file, { cwd, entryCount, bytes: entryCount * 800 });
    return { file, dispose: () => rmSync(cwd, { recursive: true, force: true }) };
  },
  measure: async (target, home, { file }) => {
    if (!target.isOwn) return {};
    const inside = JSON.parse(execFileSync(target.node, [overhead], { encoding: "utf8" }));
    const turnWith = await turn(target, home, { file, enabled: true });
    const turnWithout = await turn(target, home, { file, enabled: false });
    return { ...inside, turnWith, turnWithout };
  },
};

async function turn(target, home, { file, enabled }) {
  const settings = join(home.agentDir, "settings.json");
  writeFileSync(settings, JSON.stringify({ harnessCore: { enabled } }));
  const copy = join(home.cwd, "session.jsonl");
  copyFileSync(file, copy);
  const agent = new AgentProcess(target, home, ["--session", copy, "--model", `bench/tools-${turns}`]);
  await agent.request({ type: "get_state" });
  const settled = agent.waitFor("agent_settled");
  const from = process.hrtime.bigint();
  agent.send({ id: "p", type: "prompt", message: "go" });
  await settled;
  const milliseconds = agent.elapsed(from);
  await agent.stop();
  writeFileSync(settings, "{}");
  return milliseconds / turns;
}
