import assert from "node:assert/strict";
import { writeExtension } from "../support/extensions.ts";
import { runRelay, type AnyRecord } from "../support/relayProcess.ts";
import { useRpc } from "../support/rpcSuite.ts";

/** What cannot even be described: reading it throws. */
const hostile = `new Proxy({}, {
  get() { throw new Error("get"); },
  getPrototypeOf() { throw new Error("prototype"); },
})`;

describe("rpc: mistakes of extensions", () => {
  const suite = useRpc();

  /** What an extension made wrong in one prompt, and the request that was sent all the same. */
  async function errorsOf(body: string): Promise<{ errors: string[]; request: AnyRecord }> {
    suite.model.reset([{ text: "ok" }]);
    writeExtension(suite.workspace, "wrong", body);
    const relay = suite.start();
    const records = await relay.prompt("hi");
    const errors = records
      .filter(({ type }) => type === "extension_error")
      .map(({ event, error }) => `${event}: ${error}`);
    assert.equal(suite.model.requests.length, 1, JSON.stringify(errors));
    return { errors, request: suite.model.requests[0] as unknown as AnyRecord };
  }

  it("extension-api.md §4: an error that cannot be read is reported, and the run goes on", async () => {
    const { errors } = await errorsOf(`
      relay.on("agent_start", () => { throw ${hostile}; });
      relay.on("turn_start", () => { throw { toString() { throw 1; } }; });`);
    assert.deepEqual(errors, [
      "agent_start: An error that cannot be described (object)",
      "turn_start: An error that cannot be described (object)",
    ]);
  });

  it("a discovered extension that throws such an error does not end the start", async () => {
    writeExtension(suite.workspace, "wrong", `throw ${hostile};`);
    const relay = suite.start();
    const { error } = await relay.waitFor(({ type }) => type === "extension_error");
    assert.equal(error, "An error that cannot be described (object)");
    assert.equal((await relay.request({ type: "get_state" })).success, true);
    assert.match(relay.stderr, /^Extension error \(.*\n$/);
    relay.stderr = "";
  });

  it("extension-api.md §2.4: parameters that are no JSON are refused when the tool is registered", async () => {
    const register = (parameters: string): string => `
      try {
        relay.registerTool({ name: "t", label: "t", description: "t", parameters: ${parameters}, execute() {} } as any);
      } catch (error) { relay.on("agent_start", () => { throw error; }); }`;
    const { errors, request } = await errorsOf(
      register(`(() => { const s: any = { type: "object" }; s.not = s; return s; })()`) +
        register(`{ minProperties: 1n }`) +
        register(`{ get type() { throw new Error("getter"); } }`),
    );
    const start = 'agent_start: registerTool: the parameters of "t" must be a JSON Schema object: ';
    assert.deepEqual(errors, [
      `${start}Converting circular structure to JSON`,
      `${start}Do not know how to serialize a BigInt`,
      `${start}getter`,
    ]);
    assert.ok(!JSON.stringify(request.tools).includes('"t"'));
  });

  it("extension-api.md §6.2: prompt options that no prompt can be made of are put back", async () => {
    const { errors, request } = await errorsOf(`
      relay.on("before_agent_start", ({ systemPromptOptions }: any) => {
        systemPromptOptions.selectedTools = 5;
        systemPromptOptions.skills = "x";
        systemPromptOptions.forceSystemPrompt = {};
        systemPromptOptions.sections.kept = "Kept section.";
      });`);
    assert.deepEqual(errors, [
      "before_agent_start: What was put into systemPromptOptions is left out: forceSystemPrompt, selectedTools, skills",
    ]);
    assert.match(JSON.stringify(request.messages), /Kept section\./);
    assert.ok(request.tools.length > 3);
  });

  it("extension-api.md §6.3: headers that no request can have are left out, the others sent", async () => {
    const { errors } = await errorsOf(`
      relay.on("before_provider_headers", ({ headers }: any) => {
        Object.assign(headers, { "x-good": "yes", "x y": "z", "x-split": "a\\r\\nx-in: 1", "x-number": 5 });
      });`);
    assert.deepEqual(errors, [
      'before_provider_headers: The header "x y" is left out: Header name must be a valid HTTP token ["x y"]',
      'before_provider_headers: The header "x-split" is left out: Invalid character in header content ["x-split"]',
      'before_provider_headers: The header "x-number" is left out: its value must be a text or null',
    ]);
    const { headers } = suite.model.server.requests[0] ?? {};
    assert.deepEqual([headers?.["x-good"], headers?.["x-in"]], ["yes", undefined]);
  });

  it("extension-api.md §6.3: a request and messages that cannot be sent are left out", async () => {
    const { errors, request } = await errorsOf(`
      relay.on("context", () => ({ messages: [{ role: "assistant", content: "no blocks" }] } as any));
      relay.on("context", ({ messages }: any) => { messages.push({ role: "user" }); });
      relay.on("context_with_system", ({ messages }: any) => ({ messages: [messages[0], null] } as any));
      relay.on("before_provider_request", ({ payload }: any) => ({ ...payload, seed: 1n }));
      relay.on("before_provider_request", ({ payload }: any) => ({ ...payload, seed: 2 }));`);
    const left = "The messages are left out: one of them lacks what its role needs";
    assert.deepEqual(errors, [
      `context: ${left}`,
      `context: ${left}`,
      `context_with_system: ${left}`,
      "before_provider_request: The returned request is left out: Do not know how to serialize a BigInt",
    ]);
    assert.equal(request.seed, 2);
    assert.equal(request.messages.at(-1).content, "hi");
  });

  it("a replaced message that could not be read again is not stored", async () => {
    const { errors } = await errorsOf(`
      relay.on("message_end", ({ message }: any) => ({ message: { role: message.role, content: [null] } } as any));`);
    assert.deepEqual(errors.slice(-2), [
      'message_end: The message must keep the role "user" and hold what that role needs',
      'message_end: The message must keep the role "assistant" and hold what that role needs',
    ]);
  });

  it("a message that a handler spoils in place stays what it was", async () => {
    const { errors, request } = await errorsOf(`
      relay.on("message_end", ({ message }: any) => { if (message.role === "user") message.content = 5; });`);
    assert.deepEqual(errors, [
      'message_end: The message must keep the role "user" and hold what that role needs',
    ]);
    assert.equal(request.messages.at(-1).content, "hi");
  });

  it("extension-api.md §6.4: a result that cannot be stored does not replace the tool's own", async () => {
    suite.model.reset([{ calls: [{ name: "ls", arguments: {} }] }, { text: "ok" }]);
    writeExtension(
      suite.workspace,
      "wrong",
      `relay.on("tool_result", () => ({ content: [null], details: 1n, isError: "x", usage: 5 } as any));`,
    );
    const relay = suite.start(["--no-session", "--tools", "ls"]);
    const records = await relay.prompt("hi");
    const { error } = records.find(({ type }) => type === "extension_error") ?? {};
    assert.equal(error, "The returned result is left out: content, details, isError, usage cannot be stored");
    const { isError } = records.find(({ type }) => type === "tool_execution_end") ?? {};
    assert.equal(isError, false);
  });

  it("an entry needs a type that is a text", async () => {
    const { errors } = await errorsOf(`relay.on("agent_start", () => relay.appendEntry(5 as any, {}));`);
    assert.deepEqual(errors, ["agent_start: appendEntry: the customType must be a text"]);
  });

  it("the end says who never finished, and has an exit code of its own", async () => {
    const stuck = async (body: string): Promise<[number | null, string, string]> => {
      suite.model.reset([{ text: "ok" }]);
      const path = writeExtension(suite.workspace, "stuck", body);
      const { code, stdout, stderr } = await runRelay(suite.workspace, ["-p", "--no-session", "hi"]);
      return [code, stdout, stderr.replaceAll(path, "<path>")];
    };
    const forever = "new Promise<void>(() => {})";
    const tail = "never finished. Nothing is left to wait for.\n";
    assert.deepEqual(await stuck(`return ${forever};`), [1, "", `Error: the extension <path> ${tail}`]);
    assert.deepEqual(await stuck(`relay.on("session_start", () => ${forever});`), [
      1,
      "",
      `Error: the session_start handler of <path> ${tail}`,
    ]);
    assert.deepEqual(await stuck(`relay.on("session_shutdown", () => ${forever});`), [
      0,
      "ok\n",
      `Error: the session_shutdown handler of <path> ${tail}`,
    ]);
  });

  it("--help shows flags whatever their descriptions are", async () => {
    writeExtension(
      suite.workspace,
      "flags",
      `relay.registerFlag("odd", { type: "boolean", description: { toString() { throw 1; } } as any });
       relay.registerFlag("plain\\u001b[2J", { type: "string", description: "two\\nlines\\u001b]0;t\\u0007" });`,
    );
    const { code, stdout } = await runRelay(suite.workspace, ["--help"]);
    assert.equal(code, 0);
    assert.match(stdout, /--odd\s*\n/);
    assert.match(stdout, /--plain\[2J <value> +two lines\]0;t\n/);
  });
});
