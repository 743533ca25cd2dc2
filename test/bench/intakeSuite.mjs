// A questionnaire of 60 questions, from the call of its tool to the result: checked, made and on the disk. The first
// one of a process, so that loading the library of Word documents is part of it.
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { AgentProcess } from "./target.mjs";

const model = "intake-60";
const file = "questionnaire.docx";

export const intakeSuite = {
  rows: [
    { key: "questionnaire", label: "a Word document of 60 questions", unit: "ms", limit: 300, isOwn: true },
  ],
  prepare: () => undefined,
  measure: async (target, home) => {
    if (!target.isOwn) return {};
    const path = join(home.cwd, file);
    rmSync(path, { force: true });
    const agent = new AgentProcess(target, home, ["--no-session", "--model", `bench/${model}`]);
    await agent.request({ type: "get_state" });
    const settled = agent.waitFor("agent_settled");
    const started = agent.waitFor("tool_execution_start");
    const ended = agent.waitFor("tool_execution_end");
    agent.send({ id: "p", type: "prompt", message: `/intake --out ${file} change the calculation` });
    await settled;
    await agent.stop();
    if (!existsSync(path)) throw new Error("The tool wrote no questionnaire");
    const [from, to] = await Promise.all([started, ended]);
    return { questionnaire: Number(to.arrivedAt - from.arrivedAt) / 1e6 };
  },
};
