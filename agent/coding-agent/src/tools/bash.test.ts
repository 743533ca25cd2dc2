import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

import type { AgentToolResult } from "@relay-harness/agent-core";

import { createLocalBashOperations, type BashOperations } from "../base/shell/shellOperations.ts";
import { createBashTool, type BashToolDetails, type BashToolInput, type BashToolOptions } from "./bash.ts";
import { createPowerShellTool } from "./powershell.ts";
import { resultText, withTempDir } from "../base/testing/tempTree.ts";

async function bash(
  input: BashToolInput,
  options: BashToolOptions = {},
  context?: unknown,
): Promise<AgentToolResult<BashToolDetails>> {
  const tool = createBashTool(process.cwd(), { agentDir: "/nonexistent", ...options });
  return tool.execute("1", input, undefined, undefined, context);
}

async function output(command: string, options?: BashToolOptions, context?: unknown): Promise<string> {
  return resultText(await bash({ command }, options, context));
}

describe("bash", () => {
  it("sessions-and-tools.md 52: merges both streams and reports the exit code", async () => {
    const failed = await bash({ command: "echo out; echo err >&2; exit 3" });
    assert.equal(resultText(failed), "out\nerr\n\n\nCommand exited with code 3");
    assert.equal(failed.isError, true);
    assert.equal(failed.details, undefined);
    const { wall_time_seconds: seconds, ...structured } = failed.structuredContent as Record<string, unknown>;
    assert.equal(typeof seconds, "number");
    assert.deepEqual(structured, { output: "out\nerr\n", truncated: false, exit_code: 3 });

    const quiet = await bash({ command: "true" });
    assert.deepEqual([quiet.content, quiet.isError], [[{ type: "text", text: "(no output)" }], undefined]);
    assert.equal(await output("kill -9 $$"), "(no output)\n\nCommand exited with code 137");
    assert.equal(await output("kill -TERM $$"), "(no output)\n\nCommand exited with code 143");
  });

  it("keeps the order of writes to the two streams", async () => {
    const order = await output("for i in 1 2 3; do echo o$i; echo e$i >&2; done");
    assert.equal(order, "o1\ne1\no2\ne2\no3\ne3\n");
  });

  it("keeps exported functions, the name of the shell, and control characters", async () => {
    process.env["BASH_FUNC_greet%%"] = "() {  echo hello\n}";
    try {
      assert.equal(
        await output("greet; echo $0; printf '\\033[1mb\\r\\n'"),
        "hello\n/bin/bash\n\u001b[1mb\r\n",
      );
    } finally {
      delete process.env["BASH_FUNC_greet%%"];
    }
  });

  it("sessions-and-tools.md 53: kills the whole group when the time is up", async () => {
    await assert.rejects(bash({ command: "sleep 60", timeout: 0.2 }), {
      message: "Command timed out after 0.2 seconds",
    });
    await assert.rejects(bash({ command: "trap '' TERM; echo begun; sleep 60 | sleep 60", timeout: 0.3 }), {
      message: "begun\n\n\nCommand timed out after 0.3 seconds",
    });
    for (const timeout of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) {
      await assert.rejects(bash({ command: "true", timeout }), {
        message: "Invalid timeout: must be a finite number of seconds",
      });
    }
    await assert.rejects(bash({ command: "true", timeout: 9_999_999 }), {
      message: "Invalid timeout: maximum is 2147483.647 seconds",
    });
    assert.equal(resultText(await bash({ command: "echo in time", timeout: null })), "in time\n");
  });

  it("sessions-and-tools.md 54: shows the end of a long output and names the log", async () => {
    const result = await bash({ command: "seq 1 3000" });
    const path = result.details?.fullOutputPath ?? "";
    const lines = Array.from({ length: 2000 }, (_, index) => String(index + 1001)).join("\n");
    assert.equal(resultText(result), `${lines}\n\n[Showing lines 1001-3000 of 3000. Full output: ${path}]`);
    assert.equal((await stat(path)).size, 13_893);
    const structured = result.structuredContent as Record<string, unknown>;
    assert.deepEqual(
      [structured["full_output_path"], structured["truncated"], String(structured["output"]).length],
      [path, false, 13_893],
    );
    await rm(path);
  });

  it("notes the byte limit and a last line of which only the end is shown", async () => {
    const wide = await bash({ command: "for i in $(seq 1 100); do printf '%01000d\\n' $i; done; exit 1" });
    assert.match(
      resultText(wide),
      /0100\n\n\[Showing lines 50-100 of 100 \(50\.0KB limit\)\. Full output: .*\]\n\nCommand exited with code 1$/,
    );
    const single = await bash({ command: "printf 'first\\n%060000d' 7" });
    assert.match(
      resultText(single),
      /07\n\n\[Showing last 50\.0KB of line 2 \(line is 58\.6KB\)\. Full output: .*\]$/,
    );
    for (const result of [wide, single]) await rm(result.details?.fullOutputPath ?? "");
  });

  it("sessions-and-tools.md 54: does not wait for silent background processes", async () => {
    assert.equal(resultText(await bash({ command: "sleep 60 & echo started", timeout: 30 })), "started\n");
  });

  it("lets background processes write on after the result", async () => {
    await withTempDir(async (root) => {
      const command = "(sleep 0.3; echo one; sleep 0.1; echo two; touch survived) & echo started";
      const result = await createBashTool(root).execute("1", { command });
      assert.equal(resultText(result), "started\n");
      while (!existsSync(join(root, "survived"))) await delay(20);
    });
  });

  it("loses nothing that background processes wrote while this process was busy", async () => {
    let isBlocked = false;
    const operations: BashOperations = {
      exec: (command, cwd, options) =>
        createLocalBashOperations().exec(command, cwd, {
          ...options,
          onData: (data) => {
            void options.onData(data);
            if (isBlocked) return;
            isBlocked = true;
            setTimeout(() => {
              const until = performance.now() + 400;
              while (performance.now() < until);
            }, 50);
          },
        }),
    };
    const command = "(sleep 0.15; echo late) & echo first";
    const result = await createBashTool(process.cwd(), { operations }).execute("1", { command });
    assert.equal(resultText(result), "first\nlate\n");
  });

  it("says so when only background processes were left at the timeout", async () => {
    await assert.rejects(
      bash({ command: "(while true; do echo tick; sleep 0.02; done) & exit 7", timeout: 0.5 }),
      /tick\n\n\nCommand timed out after 0\.5 seconds\. The shell exited with code 7 after \d+\.\d seconds, but background processes it started kept writing output until the timeout\.$/,
    );
  });

  it("sessions-and-tools.md 57: ends at once when aborted and keeps the output", async () => {
    const controller = new AbortController();
    const tool = createBashTool(process.cwd());
    const run = tool.execute("1", { command: "echo begun; sleep 60" }, controller.signal, (update) => {
      if (update.content.length > 0) controller.abort();
    });
    await assert.rejects(run, { message: "begun\n\n\nCommand aborted" });
    await assert.rejects(tool.execute("2", { command: "echo never" }, AbortSignal.abort()), {
      message: "Operation aborted",
    });
  });

  it("streams an empty update first, then the tail", async () => {
    const updates: AgentToolResult<BashToolDetails>[] = [];
    let updated: () => void = () => undefined;
    const operations: BashOperations = {
      exec: async (_command, _cwd, { onData }) => {
        for (const line of ["one\n", "two\n"]) {
          const next = new Promise<void>((resolve) => {
            updated = resolve;
          });
          void onData(Buffer.from(line));
          await next;
        }
        return { exitCode: 0 };
      },
    };
    const tool = createBashTool(process.cwd(), { operations });
    await tool.execute("1", { command: "x" }, undefined, (update) => {
      updates.push(update);
      updated();
    });
    assert.deepEqual(updates, [
      { content: [] },
      { content: [{ type: "text", text: "one\n" }] },
      { content: [{ type: "text", text: "one\ntwo\n" }] },
    ]);
  });

  it("sends fewer updates than there are pieces of output", async () => {
    let updates = 0;
    const operations: BashOperations = {
      exec: async (_command, _cwd, { onData }) => {
        for (let index = 0; index < 2000; index += 1) {
          void onData(Buffer.from("x"));
          await new Promise(setImmediate);
        }
        return { exitCode: 0 };
      },
    };
    const tool = createBashTool(process.cwd(), { operations });
    const started = performance.now();
    await tool.execute("1", { command: "x" }, undefined, () => (updates += 1));
    assert.ok(updates <= 2 + (performance.now() - started) / 100, `${updates} updates`);
  });

  it("reads prefix, shell and session when a command starts", async () => {
    const settings: { prefix?: string; shellPath?: string } = {};
    const options: BashToolOptions = {
      commandPrefix: () => settings.prefix,
      shellPath: () => settings.shellPath,
    };
    const command = 'echo "${WORD-unset}"';
    assert.equal(await output(command, options), "unset\n");
    settings.prefix = "WORD=set";
    assert.equal(await output(command, options), "set\n");
    settings.prefix = "";
    assert.equal(await output(command, options), "unset\n");
    settings.shellPath = "~/nope";
    await assert.rejects(bash({ command }, options), { message: "Custom shell path not found: ~/nope" });
  });

  it("cli.md 26: sets the session variables, and unsets what a session does not have", async () => {
    const names = ["ID", "FILE"].map((name) => `RELAY_SESSION_${name}`);
    const command = names.map((name) => `echo "\${${name}-unset}"`).join("; ");
    for (const name of names) process.env[name] = "inherited";
    try {
      const session = () => ({ RELAY_SESSION_ID: "s1" });
      assert.equal(await output(command, { sessionEnvironment: session }), "s1\nunset\n");
      assert.equal(
        await output(command, { exposeSessionEnvironment: false, sessionEnvironment: session }),
        "unset\nunset\n",
      );
      const context = { sessionEnvironment: { RELAY_SESSION_ID: "s2", RELAY_SESSION_FILE: "/f" } };
      assert.equal(await output(command, { sessionEnvironment: session }, context), "s2\n/f\n");
    } finally {
      for (const name of names) delete process.env[name];
    }
  });

  it("puts the binaries of the agent directory first on PATH and lets the hook change everything", async () => {
    await withTempDir(async (root) => {
      assert.match(await output("echo $PATH", { agentDir: root }), new RegExp(`^${root}/bin:`));
      const hooked = await output("echo original", {
        sessionEnvironment: () => ({ RELAY_SESSION_ID: "s1" }),
        spawnHook: ({ command, env }) => ({
          command: `${command}; echo $EXTRA $RELAY_SESSION_ID; pwd`,
          cwd: root,
          env: { ...env, EXTRA: "more" },
        }),
      });
      assert.equal(hooked, `original\nmore s1\n${root}\n`);
      assert.equal(await output("pwd", {}, { cwd: root }), `${root}\n`);
    });
  });

  it("says that the working directory is gone", async () => {
    await assert.rejects(createBashTool("/no/such/dir").execute("1", { command: "true" }), {
      message: "Working directory does not exist: /no/such/dir\nCannot execute bash commands.",
    });
  });

  it("decodes characters that are cut between chunks", async () => {
    const euro = Buffer.from("\u20ac");
    const operations: BashOperations = {
      exec: (_command, _cwd, { onData }) => {
        void onData(euro.subarray(0, 1));
        void onData(euro.subarray(1));
        return Promise.resolve({ exitCode: 0 });
      },
    };
    assert.equal(await output("x", { operations }), "\u20ac");
  });

  it("takes null from custom operations as a failure and stops them when time is up", async () => {
    const failing: BashOperations = { exec: () => Promise.resolve({ exitCode: null }) };
    const result = await bash({ command: "x" }, { operations: failing });
    assert.equal(result.isError, true);
    const endless: BashOperations = {
      exec: (_command, _cwd, { signal }) =>
        new Promise((resolve) => {
          signal?.addEventListener("abort", () => resolve({ exitCode: null }));
        }),
    };
    await assert.rejects(bash({ command: "x", timeout: 0.1 }, { operations: endless }), {
      message: "Command timed out after 0.1 seconds",
    });
  });

  it("reads 50 MB without keeping them", async () => {
    const result = await bash({ command: "yes 0123456789012345678 | head -c 50000000" });
    const path = result.details?.fullOutputPath ?? "";
    assert.equal(result.details?.truncation?.totalBytes, 50_000_000);
    assert.equal((await stat(path)).size, 50_000_000);
    assert.ok(resultText(result).length < 52_000);
    await rm(path);
  });
});

describe("powershell", () => {
  it("is available on Windows only", async function () {
    if (process.platform === "win32") this.skip();
    await assert.rejects(createPowerShellTool("/").execute("1", { command: "1" }), {
      message: "The powershell tool is only available on Windows.",
    });
  });

  it("names its log files after itself", async () => {
    const operations: BashOperations = {
      exec: (_command, _cwd, { onData }) => {
        void onData(Buffer.alloc(60_000, "x"));
        return Promise.resolve({ exitCode: 0 });
      },
    };
    const result = await createPowerShellTool("/", { operations }).execute("1", { command: "x" });
    const path = result.details?.fullOutputPath ?? "";
    assert.match(path, /relay-powershell-[0-9a-f]{16}\.log$/);
    assert.equal((await readFile(path)).length, 60_000);
    await rm(path);
  });
});
