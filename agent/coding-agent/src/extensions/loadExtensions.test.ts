import assert from "node:assert/strict";
import { join } from "node:path";
import { withTempDir, writeTree, type TreeContent } from "../base/testing/tempTree.ts";
import { createEventBus } from "./eventBus.ts";
import { loadExtensions, type LoadExtensionsOptions, type LoadExtensionsResult } from "./loadExtensions.ts";
import type { ExtensionFactory } from "./types/api.ts";

type Options = Partial<LoadExtensionsOptions> & { user?: string[]; project?: string[]; isTrusted?: boolean };

async function load(
  content: TreeContent,
  options: Options,
  check: (loaded: LoadExtensionsResult, root: string) => void | Promise<void>,
): Promise<void> {
  await withTempDir(async (root) => {
    await writeTree(root, { "project/.keep": "", "agent/.keep": "", ...content });
    const { user = [], project = [], isTrusted = true, ...rest } = options;
    const settings = {
      getIn: ((scope: "user" | "project") => (scope === "user" ? user : project)) as never,
      isProjectTrusted: () => isTrusted,
    };
    const loaded = await loadExtensions({
      cwd: join(root, "project"),
      agentDir: join(root, "agent"),
      settings,
      ...rest,
    });
    await check(loaded, root);
  });
}

const names = ({ extensions }: LoadExtensionsResult, root: string): string[] =>
  extensions.map(({ path }) => path.replace(`${root}/`, ""));

const command = (name: string): string =>
  `export default (relay) => relay.registerCommand("${name}", { handler() {} });`;
const tool = (name: string): Parameters<Parameters<ExtensionFactory>[0]["registerTool"]>[0] => ({
  name,
  label: name,
  description: name,
  parameters: { type: "object" },
  execute: async () => ({ content: [], details: undefined }),
});

