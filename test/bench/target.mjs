// An agent under measurement: how it is started, and the protocol as far as the benches need it.
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const clockTicksPerSecond = 100;
/** Type and command of a record stand at its beginning. */
const headLength = 200;

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
  return { cwd, agentDir, env, dispose: () => rmSync(home, { recursive: true, force: true }) };
}

/** A running agent in RPC mode. */
export class AgentProcess {
  constructor(target, home, args) {
    this.startedAt = process.hrtime.bigint();
    this.child = spawn(target.node, [target.cli, "--mode", "rpc", ...args], {
      cwd: home.cwd,
      env: home.env,
      stdio: ["pipe", "pipe", "ignore"],
    });
    this.pieces = [];
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

  /** Sends a command and waits for its whole response. */
  async request(command) {
    const from = process.hrtime.bigint();
    const answered = this.waitFor("response", command.type);
    this.send({ id: "1", ...command });
    const line = await answered;
    const milliseconds = this.elapsed(from);
    if (!line.slice(0, headLength).includes('"success":true')) {
      throw new Error(`${command.type} failed: ${line.slice(0, headLength)}`);
    }
    return { milliseconds, line };
  }

  /** Resolves with the line of the first record of the type; `response` waits for that of the command. */
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

  /** Nothing is parsed, and a long line is put together once: the reader must not be what is measured. */
  read(text) {
    let start = 0;
    for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", start)) {
      this.pieces.push(text.slice(start, end));
      start = end + 1;
      this.accept(this.pieces.length === 1 ? this.pieces[0] : this.pieces.join(""));
      this.pieces = [];
    }
    if (start < text.length) this.pieces.push(text.slice(start));
  }

  accept(line) {
    if (this.waiting.length === 0) return;
    const head = line.slice(0, headLength);
    const index = this.waiting.findIndex(
      ({ type, command }) =>
        head.includes(`"type":"${type}"`) &&
        (command === undefined || head.includes(`"command":"${command}"`)),
    );
    if (index >= 0) this.waiting.splice(index, 1)[0].resolve(line);
  }
}
