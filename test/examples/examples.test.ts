import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { ScriptedAnswer, ScriptedModel } from "../fakes/scriptedModel.ts";
import { relayCli } from "../support/relayProcess.ts";
import { useScriptedModel } from "../support/scriptedSuite.ts";
import type { Workspace } from "../support/workspace.ts";

const examples = fileURLToPath(new URL("../../examples", import.meta.url));
const loader = pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href;
const python = ["python3", "python"].find((name) => spawnSync(name, ["--version"]).status === 0);

interface Output {
  stdout: string;
  stderr: string;
  code: number | null;
}

describe("examples", () => {
  let workspace: Workspace;
  let model: ScriptedModel;
  useScriptedModel((place) => ({ workspace, model } = place));

  async function run(command: string, args: string[], input = "", env = {}): Promise<Output> {
    const child = spawn(command, args, { cwd: workspace.cwd, env: { ...workspace.env, ...env } });
    let stdout = "";
    let stderr = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
    child.stdin.end(input);
    const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
    return { stdout, stderr, code };
  }

  const runScript = (path: string, args: string[] = [], input?: string, env?: object): Promise<Output> =>
    run(
      process.execPath,
      ["--import", loader, "--conditions=source", join(examples, path), ...args],
      input,
      env,
    );

  /** What an example prints when it ends well and says nothing on stderr. */
  async function printed(path: string, answers: ScriptedAnswer[], args?: string[]): Promise<string> {
    model.add(...answers);
    const { stdout, stderr, code } = await runScript(path, args);
    assert.deepEqual({ stderr, code }, { stderr: "", code: 0 });
    return stdout;
  }

  const systemText = (request = 0): string => JSON.stringify(model.requests[request]?.messages[0]);

  it("01-minimal streams an answer", async () => {
    assert.equal(await printed("sdk/01-minimal.ts", [{ text: ["No ", "files."] }]), "No files.\n");
  });

  it("02-custom-model uses the model that is named", async () => {
    const text = await printed("sdk/02-custom-model.ts", [{ text: "Hello" }], ["fake/m1"]);
    assert.equal(text, "m1, thinking high\nHello\n");
    assert.equal(model.requests[0]?.reasoning_effort, "high");
  });

  it("03-custom-prompt sends its own prompt", async () => {
    assert.equal(await printed("sdk/03-custom-prompt.ts", [{ text: "Arr" }]), "Arr\n");
    assert.match(systemText(), /You are a pirate.*at most three sentences/);
  });

  it("04-skills adds and leaves out skills", async () => {
    const skill = (name: string): string =>
      workspace.write(
        `team-skills/${name}/SKILL.md`,
        `---\ndescription: About ${name}\n---\nFollow ${name}.\n`,
      );
    skill("build");
    skill("draft-old");
    const text = await printed("sdk/04-skills.ts", [{ text: "Built" }]);
    assert.match(text, /^build: About build\nhouse-style: How texts are written here\. [^\n]*\nBuilt\n$/);
    assert.match(String(systemText()), /<name>build<.*<name>house-style</);
    assert.match(JSON.stringify(model.requests[0]?.messages.at(-1)), /Follow build\..*Explain the build\./);
  });

  it("05-tools runs its own tool", async () => {
    const answers = [
      { calls: [{ name: "clock", arguments: { timeZone: "Europe/Lisbon" } }] },
      { text: "Late" },
    ];
    const text = await printed("sdk/05-tools.ts", answers);
    assert.equal(text, "read, grep, find, ls, clock\n-> clock\nLate\n");
    assert.match(String(model.requests[1]?.messages.at(-1)?.content), /\d+:\d\d:\d\d/);
  });

  it("06-extensions loads them from a file and from a function", async () => {
    const calls = [{ name: "ls", arguments: {} }];
    const text = await printed("sdk/06-extensions.ts", [{ calls }, { text: "One file" }]);
    // `ls` is not active: the call is refused before anybody is asked.
    assert.equal(text, "2 extensions\nA session in print mode\nOne file\n");
    assert.match(JSON.stringify(model.requests[0]?.messages.at(-1)), /LIST THE FILES/);
  });

  it("07-context-files adds instructions", async () => {
    const path = workspace.write("AGENTS.md", "Use tabs.");
    const text = await printed("sdk/07-context-files.ts", [{ text: "All" }]);
    assert.equal(text, `${path}\n/virtual/AGENTS.md\nAll\n`);
    assert.match(systemText(), /Use tabs\..*Write tests first\./);
  });

  it("08-prompt-templates fills in its own template", async () => {
    workspace.writeAgentFile("prompts/own.md", "Mine");
    const text = await printed("sdk/08-prompt-templates.ts", [{ text: "Fine" }]);
    assert.equal(text, "/own \n/review <file> [what to look at]\nFine\n");
    assert.match(
      JSON.stringify(model.requests[0]?.messages.at(-1)),
      /Review src\/main file\.ts\. Look at errors and names\. Answer/,
    );
  });

  it("09-api-keys-and-oauth tells what can be used", async () => {
    const text = await printed("sdk/09-api-keys-and-oauth.ts", [{ text: "Hello" }]);
    assert.match(
      text,
      /^\d+ models can be used with stored credentials\nanthropic can be used: true\nHello\n$/,
    );
  });

  it("10-settings changes settings for the run", async () => {
    const text = await printed("sdk/10-settings.ts", [{ text: "Hello" }]);
    assert.equal(text, "retries: 1\nlevel: low\nHello\n");
  });

  it("11-sessions keeps and continues conversations", async () => {
    const answers = ["apple", "pear", "pear it is", "still pear", "PEAR"].map((text) => ({ text }));
    const text = await printed("sdk/11-sessions.ts", answers);
    const lines = text.trimEnd().split("\n");
    assert.deepEqual(lines.slice(0, 5), ["apple", "pear", "pear it is", "still pear", "PEAR"]);
    assert.equal(lines.length, 7);
    const roles = model.requests[4]?.messages.map(({ role }) => role).filter((role) => role === "user");
    assert.equal(roles?.length, 4);
  });

  it("12-full-control finds nothing by itself", async () => {
    workspace.write("AGENTS.md", "Use tabs.");
    const text = await printed("sdk/12-full-control.ts", [{ text: "Fine" }], [model.baseUrl, "m9"]);
    assert.equal(text, "Fine\n");
    assert.equal(model.requests[0]?.model, "m9");
    assert.doesNotMatch(systemText(), /Use tabs/);
    assert.deepEqual(
      model.requests[0]?.tools?.map(({ function: { name } }) => name),
      ["read", "grep", "find", "ls"],
    );
  });

  it("13-session-runtime lets sessions take each other's place", async () => {
    const text = await printed("sdk/13-session-runtime.ts", [{ text: "apple" }, { text: "pear" }]);
    assert.equal(text, "stop: apple\nstop: pear\nSecond try\n3 messages\nRemember the word apple.\n");
  });

  it("rpc-client prints an answer, and fails when the provider does", async () => {
    model.add({ text: "Hello" });
    const good = await runScript("rpc-client.ts", ["Hi"]);
    assert.deepEqual(good, { stdout: "Hello\n", stderr: "Model: m1\n", code: 0 });
    model.add({ status: 400 });
    const bad = await runScript("rpc-client.ts", ["Hi"]);
    assert.equal(bad.code, 1);
    assert.match(bad.stderr, /The provider failed: .*scripted 400/);
  });

  it("rpc-extension-ui answers what an agent asks", async () => {
    const agent = workspace.write(
      "agent.mjs",
      `import { createInterface } from "node:readline";
       const write = (record) => process.stdout.write(JSON.stringify(record) + "\\n");
       const ask = (id, fields) => write({ type: "extension_ui_request", id, ...fields });
       const answers = [];
       createInterface({ input: process.stdin }).on("line", (line) => {
         const { id, type, ...fields } = JSON.parse(line);
         const respond = (data) => write({ id, type: "response", command: type, success: true, data });
         if (type === "prompt") {
           respond({ disposition: "started" });
           ask("n", { method: "notify", message: "Careful", notifyType: "warning" });
           ask("s", { method: "select", title: "Which?", options: ["first", "second"] });
           ask("c", { method: "confirm", title: "Sure?", message: "All of it" });
           ask("i", { method: "input", title: "Name" });
         } else if (type === "extension_ui_response") {
           answers.push({ id, ...fields });
           if (answers.length === 3) write({ type: "agent_settled", aborted: false });
         } else respond({ text: JSON.stringify(answers) });
       });`,
    );
    const { stdout, stderr, code } = await runScript("rpc-extension-ui.ts", ["go"], "2\ny\nAda\n", {
      RELAY_CLI: agent,
    });
    assert.equal(code, 0, stderr);
    assert.deepEqual(JSON.parse(stdout), [
      { id: "s", value: "second" },
      { id: "c", confirmed: true },
      { id: "i", value: "Ada" },
    ]);
    assert.equal(stderr, "warning: Careful\n  1. first\n  2. second\nWhich? All of it\nSure? [y/N] Name: ");
  });

  it("rpc-extension-ui works with an agent that asks nothing", async () => {
    model.add({ text: "Hello" });
    const { stdout, code } = await runScript("rpc-extension-ui.ts", ["Hi"]);
    assert.deepEqual({ stdout, code }, { stdout: "Hello\n", code: 0 });
  });

  it("python/rpc_client.py prints an answer, and what is refused", async function () {
    if (python === undefined) this.skip();
    const script = join(examples, "python/rpc_client.py");
    const agent = [process.execPath, relayCli];
    model.add({ text: ["Hello ", "there"] });
    const good = await run(python, [script, "Hi", ...agent]);
    assert.deepEqual(good, { stdout: "Hello there\n", stderr: "", code: 0 });
    const refused = await run(python, [script, "", ...agent]);
    assert.deepEqual(refused, {
      stdout: "",
      stderr: "Error: Invalid prompt command: message must not be empty\n",
      code: 1,
    });
  });
});
