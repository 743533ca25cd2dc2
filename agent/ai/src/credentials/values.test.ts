import assert from "node:assert/strict";
import { runShellCommand } from "./shellCommand.ts";
import { interpolate, isResolvable, referencedVariable, resolveValue, variableLookup } from "./values.ts";

const lookup = variableLookup({ FOO: "abc", EMPTY: "", MY_KEY: "other" });

describe("interpolate", () => {
  const rows: [input: string, value: string][] = [
    ["$FOO", "abc"],
    ["${FOO}-x", "abc-x"],
    ["a$FOO.b", "aabc.b"],
    ["a$$b", "a$b"],
    ["$!echo", "!echo"],
    ["$$FOO", "$FOO"],
    ["MY_KEY", "MY_KEY"],
    ["$1x", "$1x"],
    ["$", "$"],
    ["${1x}", "${1x}"],
    ["${FOO", "${FOO"],
  ];
  for (const [input, value] of rows) {
    it(`models.md 1, 2, 4: ${input} gives ${value}`, () => {
      assert.deepEqual(interpolate(input, lookup), { value });
    });
  }

  it("models.md 1: a missing or empty variable leaves the whole value unresolved and is named", () => {
    assert.deepEqual(interpolate("x-${NOPE}", lookup), { reason: "environment variable NOPE is not set" });
    assert.deepEqual(interpolate("$EMPTY", lookup), { reason: "environment variable EMPTY is not set" });
  });

  it("takes the credential's variables before those of the process", () => {
    assert.deepEqual(interpolate("$FOO", variableLookup({ FOO: "process" }, { FOO: "stored" })), {
      value: "stored",
    });
    assert.deepEqual(interpolate("$FOO", variableLookup({ FOO: "process" }, { FOO: "" })), {
      value: "process",
    });
  });
});

describe("isResolvable", () => {
  it("counts a command as resolvable without running it", () => {
    assert.equal(isResolvable("!exit 3", lookup), true);
    assert.equal(isResolvable("$NOPE", lookup), false);
  });
});

describe("referencedVariable", () => {
  it("names the first variable, but none of a command or an escape", () => {
    assert.equal(referencedVariable("a-${FOO}-$BAR"), "FOO");
    assert.equal(referencedVariable("$$FOO"), undefined);
    assert.equal(referencedVariable("!echo $FOO"), undefined);
  });
});

describe("resolveValue", () => {
  const run = (command: string): Promise<string | undefined> => runShellCommand(command, process.env);

  it("models.md 3: a command gives its trimmed output", async () => {
    assert.deepEqual(await resolveValue("!printf ' k\\n'", lookup, run), { value: "k" });
  });

  it("models.md 3: a failing or silent command is unresolved", async () => {
    const unresolved = { reason: "its command failed or printed nothing" };
    assert.deepEqual(await resolveValue("!exit 3", lookup, run), unresolved);
    assert.deepEqual(await resolveValue("!echo k; exit 3", lookup, run), unresolved);
    assert.deepEqual(await resolveValue("!true", lookup, run), unresolved);
  });

  it("leaves variables of a command to the shell", async () => {
    const commands: string[] = [];
    await resolveValue("!echo $FOO $$", lookup, (command) => {
      commands.push(command);
      return Promise.resolve("x");
    });
    assert.deepEqual(commands, ["echo $FOO $$"]);
  });
});

describe("runShellCommand", () => {
  it("closes stdin, so that a command that reads it ends", async () => {
    assert.equal(await runShellCommand("cat; echo done", process.env), "done");
  });

  it("gives up on a command that takes too long, together with what it started", async () => {
    assert.equal(await runShellCommand("sleep 60 | cat", process.env, 50), undefined);
  });

  it("models.md 3: does not wait for what a command leaves behind", async () => {
    assert.equal(await runShellCommand("echo key; sleep 30 &", process.env, 20_000), "key");
  });

  it("passes the environment it is given", async () => {
    assert.equal(await runShellCommand("echo $RELAY_T", { ...process.env, RELAY_T: "v" }), "v");
  });
});
