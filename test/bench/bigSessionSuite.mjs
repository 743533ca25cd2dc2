// Opening a session of 50,000 entries and asking for all of it.
import { copyFileSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { writeSessionFile } from "./sessionFile.mjs";
import { AgentProcess } from "./target.mjs";

const settleMs = 500;
const size = { entryCount: 50_000, bytes: 40_000_000 };
const pageLength = 50;

export const bigSessionSuite = {
  rows: [
    { key: "open", label: "open 50,000 entries, to first answer", unit: "ms", ratio: 0.5 },
    { key: "openMemory", label: "memory then (resident)", unit: "MiB", ratio: 0.6 },
    { key: "messages", label: "get_messages, whole response", unit: "ms", ratio: 0.6 },
    { key: "page", label: "get_entries, last 50", unit: "ms", limit: 20, isOwn: true },
    { key: "openCompacted", label: "open 50,000 entries with compactions", unit: "ms", ratio: 0.5 },
  ],
  /** All targets open the same bytes, in the same working directory. */
  prepare: () => {
    const cwd = mkdtempSync(join(tmpdir(), "relay-bench-sessions-"));
    const files = { plain: join(cwd, "plain.jsonl"), compacted: join(cwd, "compacted.jsonl") };
    writeSessionFile(files.plain, { cwd, ...size });
    writeSessionFile(files.compacted, { cwd, ...size, compactEvery: 100 });
    return { ...files, dispose: () => rmSync(cwd, { recursive: true, force: true }) };
  },
  measure: async (target, home, { plain, compacted }) => {
    const { agent, open } = await openCopy(target, home, plain);
    await sleep(settleMs);
    const openMemory = agent.residentMiB();
    const page =
      target.isOwn && (await agent.request({ type: "get_entries", limit: pageLength })).milliseconds;
    const { milliseconds: messages, line } = await agent.request({ type: "get_messages" });
    if (line.length < statSync(plain).size / 2) throw new Error(`${target.name} did not give all messages`);
    await agent.stop();
    const other = await openCopy(target, home, compacted);
    await other.agent.stop();
    return { open, openMemory, messages, ...(target.isOwn && { page }), openCompacted: other.open };
  },
};

/** A copy, because an agent may write to what it opens. */
async function openCopy(target, home, file) {
  const copy = join(home.cwd, "session.jsonl");
  copyFileSync(file, copy);
  const agent = new AgentProcess(target, home, ["--session", copy]);
  await agent.request({ type: "get_state" });
  return { agent, open: agent.elapsed() };
}
