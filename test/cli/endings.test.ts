import assert from "node:assert/strict";
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { startScriptedModel, type ScriptedModel, type ScriptedStep } from "../fakes/scriptedModel.ts";
import { relayCli, runRelay } from "../support/relayProcess.ts";
import { readSession, sessionFiles } from "../support/sessionFiles.ts";
import { configureFakeModel, createWorkspace, type Workspace } from "../support/workspace.ts";

describe("cli: how one-shot runs end", () => {
  let workspace: Workspace;
  let model: ScriptedModel;
  beforeEach(() => (workspace = createWorkspace()));
  afterEach(async () => {
    await model.close();
    workspace.dispose();
  });

  async function serve(...script: ScriptedStep[]): Promise<void> {
    model = await startScriptedModel(script, { repeatLast: true });
    configureFakeModel(workspace, model.baseUrl);
  }

  function start(args: string[], stdout: "pipe" | "ignore" | number = "pipe"): ChildProcess {
    return spawn(process.execPath, [relayCli, ...args], {
      cwd: workspace.cwd,
      env: workspace.env,
      stdio: ["ignore", stdout, "pipe"],
    });
  }

  const never = new Promise<void>(() => undefined);

  for (const [signal, code] of [
    ["SIGINT", 130],
    ["SIGTERM", 143],
    ["SIGHUP", 129],
  ] as const) {
    it(`cli.md §1.8: ${signal} during an answer stops it, keeps it and exits with ${code}`, async () => {
      await serve({ text: "half", hold: never });
      const child = start(["-p", "hi"]);
      await model.server.request(0);
      child.kill(signal);
      assert.deepEqual(await once(child, "exit"), [code, null]);
      const last = readSession(sessionFiles(workspace)[0] ?? "").at(-1);
      assert.deepEqual([last?.message.role, last?.message.stopReason], ["assistant", "aborted"]);
    });
  }

  it("takes a running command and its children with it", async () => {
    const command = "echo $$ > outer; sleep 600 & echo $! > inner; wait";
    await serve({ calls: [{ name: "bash", arguments: { command } }] });
    const child = start(["--mode", "json", "hi"]);
    await sawText(child, "tool_execution_start");
    const pids = ["outer", "inner"].map((name) => join(workspace.cwd, name));
    // The command writes its files as its first act; the events of its output are not needed here.
    while (!pids.every((path) => existsSync(path) && readFileSync(path, "utf8").endsWith("\n")))
      await nextTurn();
    child.kill("SIGTERM");
    assert.deepEqual(await once(child, "exit"), [143, null]);
    for (const path of pids) {
      const pid = Number(readFileSync(path, "utf8"));
      while (isAlive(pid)) await nextTurn();
    }
  });

  it("rpc.md §11: a reader that goes away ends the run without a trace", async () => {
    await serve({ text: ["first", "second"], hold: never });
    const child = start(["--mode", "json", "hi"]);
    let stderr = "";
    child.stderr?.setEncoding("utf8").on("data", (text: string) => (stderr += text));
    await sawText(child, "text_delta");
    child.stdout?.destroy();
    await model.close();
    assert.deepEqual(await once(child, "close"), [1, null]);
    assert.equal(stderr, "");
  });

  it("says so when the output cannot be written", async function () {
    if (!existsSync("/dev/full")) this.skip();
    await serve({ text: "ok" });
    for (const mode of [["-p"], ["--mode", "json"]]) {
      const full = openSync("/dev/full", "w");
      const child = start([...mode, "hi"], full);
      closeSync(full);
      let stderr = "";
      child.stderr?.setEncoding("utf8").on("data", (text: string) => (stderr += text));
      assert.deepEqual(await once(child, "close"), [1, null]);
      assert.match(stderr, /^Error: Cannot write to stdout: ENOSPC[^\n]*\n$/);
    }
  });

  it("a reader that has enough of a listing is no error", async () => {
    await serve({ text: "ok" });
    for (const option of ["--help", "--version", "--list-models"]) {
      const child = start([option]);
      child.stdout?.destroy();
      let stderr = "";
      child.stderr?.setEncoding("utf8").on("data", (text: string) => (stderr += text));
      assert.deepEqual([...(await once(child, "close")), stderr], [0, null, ""], option);
    }
  });

  it("needs nobody to read stdout", async () => {
    await serve({ text: "ok" });
    const child = start(["-p", "hi"], "ignore");
    assert.deepEqual(await once(child, "exit"), [0, null]);
  });

  it("prints an answer of any length whole", async () => {
    const text = "0123456789abcdef".repeat(40_000);
    await serve({ text });
    const result = await runRelay(workspace, ["-p", "hi"]);
    assert.equal(result.stdout.length, text.length + 1);
    assert.equal(result.code, 0);
  });
});

async function sawText(child: ChildProcess, wanted: string): Promise<void> {
  let seen = "";
  const { stdout } = child;
  assert.ok(stdout);
  await new Promise<void>((resolve) =>
    stdout.setEncoding("utf8").on("data", (text: string) => {
      seen += text;
      if (seen.includes(wanted)) resolve();
    }),
  );
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  // A process that has ended but was not collected yet does nothing any more.
  return !/^\d+ \(.*\) Z/.test(
    existsSync(`/proc/${pid}/stat`) ? readFileSync(`/proc/${pid}/stat`, "utf8") : "",
  );
}
