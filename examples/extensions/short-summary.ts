// Compacts a conversation with words of its own, and early.
import type { ExtensionAPI } from "@relay-harness/coding-agent";

const fullPercent = 70;

export default function (relay: ExtensionAPI) {
  relay.on("session_before_compact", async ({ preparation, signal }, { model, modelRegistry }) => {
    if (!model) return;
    const said = preparation.messagesToSummarize.flatMap((message) =>
      message.role === "user" ? [JSON.stringify(message.content)] : [],
    );
    const prompt = `Summarize in three sentences:\n${said.join("\n")}`;
    const answer = await modelRegistry.complete(
      model,
      { messages: [{ role: "user", content: prompt, timestamp: Date.now() }] },
      { signal },
    );
    const summary = answer.content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("");
    if (answer.stopReason !== "stop" || summary === "") return;
    const { firstKeptEntryId, tokensBefore } = preparation;
    return { compaction: { summary, firstKeptEntryId, tokensBefore } };
  });
  relay.on("session_compact", ({ fromExtension }, { ui }) =>
    ui.notify(fromExtension ? "Summarized in three sentences." : "Summarized."),
  );
  relay.on("session_compact_failed", ({ errorMessage }, { ui }) =>
    ui.notify(errorMessage ?? "Not compacted.", "warning"),
  );
  relay.on("agent_settled", (_, ctx) => {
    if ((ctx.getContextUsage()?.percent ?? 0) < fullPercent || ctx.hasPendingMessages()) return;
    ctx.compact({ customInstructions: "Be short." });
  });
}
