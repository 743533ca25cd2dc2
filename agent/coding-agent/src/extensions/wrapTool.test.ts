import assert from "node:assert/strict";
import { ExtensionRunner } from "./extensionRunner.ts";
import { loadExtensionFactories } from "./loadExtensions.ts";
import { wrapRegisteredTools } from "./wrapTool.ts";

it("extension-api.md §20.8: a wrapped tool runs with the context of its runner, and can call no other", async () => {
  const loaded = await loadExtensionFactories(
    [
      (relay) =>
        relay.registerTool<{ name: string }, boolean>({
          ...{ name: "outer", label: "Outer", description: "d", parameters: { type: "object" } },
          execute: async (_id, { name }, _signal, _onUpdate, ctx) => {
            const { result, isError } = await ctx.executeTool(name, {});
            return { content: result.content, details: isError };
          },
        }),
    ],
    { cwd: "/w", agentDir: "/a" },
  );
  const runner = new ExtensionRunner(loaded);
  const [tool] = wrapRegisteredTools(runner.getTools().values(), runner);
  assert.deepEqual(await tool?.execute("c", { name: "read" }, undefined, undefined, undefined), {
    content: [{ type: "text", text: "read cannot be called: there is no session" }],
    details: true,
  });
});
