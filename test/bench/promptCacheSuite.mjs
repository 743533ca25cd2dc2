// A run of 60 tool calls: how much of each request repeats the one before, byte for byte, with and without elision.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { AgentProcess } from "./target.mjs";

const calls = 60;
const model = `cache-${calls}`;

export const promptCacheSuite = {
  rows: [
    { key: "prefix", label: `${calls} calls: repeated prefix of requests`, unit: "%", isOwn: true },
    { key: "prefixVerbatim", label: "the same without elision", unit: "%", isOwn: true },
    { key: "sent", label: "sent in all", unit: "KiB", isOwn: true },
    { key: "sentVerbatim", label: "the same without elision", unit: "KiB", isOwn: true },
    { key: "fresh", label: "sent beyond the repeated prefix", unit: "KiB", isOwn: true },
    { key: "freshVerbatim", label: "the same without elision", unit: "KiB", isOwn: true },
  ],
  prepare: () => undefined,
  measure: async (target, home) => {
    if (!target.isOwn) return {};
    // Every file is another one, and large enough to be replaced.
    for (let index = 0; index < calls; index++) {
      writeFileSync(join(home.cwd, `part${index}.txt`), `line ${index} of text\n`.repeat(200));
    }
    const elided = await run(target, home, true);
    const verbatim = await run(target, home, false);
    return {
      prefix: elided.share,
      prefixVerbatim: verbatim.share,
      sent: elided.sent,
      sentVerbatim: verbatim.sent,
      fresh: elided.fresh,
      freshVerbatim: verbatim.fresh,
    };
  },
};

async function run(target, home, context) {
  const settings = join(home.agentDir, "settings.json");
  writeFileSync(settings, JSON.stringify({ harnessCore: { context } }));
  const agent = new AgentProcess(target, home, ["--no-session", "--model", `bench/${model}`]);
  await agent.request({ type: "get_state" });
  const settled = agent.waitFor("agent_settled");
  agent.send({ id: "p", type: "prompt", message: "Read all parts." });
  await settled;
  await agent.stop();
  writeFileSync(settings, "{}");
  const { bytes, repeated } = await (await fetch(home.modelServer.replace(/\/v1$/, "/repetition"))).json();
  return { share: (repeated / bytes) * 100, sent: bytes / 1024, fresh: (bytes - repeated) / 1024 };
}
