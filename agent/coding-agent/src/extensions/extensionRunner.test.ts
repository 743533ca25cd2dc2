import assert from "node:assert/strict";
import type { ExtensionError } from "./errors.ts";
import { ExtensionRunner } from "./extensionRunner.ts";
import { loadExtensionFactories } from "./loadExtensions.ts";
import type { ExtensionHost } from "./host.ts";
import { noUi } from "./noUi.ts";
import type { ExtensionAPI, ExtensionFactory } from "./types/api.ts";
import type { ExtensionContext } from "./types/context.ts";

/** What these tests reach of a session. */
function fakeHost(): ExtensionHost {
  const host: Partial<ExtensionHost> = {
    mode: "rpc",
    hasUI: true,
    ui: noUi,
    cwd: "/work",
    // No provider is registered here.
    modelRuntime: {} as ExtensionHost["modelRuntime"],
    toolRegistered: () => undefined,
    commandRegistered: () => undefined,
  };
  return host as ExtensionHost;
}

async function runnerOf(
  ...factories: ExtensionFactory[]
): Promise<{ runner: ExtensionRunner; errors: ExtensionError[] }> {
  const loaded = await loadExtensionFactories(factories, { cwd: "/work", agentDir: "/agent" });
  assert.deepEqual(loaded.errors, []);
  const runner = new ExtensionRunner(loaded);
  const errors: ExtensionError[] = [];
  runner.onError((error) => errors.push(error));
  return { runner, errors };
}

const brief = (errors: readonly ExtensionError[]): string[] =>
  errors.map(({ extensionPath, event, error }) => `${extensionPath} ${event} ${error}`);

