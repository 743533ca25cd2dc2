import assert from "node:assert/strict";
import { execProgram } from "./exec.ts";

const cwd = process.cwd();
const sh = (script: string, options = {}): ReturnType<typeof execProgram> =>
  execProgram("sh", ["-c", script], { cwd, ...options });

describe("execProgram", () => {
  before(function () {
    if (process.platform === "win32") this.skip();
  });

  it("gives output and code, without a shell", async () => {
    assert.deepEqual(
      await execProgram(process.execPath, ["-e", "console.log(process.argv[1])", "$HOME *"], { cwd }),
      {
        stdout: "$HOME *\n",
        stderr: "",
        code: 0,
        killed: false,
        truncated: false,
      },
    );
    const failed = await sh("echo oops >&2; exit 3");
    assert.deepEqual([failed.stderr, failed.code], ["oops\n", 3]);
  });

  it("extension-api.md 36: a signal from elsewhere is a code, not a kill", async () => {
    const { code, killed } = await sh("kill -TERM $$");
    assert.deepEqual({ code, killed }, { code: 143, killed: false });
  });

  it("extension-api.md 36: a timeout ends the program", async () => {
    const { code, killed } = await execProgram("sleep", ["5"], { cwd, timeout: 50 });
    assert.deepEqual({ code, killed }, { code: 143, killed: true });
  });

  it("extension-api.md 36: a missing program is a code and a text", async () => {
    const { code, stderr, killed } = await execProgram("relay-no-such-program", [], { cwd });
    assert.notEqual(code, 0);
    assert.match(stderr, /ENOENT/);
    assert.equal(killed, false);
  });

  it("extension-api.md 36: more output than allowed ends the program, what fits is kept", async () => {
    const { stdout, code, killed, truncated } = await sh("yes 123456789", { maxBuffer: 10 });
    assert.deepEqual({ stdout, killed, truncated }, { stdout: "123456789\n", killed: true, truncated: true });
    assert.notEqual(code, 0);
  });

  it("an aborted signal ends the program, or keeps it from starting", async () => {
    const controller = new AbortController();
    const running = sh("echo started; exec sleep 60", { signal: controller.signal });
    controller.abort();
    assert.equal((await running).killed, true);
    assert.equal((await sh("echo never", { signal: controller.signal })).stdout, "");
  });

  it("does not wait for what the program leaves behind", async () => {
    const { stdout, code } = await sh("echo done; sleep 30 & exit 0");
    assert.deepEqual({ stdout, code }, { stdout: "done\n", code: 0 });
  });

  it("decodes characters whose bytes come apart", async () => {
    const script =
      "process.stdout.write(Buffer.from([0xc3])); setTimeout(() => process.stdout.write(Buffer.from([0xa9])), 20)";
    const { stdout } = await execProgram(process.execPath, ["-e", script], { cwd });
    assert.equal(stdout, "é");
  });
});
