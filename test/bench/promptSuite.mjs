// A start, a streamed answer, and runs with many tool calls.
import { spawnSync } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { AgentProcess } from "./target.mjs";

const settleMs = 500;
const start = { id: "start", type: "get_state" };

export const promptSuite = {
  rows: [
    { key: "bareStart", label: "bare node -e 0", unit: "ms" },
    { key: "start", label: "start to first get_state answer", unit: "ms", ratio: 0.4 },
    { key: "memory", label: "idle memory (resident)", unit: "MiB", ratio: 0.65 },
    { key: "streamWall", label: "20,000 deltas, wall", unit: "ms", ratio: 0.35 },
    { key: "streamCpu", label: "20,000 deltas, CPU", unit: "ms", ratio: 0.35 },
    { key: "turn50", label: "tool turn (of 50)", unit: "ms" },
    { key: "turn200", label: "tool turn (of 200)", unit: "ms", ratio: 0.5 },
  ],
  derived: [
    { label: "growth per turn from 50 to 200", of: ({ turn50, turn200 }) => turn200 / turn50, limit: 1.1 },
    { label: "start / bare node -e 0", of: ({ start, bareStart }) => start / bareStart },
  ],
  prepare: () => undefined,
  measure: async (target, home) => {
    const bareStarted = bareStart(target.node);
    const idle = new AgentProcess(target, home, withModel("stream-20000"));
    await idle.request(start);
    const started = idle.elapsed();
    await sleep(settleMs);
    const memory = idle.residentMiB();
    const { wall, cpu } = await prompt(idle);
    await idle.stop();
    const turn50 = (await toolTurns(target, home, 50)) / 50;
    const turn200 = (await toolTurns(target, home, 200)) / 200;
    return {
      bareStart: bareStarted,
      start: started,
      memory,
      streamWall: wall,
      streamCpu: cpu,
      turn50,
      turn200,
    };
  },
};

const withModel = (model) => ["--no-session", "--model", `bench/${model}`];

async function toolTurns(target, home, count) {
  const agent = new AgentProcess(target, home, withModel(`tools-${count}`));
  await agent.request(start);
  const { wall } = await prompt(agent);
  await agent.stop();
  return wall;
}

/** Wall and CPU milliseconds from the prompt to its settlement. */
async function prompt(agent) {
  const settled = agent.waitFor("agent_settled");
  const cpu = agent.cpuMs();
  const from = process.hrtime.bigint();
  agent.send({ id: "p", type: "prompt", message: "go" });
  await settled;
  return { wall: agent.elapsed(from), cpu: agent.cpuMs() - cpu };
}

function bareStart(node) {
  const from = process.hrtime.bigint();
  spawnSync(node, ["-e", "0"]);
  return Number(process.hrtime.bigint() - from) / 1e6;
}
