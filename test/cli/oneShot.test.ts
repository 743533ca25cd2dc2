import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { startScriptedModel, type ScriptedModel } from "../fakes/scriptedModel.ts";
import { blackPng, tinyPng } from "../support/images.ts";
import { runRelay, type AnyRecord, type RunOptions, type RunResult } from "../support/relayProcess.ts";
import { sessionFiles } from "../support/sessionFiles.ts";
import { useScriptedModel } from "../support/scriptedSuite.ts";
import { configureFakeModel, type Workspace } from "../support/workspace.ts";

describe("cli: one-shot runs", () => {
  let workspace: Workspace;
  let model: ScriptedModel;
  useScriptedModel((place) => ({ workspace, model } = place), {
    model: [[{ text: "ok" }]],
    settings: { retry: { maxRetries: 1, baseDelayMs: 1 } },
  });

  const relay = (args: string[], options?: RunOptions): Promise<RunResult> =>
    runRelay(workspace, args, options);

  function userTexts(): unknown[] {
    return model.requests.map(({ messages }) => messages.findLast(({ role }) => role === "user")?.content);
  }

  function recordsOf({ stdout }: RunResult): AnyRecord[] {
    assert.ok(stdout.endsWith("\n"), "the last record ends in LF");
    return stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as AnyRecord);
  }

  it("cli.md 9, rpc.md 67: -p prints the answer", async () => {
    const result = await relay(["-p", "hi", "--model", "fake/m1"]);
    assert.deepEqual(result, { stdout: "ok\n", stderr: "", code: 0, signal: null });
  });

  it("cli.md 10: piped input comes before the message, and selects print mode", async () => {
    const result = await relay(["Review"], { input: "diff" });
    assert.equal(result.stdout, "ok\n");
    assert.deepEqual(userTexts(), ["diff\n\nReview"]);
  });

  it("cli.md 11, rpc.md 66: --mode json prints the header and every event", async () => {
    const records = recordsOf(await relay(["--mode", "json", "b"], { input: "a" }));
    const { timestamp, id, ...header } = records[0] ?? {};
    assert.deepEqual(header, { type: "session", version: 3, cwd: workspace.cwd });
    assert.deepEqual([typeof timestamp, typeof id], ["string", "string"]);
    assert.deepEqual(
      records
        .filter(({ type }) => type !== "message_update" && type !== "harness_update")
        .map(({ type, message }) => message?.role ?? type),
      [
        "session",
        "agent_start",
        "turn_start",
        ...["system", "system", "user", "user", "assistant", "assistant"],
        "assistant",
        "agent_end",
        "agent_settled",
      ],
    );
  });

  it("cli.md 12, rpc.md 66, 67: a failing provider is an event in JSON mode and an error in print mode", async () => {
    const failure = { status: 400, errorBody: { error: { message: "no such thing", type: "bad" } } };
    model = await restart(failure);
    const json = await relay(["--mode", "json", "hi"]);
    const records = recordsOf(json);
    const answer = records.findLast(({ message }) => message?.role === "assistant")?.message;
    assert.equal(answer.stopReason, "error");
    assert.match(answer.errorMessage, /no such thing/);
    assert.deepEqual([records.at(-1)?.type, json.stderr, json.code], ["agent_settled", "", 0]);
    const print = await relay(["-p", "hi"]);
    assert.deepEqual([print.stdout, print.code], ["", 1]);
    assert.match(print.stderr, /^Error: .*no such thing.*\n$/);
  });

  it("print mode says on stderr that it waits for a retry", async () => {
    model.reset([{ status: 500, errorBody: { error: { message: "busy" } } }, { text: "ok" }]);
    const result = await relay(["-p", "hi"]);
    assert.deepEqual(result, {
      stdout: "ok\n",
      stderr: "Retrying in 0.001 s (1 of 1): 500: busy\n",
      code: 0,
      signal: null,
    });
  });

  it("cli.md 13, rpc.md 67: prints what a cut-off answer has, warns and fails", async () => {
    model = await restart({
      text: "part",
      finishReason: "length",
      usage: { prompt_tokens: 9, completion_tokens: 16384 },
    });
    const result = await relay(["-p", "hi"]);
    assert.deepEqual([result.stdout, result.code], ["part\n", 1]);
    assert.match(result.stderr, /^Warning: .*\n$/);
  });

  it("says why a request failed that was too large and could not be made smaller", async () => {
    const errorBody = { error: { message: "too big", code: "context_length_exceeded" } };
    model.reset([{ status: 400, errorBody }]);
    const { stdout, stderr, code } = await relay(["-p", "b"]);
    assert.deepEqual([stdout, code], ["", 1]);
    assert.match(stderr, /^Error: 400.*too big/);
  });

  it("cli.md 16: several messages are several runs, and the last answer is printed", async () => {
    model = await restart({ text: "first" }, { text: "second" });
    const result = await relay(["-p", "one", "two"]);
    assert.deepEqual(result, { stdout: "second\n", stderr: "", code: 0, signal: null });
    assert.deepEqual(userTexts(), ["one", "two"]);
  });

  it("cli.md §1.8: the exit code is that of the last prompt", async () => {
    const bad = { status: 400, errorBody: { error: { message: "bad", type: "bad" } } };
    model = await restart(bad, { text: "fine" }, { text: "fine" }, bad);
    assert.deepEqual(await relay(["-p", "one", "two"]).then(({ stdout, code }) => [stdout, code]), [
      "fine\n",
      0,
    ]);
    assert.deepEqual(await relay(["-p", "one", "two"]).then(({ stdout, code }) => [stdout, code]), ["", 1]);
  });

  it("cli.md 17: file arguments stand before the message", async () => {
    workspace.write("a.txt", "X");
    workspace.write("empty.txt", "");
    const path = join(workspace.cwd, "a.txt");
    await relay(["-p", "@a.txt", "go", "@empty.txt"]);
    assert.deepEqual(userTexts(), [`<file name="${path}">\nX\n</file>\n\n\ngo`]);
  });

  interface Part {
    type: string;
    text?: string;
    image_url?: { url: string };
  }

  /** Sends an image by file argument; what the model got of it. */
  async function sendImage(png: Buffer, settings: object = {}): Promise<{ text?: string; png?: Buffer }> {
    configureFakeModel(workspace, model.baseUrl, settings);
    writeFileSync(join(workspace.cwd, "dot.png"), png);
    await relay(["-p", "@dot.png", "what is this?"]);
    const content = userTexts().at(-1) as Part[] | string;
    if (typeof content === "string") return { text: content };
    const url = content.find(({ type }) => type === "image_url")?.image_url?.url;
    const text = content.map((part) => part.text ?? "").join("");
    return { text, ...(url !== undefined && { png: Buffer.from(url.split(",")[1] ?? "", "base64") }) };
  }

  const sizeOf = (png: Buffer | undefined): number[] => [
    png?.readUInt32BE(16) ?? 0,
    png?.readUInt32BE(20) ?? 0,
  ];

  it("cli.md §1.5: sends images beside their file element", async () => {
    const sent = await sendImage(tinyPng);
    assert.deepEqual(sent, {
      text: `<file name="${join(workspace.cwd, "dot.png")}"></file>\n\n\nwhat is this?`,
      png: tinyPng,
    });
  });

  it("cli.md §1.5: makes large images smaller unless images.autoResize is off, and says so", async () => {
    model = await restart({ text: "ok" });
    const large = blackPng(3000, 1000);
    const resized = await sendImage(large);
    assert.deepEqual(sizeOf(resized.png), [2000, 667]);
    assert.match(resized.text ?? "", /<file name="[^"]+dot\.png">[^<]*3000x1000[^<]*2000x667[^<]*<\/file>/);
    assert.deepEqual(sizeOf((await sendImage(large, { images: { autoResize: false } })).png), [3000, 1000]);
    // The project's setting counts once the project is trusted.
    workspace.write(".relay/settings.json", JSON.stringify({ images: { autoResize: false } }));
    assert.deepEqual(sizeOf((await sendImage(large)).png), [2000, 667]);
    assert.deepEqual(sizeOf((await sendImage(large, { defaultProjectTrust: "always" })).png), [3000, 1000]);
  });

  it("cli.md §1.5: images.blockImages sends a placeholder instead", async () => {
    const sent = await sendImage(tinyPng, { images: { blockImages: true } });
    assert.equal(sent.png, undefined);
    assert.match(sent.text ?? "", /what is this\?/);
    assert.match(sent.text ?? "", /image/i);
  });

  it("cli.md 29, §15: without any model it says so and writes no session", async () => {
    withoutModels();
    for (const mode of [["-p"], ["--mode", "json"]]) {
      assert.deepEqual(await relay([...mode, "hi"]), {
        stdout: "",
        stderr: "Error: No models available. Run relay and use /login, or set a provider API key.\n",
        code: 1,
        signal: null,
      });
    }
    assert.deepEqual(sessionFiles(workspace), []);
  });

  it("cli.md §15: a model without credentials is named", async () => {
    withoutModels();
    const result = await relay(["-p", "hi", "--model", "anthropic/claude-opus-5-5"]);
    assert.deepEqual([result.stdout, result.code], ["", 1]);
    assert.match(result.stderr, /^Error: No API key found for anthropic.*\/login/m);
    assert.deepEqual(sessionFiles(workspace), []);
  });

  function withoutModels(): void {
    workspace.writeAgentFile("models.json", { providers: {} });
    workspace.writeAgentFile("settings.json", { offlineModel: false });
  }

  async function restart(...answers: Parameters<ScriptedModel["add"]>): Promise<ScriptedModel> {
    await model.close();
    const next = await startScriptedModel(answers, { repeatLast: true });
    configureFakeModel(workspace, next.baseUrl, { retry: { maxRetries: 1, baseDelayMs: 1 } });
    return next;
  }
});
