import { fork, spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { bigSessionSuite } from "./bigSessionSuite.mjs";
import { extensionsSuite } from "./extensionsSuite.mjs";
import { median, print, printJudged, printRow, show } from "./figures.mjs";
import { harnessSuite } from "./harnessSuite.mjs";
import { intakeSuite } from "./intakeSuite.mjs";
import { installPeer } from "./peer.mjs";
import { promptCacheSuite } from "./promptCacheSuite.mjs";
import { promptSuite } from "./promptSuite.mjs";
import { sessionListSuite } from "./sessionListSuite.mjs";
import { prepareHome } from "./target.mjs";

const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const allSuites = {
  prompt: promptSuite,
  harness: harnessSuite,
  promptCache: promptCacheSuite,
  bigSession: bigSessionSuite,
  sessionList: sessionListSuite,
  extensions: extensionsSuite,
  intake: intakeSuite,
};

/** Prints medians of `runs` runs beside their limits, and beside the peer the ratios. */
export async function runBench({ peer, runs, only }) {
  const suites = chosenSuites(only);
  const other = peer ? installPeer() : undefined;
  const node = other?.node ?? process.execPath;
  const relay = {
    name: "relay",
    isOwn: true,
    node,
    cli: here("../../agent/coding-agent/dist/cli.js"),
    configDir: ".relay/agent",
    agentDirVariable: "RELAY_CODING_AGENT_DIR",
  };
  const targets = other ? [relay, other] : [relay];
  const server = fork(here("modelServer.mjs"));
  const port = await new Promise((resolve) => server.once("message", resolve));
  try {
    const version = spawnSync(node, ["--version"], { encoding: "utf8" }).stdout.trim();
    print(`Node ${version}, medians of ${runs} runs (min..max)\n`);
    report(await measureAll(targets, { port, runs, suites }), { targets, suites });
  } finally {
    server.disconnect();
  }
}

/** Lists of figures: `bareStart`, and by target and key. */
async function measureAll(targets, { port, runs, suites }) {
  const figures = {};
  for (const { name } of targets) figures[name] = {};
  const homes = new Map(targets.map((target) => [target, prepareHome(target, port)]));
  for (const { prepare, measure } of suites) {
    const prepared = prepare();
    // The first round warms up. The targets take turns: a machine that slows down slows both.
    for (let run = -1; run < runs; run++) {
      for (const target of targets) {
        const measured = await measure(target, homes.get(target), prepared);
        if (run < 0) continue;
        for (const [key, value] of Object.entries(measured)) (figures[target.name][key] ??= []).push(value);
      }
    }
    prepared?.dispose();
  }
  for (const home of homes.values()) home.dispose();
  return figures;
}

function chosenSuites(only = Object.keys(allSuites)) {
  return only.map((name) => {
    const suite = allSuites[name];
    if (!suite) throw new Error(`No suite ${name}: --only takes ${Object.keys(allSuites).join(", ")}.`);
    return suite;
  });
}

function report(figures, { targets, suites }) {
  const rows = suites.flatMap((suite) => suite.rows);
  const derived = suites.flatMap((suite) => suite.derived ?? []);
  for (const { name, isOwn } of targets) {
    print(name);
    for (const { label, key, unit, isOwn: isOnlyOwn } of rows) {
      if (isOwn || !isOnlyOwn) printRow(label, show(figures[name][key], unit));
    }
    for (const { label, of } of derived) printRow(label, of(medians(figures[name])).toFixed(2));
  }
  const [own, peer] = targets.map(({ name }) => figures[name]);
  print("relay (limit)");
  for (const { label, key, unit, limit } of rows) {
    if (limit !== undefined) printJudged(label, median(own[key]), { digits: 1, limit, unit: ` ${unit}` });
  }
  for (const { label, of, limit } of derived) {
    if (limit !== undefined) printJudged(label, of(medians(own)), { digits: 2, limit });
  }
  if (!peer) return;
  print("ratios relay / peer (limit)");
  for (const { label, key, ratio } of rows) {
    if (ratio === undefined) continue;
    printJudged(label, median(own[key]) / median(peer[key]), { digits: 2, limit: ratio });
  }
}

function medians(figures) {
  return Object.fromEntries(Object.entries(figures).map(([key, values]) => [key, median(values)]));
}
