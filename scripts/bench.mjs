// Prints what starts, streams, tool turns, long sessions and lists of sessions cost with the built agent.
//   npm run bench               beside a bare Node process
//   npm run bench -- --peer     also beside another agent of the same protocol family, on one Node version
//   npm run bench -- --runs 9   more runs (default 5)
//   npm run bench -- --only prompt,bigSession   some of the suites of test/bench
import { parseArgs } from "node:util";
import { build, ensureInstalled } from "./setup.mjs";

const { values } = parseArgs({
  options: {
    peer: { type: "boolean", default: false },
    runs: { type: "string", default: "5" },
    only: { type: "string" },
  },
});
ensureInstalled();
build();
const { runBench } = await import("../test/bench/runBench.mjs");
await runBench({
  peer: values.peer,
  runs: Math.max(5, Number(values.runs) || 5),
  only: values.only?.split(","),
});
