// An agent under measurement: how it is started, and the protocol as far as the benches need it.
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const clockTicksPerSecond = 100;

/** Folder with a configuration that knows the bench's models, for one target. */
export function prepareHome({ configDir, agentDirVariable }, port) {
  const home = mkdtempSync(join(tmpdir(), "relay-bench-"));
  const agentDir = join(home, configDir);
  const cwd = join(home, "project");
  mkdirSync(agentDir, { recursive: true });
  mkdirSync(cwd);
  writeFileSync(join(cwd, "file.txt"), "line of text\n".repeat(20));
  const models = ["stream-1", "stream-20000", "tools-50", "tools-200"].map((id) => ({
    id,
    contextWindow: 10_000_000,
    maxTokens: 100_000,
  }));
  const provider = {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    api: "openai-completions",
    apiKey: "key",
    models,
  };
  writeFileSync(join(agentDir, "models.json"), JSON.stringify({ providers: { bench: provider } }));
  const env = { PATH: process.env.PATH, HOME: home, [agentDirVariable]: agentDir };
  return { cwd, env, dispose: () => rmSync(home, { recursive: true, force: true }) };
}

/** A running agent in RPC mode. */
export class AgentProcess {
  constructor(target, home, model) {
    this.startedAt = process.hrtime.bigint();
    this.child = spawn(
      target.node,
      [target.cli, "--mode", "rpc", "--no-session", "--model", `bench/${model}`],
      {
        cwd: home.cwd,
        env: home.env,
        stdio: ["pipe", "pipe", "ignore"],
      },
    );
    this.rest = "";
    this.waiting = [];
    this.child.stdout.setEncoding("utf8").on("data", (text) => this.read(text));
    this.exited = new Promise((resolve) => this.child.on("close", resolve));
  }

  /** Milliseconds since the process was started. */
  elapsed(from = this.startedAt) {
    return Number(process.hrtime.bigint() - from) / 1e6;
  }

  send(command) {
    this.child.stdin.write(`${JSON.stringify(command)}\n`);
  }

  /** Resolves with the first record of the type; `response` waits for the response of that command. */
  waitFor(type, command) {
    return new Promise((resolve) => this.waiting.push({ type, command, resolve }));
  }

  async stop() {
    this.child.stdin.end();
    const timer = setTimeout(() => this.child.kill("SIGKILL"), 5000);
    await this.exited;
    clearTimeout(timer);
  }

  /** Resident memory in MiB. */
  residentMiB() {
    const status = readFileSync(`/proc/${this.child.pid}/status`, "utf8");
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
  }

  /** User and system time so far, in milliseconds. */
  cpuMs() {
    const stat = readFileSync(`/proc/${this.child.pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return ((Number(fields[11]) + Number(fields[12])) * 1000) / clockTicksPerSecond;
  }

  /** Only lines that someone may wait for are parsed: the reader must not be what is measured. */
  read(text) {
    const lines = (this.rest + text).split("\n");
    this.rest = lines.pop() ?? "";
    for (const line of lines) {
      if (this.waiting.length === 0 || line.startsWith('{"type":"message_update"')) continue;
      const record = JSON.parse(line);
      const index = this.waiting.findIndex(
        ({ type, command }) => record.type === type && (command === undefined || record.command === command),
      );
      if (index >= 0) this.waiting.splice(index, 1)[0].resolve(record);
    }
  }
}
