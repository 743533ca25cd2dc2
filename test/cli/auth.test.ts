import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runRelay, type RunOptions, type RunResult } from "../support/relayProcess.ts";
import { createWorkspace, type Workspace } from "../support/workspace.ts";

describe("cli: relay auth", () => {
  let workspace: Workspace;
  beforeEach(() => (workspace = createWorkspace()));
  afterEach(() => workspace.dispose());

  const auth = (args: string[], env?: RunOptions["env"]): Promise<RunResult> =>
    runRelay(workspace, ["auth", ...args], { env });
  const withKey = { ANTHROPIC_API_KEY: "sk-env" };

  it("cli.md 30: check tells whether a provider is ready, by word and exit code", async () => {
    const unknown = await auth(["check", "--provider", "nosuch", "--json"]);
    assert.deepEqual(JSON.parse(unknown.stdout), {
      status: "invalid",
      provider: "nosuch",
      reason: "provider_not_found",
    });
    assert.deepEqual([unknown.stderr, unknown.code], ["", 2]);
    const bare = await auth(["check", "--provider", "anthropic"]);
    assert.deepEqual(bare, { stdout: "not_ready\n", stderr: "", code: 1, signal: null });
    const ready = await auth(["check", "--provider", "anthropic"], withKey);
    assert.deepEqual(ready, { stdout: "ready\n", stderr: "", code: 0, signal: null });
    const reason = await auth(["check", "--provider=anthropic", "--json"]);
    assert.equal(JSON.parse(reason.stdout).reason, "credentials_not_configured");
  });

  it("shows a credential only when asked to", async () => {
    const json = await auth(["check", "--provider", "anthropic", "--json"], withKey);
    assert.deepEqual(JSON.parse(json.stdout), {
      status: "ready",
      provider: "anthropic",
      authType: "api_key",
    });
    const shown = await auth(["check", "--provider", "anthropic", "--json", "--credentials"], withKey);
    assert.equal(JSON.parse(shown.stdout).credential, "sk-env");
    const plain = await auth(["check", "--provider", "anthropic", "--credentials"], withKey);
    assert.equal(plain.stdout, "ready\nsk-env\n");
    const none = await auth(["check", "--provider", "anthropic", "--credentials"]);
    assert.equal(none.stdout, "not_ready\n");
  });

  it("finds the provider of a model", async () => {
    const found = await auth(["check", "--model", "anthropic/claude-opus-5-5", "--json"], withKey);
    assert.deepEqual([JSON.parse(found.stdout).provider, found.code], ["anthropic", 0]);
    const both = await auth(["check", "--provider", "openai", "--model", "gpt-5-mini"]);
    assert.deepEqual([both.stdout, both.code], ["not_ready\n", 1]);
    const unmatched = await auth(["check", "--model", "no-such-model", "--json"]);
    assert.deepEqual(
      [JSON.parse(unmatched.stdout), unmatched.stderr, unmatched.code],
      [
        { status: "invalid", provider: "no-such-model", reason: "provider_not_found" },
        "Error: Model not found: no-such-model\n",
        2,
      ],
    );
    const unknown = await auth(["print-api-key", "--provider", "nosuch"]);
    assert.deepEqual(
      [unknown.stdout, unknown.stderr, unknown.code],
      ["", "Error: Unknown provider: nosuch\n", 1],
    );
    const missing = await auth(["print-api-key", "--model", "no-such-model"]);
    assert.deepEqual(
      [missing.stdout, missing.stderr, missing.code],
      ["", "Error: Model not found: no-such-model\n", 1],
    );
  });

  it("print-api-key prints the key alone, resolved", async () => {
    workspace.writeAgentFile("auth.json", { anthropic: { type: "api_key", key: "!echo sk-command" } });
    const stored = await auth(["print-api-key", "--provider", "anthropic"]);
    assert.deepEqual(stored, { stdout: "sk-command\n", stderr: "", code: 0, signal: null });
    const none = await auth(["print-api-key", "--provider", "openai"]);
    assert.deepEqual([none.stdout, none.code], ["", 1]);
    assert.match(none.stderr, /^Error: .*openai.*\n$/);
  });

  it("print-bearer-token prints a token that lasts long enough", async () => {
    const stored = {
      anthropic: { type: "oauth", access: "tok", refresh: "r", expires: Date.now() + 3_600_000 },
    };
    workspace.writeAgentFile("auth.json", stored);
    const path = join(workspace.agentDir, "auth.json");
    const before = readFileSync(path, "utf8");
    const token = await auth(["print-bearer-token", "--provider", "anthropic", "--min-expiry", "30m"]);
    assert.deepEqual(token, { stdout: "tok\n", stderr: "", code: 0, signal: null });
    const short = await auth(["print-bearer-token", "--provider", "anthropic", "--min-expiry", "2h"]);
    assert.deepEqual([short.stdout, short.code], ["", 1]);
    const key = await auth(["print-api-key", "--provider", "anthropic"]);
    assert.deepEqual([key.stdout, key.code], ["", 1]);
    const apiKey = await auth(["print-bearer-token", "--provider", "openai"], { OPENAI_API_KEY: "k" });
    assert.deepEqual([apiKey.stdout, apiKey.code], ["", 1]);
    const check = await auth(["check", "--provider", "anthropic", "--json", "--no-refresh"]);
    assert.deepEqual(JSON.parse(check.stdout), { status: "ready", provider: "anthropic", authType: "oauth" });
    assert.equal(readFileSync(path, "utf8"), before);
  });

  it("a broken credential file is an invalid state", async () => {
    workspace.writeAgentFile("auth.json", "{bad");
    const check = await auth(["check", "--provider", "anthropic", "--json"]);
    const { status, reason } = JSON.parse(check.stdout) as Record<string, string>;
    assert.deepEqual([status, reason, check.code], ["invalid", "invalid_state", 2]);
    assert.equal(readFileSync(join(workspace.agentDir, "auth.json"), "utf8"), "{bad");
  });

  it("logs out of what is stored, and says when there is nothing", async () => {
    workspace.writeAgentFile("auth.json", { openai: { type: "api_key", key: "k" } });
    const removed = await auth(["logout", "openai"]);
    assert.deepEqual([removed.stdout, removed.code], ["Forgot the key of openai.\n", 0]);
    assert.equal(readFileSync(join(workspace.agentDir, "auth.json"), "utf8").includes("openai"), false);
    const again = await auth(["logout", "openai"]);
    assert.deepEqual([again.stdout, again.code], ["No key of openai is stored.\n", 0]);
  });

  it("logs in at a terminal only, and to providers that there are", async () => {
    const piped = await auth(["login", "openai"]);
    assert.deepEqual(
      [piped.stderr, piped.code],
      ["Error: relay auth login requires an interactive terminal\n", 1],
    );
    assert.equal((await auth(["login", "nosuch"])).stderr, "Error: Unknown provider: nosuch\n");
  });

  it("says what is wrong with its words, with the usage", async () => {
    const cases: [string[], string, number][] = [
      [["check"], "relay auth check requires --provider or --model", 2],
      [["print-api-key"], "relay auth print-api-key requires --provider or --model", 1],
      [[], "relay auth requires a command", 1],
      [["show"], "Unknown command: show", 1],
      [["login"], "relay auth login requires a provider", 1],
      [["login", "anthropic", "x"], "Unexpected argument: x", 1],
      [["logout", "--api-key", "anthropic"], "Unknown option: --api-key", 1],
      [["check", "--provider", "x", "--nope"], "Unknown option: --nope", 1],
      [["check", "--provider", "x", "-z"], "Unknown option: -z", 1],
      [["check", "--provider"], "--provider requires a value", 1],
      [["check", "--provider", "x", "more"], "Unexpected argument: more", 1],
      [["check", "--json=1", "--provider", "x"], "--json takes no value", 1],
      [
        ["print-api-key", "--provider", "x", "--json"],
        "--json cannot be used with relay auth print-api-key",
        1,
      ],
      [
        ["check", "--provider", "x", "--min-expiry", "1m"],
        "--min-expiry cannot be used with relay auth check",
        1,
      ],
      [
        ["print-bearer-token", "--provider", "x", "--min-expiry", "soon"],
        'Invalid duration "soon". Use a number with ms, s, m or h.',
        1,
      ],
    ];
    for (const [args, message, code] of cases) {
      const result = await auth(args);
      assert.equal(result.stderr.split("\n")[0], `Error: ${message}`, args.join(" "));
      assert.match(result.stderr, /\nUsage: relay auth /);
      assert.deepEqual([result.stdout, result.code], ["", code], args.join(" "));
    }
    for (const args of [["--help"], ["-h"], ["check", "--help"]]) {
      const help = await auth(args);
      assert.match(help.stdout, /^Usage: relay auth /);
      assert.deepEqual([help.stderr, help.code], ["", 0]);
    }
  });
});
