import assert from "node:assert/strict";
import { readFile, rm } from "node:fs/promises";
import { basename } from "node:path";

import { withTempDir } from "../testing/tempTree.ts";
import { runDirectCommand, type DirectCommandOptions, type DirectCommandResult } from "./directCommand.ts";
import type { BashOperations } from "./shellOperations.ts";

const defaults: DirectCommandOptions = { cwd: process.cwd(), agentDir: "/nonexistent" };

async function run(
  command: string,
  options: Partial<DirectCommandOptions> = {},
): Promise<DirectCommandResult> {
  return runDirectCommand(command, { ...defaults, ...options });
}

/** Operations that print given pieces. */
function printing(...pieces: string[]): BashOperations {
  return {
    exec: async (_command, _cwd, { onData }) => {
      for (const piece of pieces) await onData(Buffer.from(piece));
      return { exitCode: 0 };
    },
  };
}

describe("direct commands", () => {
  it("return sanitized output and the exit code; failing is a result", async () => {
    assert.deepEqual(await run("printf '\\033[31mred\\033[0m\\r\\n'; echo err >&2; exit 3"), {
      output: "red\nerr\n",
      exitCode: 3,
      cancelled: false,
      truncated: false,
    });
    assert.deepEqual(await run(""), { output: "", exitCode: 0, cancelled: false, truncated: false });
    assert.equal((await run("kill -TERM $$")).exitCode, 143);
  });

  it("hand over non-empty pieces whose concatenation is the sanitized output, also of cut sequences", async () => {
    const deltas: string[] = [];
    const { output } = await run("x", {
      operations: printing("a\x1b[3", "1mb\x1b]0;ti", "tle\x07", "c\r", "\nd\xe2"),
      onChunk: (delta) => void deltas.push(delta),
    });
    assert.equal(output, "abc\nd\u00e2");
    assert.equal(deltas.join(""), output);
    assert.ok(deltas.every((delta) => delta !== ""));
  });

  it("wait for a reader that asks for time, lose nothing and stop what they run meanwhile", async () => {
    let free: () => void = () => undefined;
    const busy = new Promise<void>((resolve) => (free = resolve));
    let received = 0;
    let calls = 0;
    const running = run("head -c 20000000 /dev/zero | tr '\\0' x", {
      onChunk: (delta) => {
        received += delta.length;
        calls++;
        return busy;
      },
    });
    // The shell's exit does not end a command whose output still waits: 100 ms would be its grace.
    await new Promise((resolve) => setTimeout(resolve, 300));
    assert.equal(calls, 1);
    free();
    const { exitCode, fullOutputPath } = await running;
    assert.deepEqual([exitCode, received], [0, 20_000_000]);
    await rm(fullOutputPath ?? "");
  });

  it("end at once when they are cancelled while a reader is busy", async () => {
    const controller = new AbortController();
    const { cancelled, output } = await run("echo begun; sleep 60", {
      signal: controller.signal,
      onChunk: () => {
        controller.abort();
        return new Promise<void>(() => undefined);
      },
    });
    assert.deepEqual([cancelled, output], [true, "begun\n"]);
  });

  it("put all of a long output into a file and add no notice", async () => {
    const deltas: string[] = [];
    const result = await run("seq 1 3000 | sed 's/$/\\r/'", { onChunk: (delta) => void deltas.push(delta) });
    const path = result.fullOutputPath ?? "";
    assert.match(basename(path), /^relay-bash-[0-9a-f]{16}\.log$/);
    assert.ok(result.truncated && result.output.startsWith("1001\n") && result.output.endsWith("\n3000"));
    assert.equal(await readFile(path, "utf8"), deltas.join(""));
    assert.equal(deltas.join("").length, 13_893);
    await rm(path);
  });

  it("run with the prefix and without session variables, stdin empty", async () => {
    const { output } = await run('echo "$GREETING ${RELAY_SESSION_ID-none}"; cat', {
      commandPrefix: "GREETING=hi",
    });
    assert.equal(output, "hi none\n");
  });

  it("end at once when cancelled, several at a time", async () => {
    const controllers = [new AbortController(), new AbortController()];
    const results = controllers.map((controller) =>
      run("trap '' TERM; echo started; sleep 60", {
        signal: controller.signal,
        onChunk: () => controller.abort(),
      }),
    );
    assert.deepEqual(
      await Promise.all(results),
      [0, 1].map(() => ({ output: "started\n", cancelled: true, truncated: false })),
    );
    assert.deepEqual(await run("echo never", { signal: AbortSignal.abort() }), {
      output: "",
      cancelled: true,
      truncated: false,
    });
  });

  it("reject when the shell cannot start", async () => {
    await assert.rejects(run("true", { shellPath: "~/nope" }), {
      message: "Custom shell path not found: ~/nope",
    });
    await withTempDir(async (root) => {
      await assert.rejects(run("true", { cwd: `${root}/gone` }), {
        message: `Working directory does not exist: ${root}/gone\nCannot execute bash commands.`,
      });
    });
  });

  it("take a missing exit code of custom operations as it is", async () => {
    const operations: BashOperations = { exec: () => Promise.resolve({ exitCode: null }) };
    assert.deepEqual(await run("x", { operations }), { output: "", cancelled: false, truncated: false });
  });
});
