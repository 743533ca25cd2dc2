// A tool that calls another one several times, with all its checks, and returns data.
import type { ExtensionAPI } from "@relay-harness/coding-agent";

export default function (relay: ExtensionAPI) {
  relay.registerTool<{ paths: string[] }, { failed: string[] }>({
    ...{ name: "read_many", label: "Read many", description: "Counts the lines of several files." },
    parameters: {
      type: "object",
      properties: { paths: { type: "array", items: { type: "string" } } },
      required: ["paths"],
    },
    outputSchema: { type: "object", additionalProperties: { type: "number" } },
    annotations: { readOnlyHint: true },
    executionMode: "sequential",
    execute: async (_id, { paths }, signal, onUpdate, ctx) => {
      if (!ctx.tools.some(({ name }) => name === "read")) throw new Error("The read tool is not available.");
      const counts: Record<string, number> = {};
      const failed: string[] = [];
      for (const path of paths) {
        signal?.throwIfAborted();
        const { result, isError } = await ctx.executeTool("read", { path });
        const [part] = result.content;
        if (isError || part?.type !== "text") failed.push(path);
        else counts[path] = part.text.split("\n").length;
        onUpdate?.({ content: [{ type: "text", text: `${path} read` }], details: { failed } });
      }
      return {
        content: [{ type: "text", text: JSON.stringify(counts) }],
        details: { failed },
        structuredContent: counts,
      };
    },
  });
}