describe("ExtensionRunner", () => {
  it("calls handlers one after another, in load order and then in that of registration", async () => {
    const heard: string[] = [];
    const slow =
      (name: string): ExtensionFactory =>
      (relay) => {
        for (const part of ["1", "2"]) {
          relay.on("agent_start", async () => {
            heard.push(`${name}${part} begins`);
            await Promise.resolve();
            heard.push(`${name}${part} ends`);
          });
        }
      };
    const { runner } = await runnerOf(slow("a"), slow("b"));
    runner.bind(fakeHost());
    await runner.emit({ type: "agent_start" });
    assert.deepEqual(
      heard,
      ["a1", "a2", "b1", "b2"].flatMap((name) => [`${name} begins`, `${name} ends`]),
    );
  });

  it("extension-api.md 22: a handler that leaves does not change the dispatch in progress", async () => {
    const heard: string[] = [];
    const { runner } = await runnerOf((relay) => {
      const off = relay.on("agent_start", () => {
        heard.push("first");
        off();
        relay.on("agent_start", () => void heard.push("late"));
        offSecond();
      });
      const offSecond = relay.on("agent_start", () => void heard.push("second"));
    });
    runner.bind(fakeHost());
    await runner.emit({ type: "agent_start" });
    await runner.emit({ type: "agent_start" });
    assert.deepEqual(heard, ["first", "second", "late"]);
  });

  it("costs no promise where nobody listens", async () => {
    const { runner } = await runnerOf((relay) => {
      const off = relay.on("agent_start", () => undefined);
      off();
    });
    assert.equal(runner.emit({ type: "agent_start" }), undefined);
    assert.equal(runner.hasHandlers("agent_start"), false);
  });

  it("extension-api.md 24: the last action decides about cache warming", async () => {
    const { runner } = await runnerOf(
      (relay) => void relay.on("cache_warming_decision", () => ({ action: "warm" })),
      (relay) => void relay.on("cache_warming_decision", () => ({})),
      (relay) => void relay.on("cache_warming_decision", () => ({ action: "stop" })),
    );
    const event = {
      type: "cache_warming_decision" as const,
      warmCost: 1,
      missCost: 2,
      continuationProbability: 0.5,
    };
    assert.equal(await runner.cacheWarming({ ...event, action: "warm" }), "stop");
  });

  it("a command may leave a text that goes on as a prompt; anything else it returns means nothing", async () => {
    const { runner, errors } = await runnerOf((relay) => {
      const results: Record<string, unknown> = {
        text: { action: "transform", text: "t" },
        other: { action: "transform" },
        handled: { action: "handled", text: "t" },
        nothing: undefined,
      };
      for (const [name, result] of Object.entries(results))
        relay.registerCommand(name, { handler: () => result });
      relay.registerCommand("bad", {
        handler: () => {
          throw new Error("no");
        },
      });
    });
    runner.bind(fakeHost());
    const outcomes = [];
    for (const name of ["text", "other", "handled", "nothing", "bad", "unknown"]) {
      outcomes.push(await runner.runCommand(`/${name}`));
    }
    const handled = { handled: true };
    assert.deepEqual(outcomes, [
      { handled: false, text: "t", images: undefined, isFromCommand: true },
      handled,
      handled,
      handled,
      handled,
      undefined,
    ]);
    assert.deepEqual(brief(errors), ["command:bad command no"]);
  });

  it("reports a handler that throws and goes on", async () => {
    const heard: string[] = [];
    const { runner, errors } = await runnerOf(
      (relay) => {
        relay.on("agent_start", () => {
          throw new Error("E");
        });
      },
      (relay) => void relay.on("agent_start", () => void heard.push("next")),
    );
    await runner.emit({ type: "agent_start" });
    assert.deepEqual([brief(errors), heard], [["<inline:1> agent_start E"], ["next"]]);
  });

  it("reports listeners of the bus by their channel, also those that fail later", async () => {
    let bus: ExtensionAPI["events"] | undefined;
    const { errors } = await runnerOf((relay) => {
      bus = relay.events;
      relay.events.on("c", () => {
        throw new Error("now");
      });
      relay.events.on("c", () => Promise.reject(new Error("later")));
    });
    bus?.emit("c");
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(brief(errors), ["<inline:1> events:c now", "<inline:1> events:c later"]);
  });

  it("extension-api.md §3: objects work when the session is bound, and throw once it is gone", async () => {
    let api: ExtensionAPI | undefined;
    let context: ExtensionContext | undefined;
    const { runner, errors } = await runnerOf((relay) => {
      api = relay;
      relay.on("agent_start", (_, ctx) => void (context = ctx));
      assert.throws(() => relay.getActiveTools(), { message: "Extension runtime not initialized" });
    });
    runner.bind(fakeHost());
    await runner.emit({ type: "agent_start" });
    assert.equal(context?.cwd, "/work");
    runner.invalidate();
    const stale = /stale after session replacement or reload.*withSession/;
    for (const use of [
      () => api?.on("agent_end", () => undefined),
      () => api?.getMcpServers(),
      () => api?.getFlag("x"),
      () => api?.events.emit("c", 1),
      () => api?.exec("x", []),
      () => api?.registerTool({} as never),
      () => api?.getSessionName(),
      () => context?.cwd,
      () => context?.ui,
      () => context?.isIdle(),
    ]) {
      assert.throws(use, stale);
    }
    runner.runtime.report("x", "y", new Error("dropped"));
    assert.deepEqual(errors, []);
  });

  it("extension-api.md 53: servers need a name that is free and a configuration", async () => {
    const { runner, errors } = await runnerOf(
      (relay) => {
        assert.throws(() => relay.registerMcpServer("a b", { command: "x" }), /Invalid MCP server name/);
        assert.throws(() => relay.registerMcpServer("a", {}), /command or url is required/);
        assert.throws(() => relay.registerMcpServer("a", { url: "no url" }), /url must be a URL/);
        relay.registerMcpServer("a-b", { command: "x" });
        relay.registerMcpServer("a_b", { command: "y" });
      },
      (relay) => {
        assert.throws(
          () => relay.registerMcpServer("a_b", { command: "x" }),
          /already registered by <inline:1>/,
        );
        relay.unregisterMcpServer("a-b");
        relay.unregisterMcpServer("none");
      },
    );
    assert.deepEqual(runner.runtime.mcpServers.list(), [
      { name: "a_b", config: { command: "y" }, extensionPath: "<inline:1>" },
    ]);
    runner.reportUnconnectedServers();
    assert.deepEqual(brief(errors), [
      '<inline:1> register_mcp_server Nothing connects MCP server "a_b": MCP support is not loaded',
    ]);
  });

  it("tells who connects servers of each change after the start", async () => {
    const seen: string[][] = [];
    let api: ExtensionAPI | undefined;
    const { runner } = await runnerOf((relay) => {
      api = relay;
      relay.on("mcp_servers_change", ({ servers }) => void seen.push(servers.map(({ name }) => name)));
      relay.registerMcpServer("early", { command: "x" });
    });
    runner.bind(fakeHost());
    api?.registerMcpServer("late", { url: "https://example.com" });
    api?.unregisterMcpServer("early");
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(seen, [["early", "late"], ["late"]]);
  });

  it("extension-api.md §4: the project's first yes or no decides, an invalid answer does not", async () => {
    const { runner, errors } = await runnerOf(
      (relay) => {
        relay.on("project_trust", () => {
          throw new Error("E");
        });
      },
      (relay) => void relay.on("project_trust", () => ({ trusted: "maybe" }) as never),
      (relay) => void relay.on("project_trust", () => ({ trusted: "yes", remember: true })),
      (relay) => void relay.on("project_trust", () => ({ trusted: "no" })),
    );
    const context = { cwd: "/project", mode: "rpc" as const, hasUI: false, ui: noUi };
    assert.deepEqual(await runner.projectTrust(context), { isTrusted: true, remember: true });
    assert.deepEqual(brief(errors), ["<inline:1> project_trust E"]);
  });

  it("extension-api.md §6.1: collects resources, relative paths from the extension's folder", async () => {
    const { runner } = await runnerOf(
      (relay) =>
        void relay.on("resources_discover", () => ({ skillPaths: ["skills", "/abs"], themePaths: ["t"] })),
      (relay) => void relay.on("resources_discover", () => ({ promptPaths: [5, "p"] }) as never),
    );
    const found = await runner.discoverResources({
      type: "resources_discover",
      cwd: "/work",
      reason: "startup",
    });
    assert.deepEqual(found, {
      skillPaths: [
        { path: "/work/skills", extensionPath: "<inline:1>" },
        { path: "/abs", extensionPath: "<inline:1>" },
      ],
      promptPaths: [{ path: "/work/p", extensionPath: "<inline:2>" }],
      themePaths: [{ path: "/work/t", extensionPath: "<inline:1>" }],
    });
  });

  it("extension-api.md §2.5: a flag belongs to the first extension, others do not see it", async () => {
    const values: unknown[] = [];
    const apis: ExtensionAPI[] = [];
    const flagged: ExtensionFactory = (relay) => {
      relay.registerFlag("f", { type: "string", default: `d${apis.push(relay)}` });
    };
    const { runner } = await runnerOf(flagged, flagged, (relay) => void apis.push(relay));
    runner.runtime.flagValues.set("f", "given");
    values.push(...apis.map((relay) => relay.getFlag("f")));
    runner.bind(fakeHost());
    values.push(...apis.map((relay) => relay.getFlag("f")));
    assert.deepEqual(values, ["d1", undefined, undefined, "given", undefined, undefined]);
  });
});
