// What twenty extensions add to a start once they are compiled.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { AgentProcess } from "./target.mjs";

const extensionCount = 20;

export const extensionsSuite = {
  rows: [
    { key: "extensionsTs", label: "20 extensions (.ts) add to a start", unit: "ms", limit: 150, isOwn: true },
    { key: "extensionsJs", label: "20 extensions (.js) add to a start", unit: "ms", limit: 150, isOwn: true },
  ],
  prepare: () => undefined,
  measure: async (target, home) => {
    if (!target.isOwn) return {};
    home.extensions ??= { ts: writeExtensions(home, "ts"), js: writeExtensions(home, "js") };
    const none = await start(target, home, []);
    const withTs = await start(target, home, home.extensions.ts);
    const withJs = await start(target, home, home.extensions.js);
    return { extensionsTs: withTs - none, extensionsJs: withJs - none };
  },
};

/** Milliseconds to the answer of a command that waits until extensions have begun. */
async function start(target, home, extensions) {
  const agent = new AgentProcess(target, home, [
    "--no-session",
    ...extensions.flatMap((path) => ["-e", path]),
  ]);
  await agent.request({ type: "set_session_name", name: "bench" });
  const milliseconds = Number(process.hrtime.bigint() - agent.startedAt) / 1e6;
  await agent.stop();
  return milliseconds;
}

function writeExtensions({ cwd }, ending) {
  const dir = join(cwd, `extensions-${ending}`);
  rmSync(dir, { recursive: true, force: true });
  mkdirSync(dir);
  const isTyped = ending === "ts";
  return Array.from({ length: extensionCount }, (_, index) => {
    const path = join(dir, `extension-${index}.${ending}`);
    writeFileSync(path, source(index, isTyped));
    return path;
  });
}

function source(index, isTyped) {
  const types = isTyped ? 'import type { ExtensionAPI } from "@relay-harness/coding-agent";\n' : "";
  return `${types}import { join } from "node:path";
import { isToolCallEventType } from "@relay-harness/coding-agent";

export default function (relay${isTyped ? ": ExtensionAPI" : ""}) {
  relay.registerCommand("command-${index}", { handler: () => join("a", "b") });
  relay.registerTool({
    name: "tool_${index}",
    label: "Tool",
    description: "A tool.",
    parameters: { type: "object", properties: {} },
    execute: async () => ({ content: [], details: undefined }),
  });
  relay.on("tool_call", (event) => {
    if (isToolCallEventType("bash", event)) return undefined;
  });
}
`;
}
