// Listing 3,000 sessions of one directory. The peer has no such command.
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { writeSessionFile } from "./sessionFile.mjs";
import { AgentProcess } from "./target.mjs";

const sessionCount = 3000;
const size = { entryCount: 25, bytes: 20_000 };
const indexName = "session-index.json";

export const sessionListSuite = {
  rows: [
    { key: "listCold", label: "list_sessions, 3,000 files, no index", unit: "ms", limit: 3000, isOwn: true },
    { key: "listWarm", label: "list_sessions, 3,000 files, next start", unit: "ms", limit: 300, isOwn: true },
  ],
  prepare: () => undefined,
  measure: async (target, home) => {
    if (!target.isOwn) return {};
    home.sessions ??= writeSessions(home);
    rmSync(join(home.agentDir, indexName), { force: true });
    return { listCold: await list(target, home), listWarm: await list(target, home) };
  },
};

/** Milliseconds of the first list of a process. */
async function list(target, home) {
  const agent = new AgentProcess(target, home, ["--no-session"]);
  await agent.request({ type: "get_state" });
  const { milliseconds, line } = await agent.request({ type: "list_sessions" });
  await agent.stop();
  const { total } = JSON.parse(line.toString()).data;
  if (total !== sessionCount) throw new Error(`${total} of ${sessionCount} sessions were listed`);
  return milliseconds;
}

function writeSessions({ agentDir, cwd }) {
  const dir = join(agentDir, "sessions", `--${cwd.slice(1).replaceAll("/", "-")}--`);
  mkdirSync(dir, { recursive: true });
  for (let number = 0; number < sessionCount; number++) {
    const id = `session-${number}`;
    writeSessionFile(join(dir, `2026-01-05T08-00-00-000Z_${id}.jsonl`), { cwd, id, ...size });
  }
  return dir;
}
