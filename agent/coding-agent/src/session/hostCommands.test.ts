import assert from "node:assert/strict";
import { SessionEvents, type AgentSessionEvent } from "./events.ts";
import { HostCommands } from "./hostCommands.ts";

describe("host commands", () => {
  let told: AgentSessionEvent[];
  let ran: string[];
  let shown: string[];
  let commands: HostCommands;

  beforeEach(() => {
    told = [];
    ran = [];
    shown = [];
    const events = new SessionEvents((error) => assert.fail(String(error)));
    events.subscribe((event) => void told.push(event));
    const run = (args: string): Promise<string> => {
      ran.push(args);
      return args === "fail" ? Promise.reject(new Error("no")) : Promise.resolve(`shown: ${args}`);
    };
    commands = new HostCommands({ show: { description: "shows", run } }, events, (text) => shown.push(text));
  });

  it("are called by their whole name at the very start of a text", async () => {
    const texts = ["/show", "/show  me\nmore ", " /show", "/shown", "/constructor", "show", "/"];
    for (const text of texts) await commands.find(text)?.run();
    assert.deepEqual(
      [ran, shown],
      [
        ["", "me\nmore"],
        ["shown: ", "shown: me\nmore"],
      ],
    );
  });

  it("tell when they fail", async () => {
    await commands.find("/show fail")?.run();
    assert.deepEqual(told, [
      { type: "extension_error", extensionPath: "builtin:show", event: "command", error: "no" },
    ]);
  });

  it("cli.md §8.3: are listed as commands of extensions that are built in", () => {
    assert.deepEqual(commands.list(), [
      {
        name: "show",
        description: "shows",
        source: "extension",
        sourceInfo: {
          path: "builtin:show",
          source: "builtin",
          scope: "temporary",
          origin: "top-level",
        },
      },
    ]);
  });
});
