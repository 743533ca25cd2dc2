import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ScriptedModel } from "../fakes/scriptedModel.ts";
import { RpcProcess, runRelay } from "../support/relayProcess.ts";
import { useScriptedModel } from "../support/scriptedSuite.ts";
import type { Workspace } from "../support/workspace.ts";

const recorder = fileURLToPath(new URL("../../examples/extensions/event-recorder.ts", import.meta.url));

/** What extension-api.md §5 has of one message: a request, and its streamed answer. */
const request = [
  ...["context", "context_with_system", "before_provider_headers", "before_provider_request"],
  "after_provider_response",
];
const start = [
  "session_start",
  "resources_discover",
  "input",
  "before_agent_start",
  "agent_start",
  "turn_start",
];
/** The patch of the system prompt, and what the user wrote. */
const prompts = ["message_start", "message_end", "message_start", "message_end"];
const answer = ["message_start", "message_update", "message_end"];
const toolCall = ["tool_execution_start", "tool_call", "tool_result", "tool_execution_end"];
const toolMessage = ["message_start", "message_end"];
const end = ["turn_end", "agent_end", "agent_before_settle", "agent_settled", "session_shutdown"];

const expected = [
  ...start,
  ...prompts,
  ...request,
  ...answer,
  ...toolCall,
  ...toolMessage,
  ...["turn_end", "turn_start"],
  ...request,
  ...answer,
  ...end,
];

describe("examples of extensions: the recorder", function () {
  this.timeout(60_000);
  let workspace: Workspace;
  let model: ScriptedModel;
  useScriptedModel((place) => ({ workspace, model } = place));
  beforeEach(() => {
    workspace.write("a.txt", "A");
    model.add({ calls: [{ name: "read", arguments: { path: "a.txt" } }] }, { text: "done" });
  });

  /** Events in their order: how many pieces an answer comes in is the provider's affair. */
  const recorded = (): string[] =>
    readFileSync(join(workspace.cwd, "events.log"), "utf8")
      .trim()
      .split("\n")
      .filter((name) => name !== "provider_stream_event")
      .filter((name, index, all) => name !== "message_update" || all[index - 1] !== "message_update");

  const args = ["--no-session", "-e", recorder];

  for (const mode of ["print", "json"] as const) {
    it(`extension-api.md §5: events come in the order of the page in ${mode} mode`, async () => {
      const { code, stderr } = await runRelay(workspace, [
        ...args,
        ...(mode === "json" ? ["--mode", "json"] : []),
        "-p",
        "hi",
      ]);
      assert.equal(code, 0, stderr);
      assert.deepEqual(recorded(), expected);
    });
  }

  it("extension-api.md §5: events come in the order of the page in RPC mode", async () => {
    const relay = new RpcProcess(workspace, args);
    await relay.prompt("hi");
    await relay.close();
    assert.deepEqual(recorded(), expected);
  });
});
