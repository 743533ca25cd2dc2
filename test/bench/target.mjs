// An agent under measurement: how it is started, and the protocol as far as the benches need it.
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const lineFeed = 0x0a;
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
  const models = ["stream-1", "stream-20000", "tools-50", "tools-200", "cache-60", "intake-60"].map((id) => ({
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
  return {
    cwd,
    agentDir,
    env,
    modelServer: provider.baseUrl,
    dispose: () => rmSync(home, { recursive: true, force: true }),
  };
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
    this.child.stdout.on("data", (chunk) => this.read(chunk));
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
    const answered = this.waitFor("response", command.type);
    const from = process.hrtime.bigint();
    this.send({ id: "1", ...command });
    const { arrivedAt, line } = await answered;
    const head = line.toString("utf8", 0, headLength);
    if (!head.includes('"success":true')) throw new Error(`${command.type} failed: ${head}`);
    return { milliseconds: Number(arrivedAt - from) / 1e6, line };
  }

  /** Resolves with the first record of the type; `response` waits for that of the command. */
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

  /** Nothing is decoded or put together that nobody waits for: the reader must not be what is measured. */
  read(chunk) {
    let start = 0;
    for (let end = chunk.indexOf(lineFeed); end >= 0; end = chunk.indexOf(lineFeed, start)) {
      this.pieces.push(chunk.subarray(start, end));
      start = end + 1;
      if (this.waiting.length > 0) this.accept(this.pieces);
      this.pieces = [];
    }
    if (start < chunk.length) this.pieces.push(chunk.subarray(start));
  }

  accept(pieces) {
    const arrivedAt = process.hrtime.bigint();
    const first = pieces[0].length < headLength ? Buffer.concat(pieces) : pieces[0];
    const head = first.toString("utf8", 0, headLength);
    const index = this.waiting.findIndex(
      ({ type, command }) =>
        head.includes(`"type":"${type}"`) &&
        (command === undefined || head.includes(`"command":"${command}"`)),
    );
    if (index < 0) return;
    const [{ resolve }] = this.waiting.splice(index, 1);
    resolve({ arrivedAt, line: Buffer.concat(pieces) });
  }
}
