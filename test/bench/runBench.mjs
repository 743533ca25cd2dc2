import { fork, spawnSync } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { installPeer } from "./peer.mjs";
import { AgentProcess, prepareHome } from "./target.mjs";

const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const settleMs = 500;

/** Ratios to the peer that a release must keep. */
const limits = { start: 0.4, memory: 0.65, streamWall: 0.35, streamCpu: 0.35, toolTurn: 0.5, growth: 1.1 };

/** Prints medians of `runs` runs, and beside the peer the ratios. */
export async function runBench({ peer, runs }) {
  const other = peer ? installPeer() : undefined;
  const node = other?.node ?? process.execPath;
  const relay = {
    name: "relay",
    node,
    cli: here("../../agent/coding-agent/dist/cli.js"),
    configDir: ".relay/agent",
    agentDirVariable: "RELAY_CODING_AGENT_DIR",
  };
  const targets = other ? [relay, other] : [relay];
  const server = fork(here("modelServer.mjs"));
  const port = await new Promise((resolve) => server.once("message", resolve));
  try {
    print(
      `Node ${spawnSync(node, ["--version"], { encoding: "utf8" }).stdout.trim()}, medians of ${runs} runs (min..max)\n`,
    );
    const figures = await measureAll(targets, node, port, runs);
    report(figures, targets);
  } finally {
    server.disconnect();
  }
}

async function measureAll(targets, node, port, runs) {
  const figures = { bareStart: [] };
  for (const target of targets)
    figures[target.name] = { start: [], memory: [], streamWall: [], streamCpu: [], turn50: [], turn200: [] };
  const homes = new Map(targets.map((target) => [target, prepareHome(target, port)]));
  // The targets take turns, so that a machine that slows down slows both.
  for (let run = -1; run < runs; run++) {
    const bare = bareStart(node);
    if (run >= 0) figures.bareStart.push(bare);
    for (const target of targets) {
      const measured = await measure(target, homes.get(target));
      if (run < 0) continue;
      for (const [name, value] of Object.entries(measured)) figures[target.name][name].push(value);
    }
  }
  for (const home of homes.values()) home.dispose();
  return figures;
}

function bareStart(node) {
  const from = process.hrtime.bigint();
  spawnSync(node, ["-e", "0"]);
  return Number(process.hrtime.bigint() - from) / 1e6;
}

async function measure(target, home) {
  const idle = new AgentProcess(target, home, "stream-20000");
  const answered = idle.waitFor("response", "get_state");
  idle.send({ id: "1", type: "get_state" });
  await answered;
  const start = idle.elapsed();
  await sleep(settleMs);
  const memory = idle.residentMiB();
  const stream = await prompt(idle);
  await idle.stop();
  const short = await toolTurns(target, home, 50);
  const long = await toolTurns(target, home, 200);
  return {
    start,
    memory,
    streamWall: stream.wall,
    streamCpu: stream.cpu,
    turn50: short / 50,
    turn200: long / 200,
  };
}

async function toolTurns(target, home, count) {
  const agent = new AgentProcess(target, home, `tools-${count}`);
  const answered = agent.waitFor("response", "get_state");
  agent.send({ id: "1", type: "get_state" });
  await answered;
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

function report(figures, targets) {
  const rows = [
    ["start to first get_state answer", "start", "ms"],
    ["idle memory (resident)", "memory", "MiB"],
    ["20,000 deltas, wall", "streamWall", "ms"],
    ["20,000 deltas, CPU", "streamCpu", "ms"],
    ["tool turn (of 200)", "turn200", "ms"],
  ];
  print(`  ${"bare node -e 0".padEnd(34)} ${show(figures.bareStart, "ms")}`);
  for (const { name } of targets) {
    print(`${name}`);
    for (const [label, key, unit] of rows) print(`  ${label.padEnd(34)} ${show(figures[name][key], unit)}`);
    print(`  ${"growth per turn from 50 to 200".padEnd(34)} ${growth(figures[name]).toFixed(2)}`);
    print(
      `  ${"start / bare node".padEnd(34)} ${(median(figures[name].start) / median(figures.bareStart)).toFixed(2)}`,
    );
  }
  const [own, peer] = targets.map(({ name }) => figures[name]);
  if (!peer) return;
  print("ratios relay / peer (target)");
  const ratio = (key) => median(own[key]) / median(peer[key]);
  const ratios = {
    start: ratio("start"),
    memory: ratio("memory"),
    streamWall: ratio("streamWall"),
    streamCpu: ratio("streamCpu"),
    toolTurn: ratio("turn200"),
    growth: growth(own),
  };
  for (const [key, value] of Object.entries(ratios)) {
    print(
      `  ${key.padEnd(34)} ${value.toFixed(2)}  (<= ${limits[key]})${value > limits[key] ? "  MISSED" : ""}`,
    );
  }
}

function growth({ turn50, turn200 }) {
  return median(turn200) / median(turn50);
}

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

function show(values, unit) {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return `${median(values).toFixed(1)} ${unit} (${low.toFixed(1)}..${high.toFixed(1)})`;
}

function print(line) {
  process.stdout.write(`${line}\n`);
}