describe("loadExtensions", function () {
  this.timeout(60_000);

  it("extension-api.md §2.2: loads named, project, user, built-in and inline ones, in this order", async () => {
    const empty = command("c");
    await load(
      {
        "agent/extensions/u.ts": empty,
        "agent/more/v.ts": empty,
        "project/.relay/extensions/p.ts": empty,
        "project/e.ts": empty,
      },
      {
        user: ["more/v.ts"],
        additionalPaths: ["e.ts"],
        factories: [
          () => undefined,
          { name: "named", factory: () => undefined },
          { name: "own", factory: () => undefined, builtin: true },
        ],
      },
      (loaded, root) => {
        assert.deepEqual(loaded.errors, []);
        assert.deepEqual(names(loaded, root), [
          "project/e.ts",
          "project/.relay/extensions/p.ts",
          "agent/more/v.ts",
          "agent/extensions/u.ts",
          "builtin:own",
          "<inline:1>",
          "<inline:named>",
        ]);
        assert.deepEqual(
          loaded.extensions.map(({ sourceInfo: { source, scope } }) => `${source} ${scope}`),
          [
            "cli temporary",
            "auto project",
            "local user",
            "auto user",
            "builtin temporary",
            "inline temporary",
            "inline temporary",
          ],
        );
      },
    );
  });

  it("extension-api.md 2: what is reached twice loads once, at its first place", async () => {
    await load(
      { "project/one.ts": command("one"), "agent/extensions/link.ts": { link: "../../project/one.ts" } },
      { additionalPaths: ["./one.ts"] },
      (loaded, root) => assert.deepEqual(names(loaded, root), ["project/one.ts"]),
    );
  });

  it("extension-api.md 3: nothing stays of a factory that throws, and the next one loads", async () => {
    const eventBus = createEventBus();
    const heard: unknown[] = [];
    await load(
      {},
      {
        eventBus,
        factories: [
          (relay) => {
            relay.registerTool(tool("t"));
            relay.registerFlag("f", { type: "boolean" });
            relay.on("session_start", () => undefined);
            relay.events.on("c", (data) => heard.push(data));
            relay.registerMcpServer("s", { command: "x" });
            throw new Error("boom");
          },
          () => undefined,
        ],
      },
      (loaded) => {
        eventBus.emit("c", 1);
        assert.deepEqual(heard, []);
        assert.deepEqual(loaded.errors, [{ path: "<inline:1>", error: "boom", reason: "boom" }]);
        assert.deepEqual(loaded.runtime.mcpServers.list(), []);
        assert.deepEqual(
          loaded.extensions.map(({ path }) => path),
          ["<inline:2>"],
        );
      },
    );
  });

  it("extension-api.md 4: each mistake is an error of its extension alone", async () => {
    await load(
      {
        "agent/extensions/a.ts": "export const x = 1;",
        "agent/extensions/b.ts": `export default (relay) => relay.registerFlag("x", { type: "boolean", default: "yes" });`,
        "agent/extensions/c.ts": `export default (relay) => relay.registerCommand("c", {});`,
        "agent/extensions/d.ts": `export default (relay) => relay.registerTool({ name: "d", execute() {} });`,
        "agent/extensions/e.ts": `export default (relay) => relay.sendMessage({ customType: "c", content: "", display: true });`,
        "agent/extensions/f.ts": "export default {",
        "agent/extensions/g.ts": command("g"),
      },
      {},
      (loaded, root) => {
        assert.deepEqual(names(loaded, root), ["agent/extensions/g.ts"]);
        const errors = loaded.errors.map(({ error }) => error.split("\n")[0]);
        assert.deepEqual(errors.slice(0, 5), [
          "Extension does not export a factory function",
          'registerFlag: the default of "x" must be a boolean',
          'registerCommand: the handler of "c" must be a function',
          'registerTool: the parameters of "d" must be a JSON Schema object',
          "Extension runtime not initialized",
        ]);
        assert.match(errors[5] ?? "", /^Failed to load extension: /);
      },
    );
  });

  it("extension-api.md 8: the first extension has a tool, the other one stays loaded", async () => {
    await load(
      {},
      { factories: [(relay) => relay.registerTool(tool("t")), (relay) => relay.registerTool(tool("t"))] },
      ({ extensions, diagnostics }) => {
        assert.equal(extensions.length, 2);
        assert.deepEqual(
          diagnostics.map(({ type, collision }) => [
            type,
            collision?.name,
            collision?.winnerPath,
            collision?.loserPath,
          ]),
          [["collision", "t", "<inline:1>", "<inline:2>"]],
        );
      },
    );
  });

  it("extension-api.md 9: a replaceable extension gives way, with one warning", async () => {
    const mcp = {
      name: "mcp",
      builtin: true,
      replaceable: true,
      factory: (relay: Parameters<ExtensionFactory>[0]) =>
        relay.registerCommand("mcp", { handler: () => undefined }),
    };
    const rival: ExtensionFactory = (relay) => relay.registerCommand("mcp", { handler: () => undefined });
    await load({}, { factories: [mcp, rival] }, ({ extensions, warnings, diagnostics }) => {
      assert.deepEqual(
        extensions.map(({ path }) => path),
        ["<inline:1>"],
      );
      assert.deepEqual(
        warnings?.map(({ path }) => path),
        ["builtin:mcp"],
      );
      assert.deepEqual(diagnostics, []);
    });
    const options = { factories: [mcp], noExtensions: true, additionalPaths: ["builtin:mcp"] };
    await load({ "agent/extensions/a.ts": command("a") }, options, ({ extensions }) =>
      assert.deepEqual(
        extensions.map(({ path }) => path),
        ["builtin:mcp"],
      ),
    );
    await load({}, { ...options, disabledBuiltinExtensions: ["mcp"] }, ({ extensions }) =>
      assert.deepEqual(extensions, []),
    );
    const permanent = { factories: [{ ...mcp, permanent: true }], noExtensions: true };
    await load({}, { ...permanent, disabledBuiltinExtensions: ["mcp"] }, ({ extensions }) =>
      assert.deepEqual(
        extensions.map(({ path }) => path),
        ["builtin:mcp"],
      ),
    );
  });

  it("extension-api.md 10: nothing of the project loads before it is trusted", async () => {
    const trust = { isTrusted: false };
    const log: string[] = [];
    const settings = { getIn: () => undefined, isProjectTrusted: () => trust.isTrusted };
    for (const decision of [false, true]) {
      trust.isTrusted = false;
      log.length = 0;
      await load(
        { "project/.relay/extensions/p.ts": command("p"), "agent/extensions/u.ts": command("u") },
        {
          settings,
          factories: [
            () => void log.push("inline"),
            { name: "b", builtin: true, factory: () => void log.push("builtin") },
          ],
          resolveTrust: async ({ extensions }) => {
            log.push(extensions.map(({ path }) => path.replace(/.*\//, "")).join());
            trust.isTrusted = decision;
          },
        },
        (loaded, root) => {
          assert.deepEqual(log, ["inline", "u.ts,<inline:1>", "builtin"]);
          const project = decision ? ["project/.relay/extensions/p.ts"] : [];
          assert.deepEqual(names(loaded, root), [
            ...project,
            "agent/extensions/u.ts",
            "builtin:b",
            "<inline:1>",
          ]);
        },
      );
    }
  });

  it("extension-api.md §2.6: a load evaluates files anew, files of one load share their modules", async () => {
    const counter =
      "globalThis.relayTestCount = (globalThis.relayTestCount ?? 0) + 1; export const count = globalThis.relayTestCount;";
    const user = (name: string): string =>
      `import { count } from "./lib/shared.ts"; export default (relay) => relay.registerCommand("${name}" + count, { handler() {} });`;
    await withTempDir(async (root) => {
      await writeTree(root, {
        "agent/extensions/a.ts": user("a"),
        "agent/extensions/b.ts": user("b"),
        "agent/extensions/lib/shared.ts": counter,
      });
      const settings = { getIn: () => undefined, isProjectTrusted: () => true };
      for (const expected of [
        ["a1", "b1"],
        ["a2", "b2"],
      ]) {
        const { extensions, errors } = await loadExtensions({
          cwd: root,
          agentDir: join(root, "agent"),
          settings,
        });
        assert.deepEqual(errors, []);
        assert.deepEqual(
          extensions.flatMap(({ commands }) => [...commands.keys()]),
          expected,
        );
      }
    });
  });

  it("extension-api.md §1: a package that lists Relay's packages as dependencies gets a warning", async () => {
    await load(
      {
        "agent/extensions/p/package.json": JSON.stringify({ dependencies: { typebox: "1" } }),
        "agent/extensions/p/index.ts": command("p"),
      },
      {},
      ({ warnings }) => assert.match(warnings?.[0]?.warning ?? "", /^typebox in dependencies:/),
    );
  });
});
