// Selects a model and a thinking level. Run it with the name of a model: anthropic/claude-sonnet-4-5
import { createAgentSession, getAgentDir, ModelRuntime } from "@relay-harness/coding-agent";

const [provider = "anthropic", id = "claude-sonnet-4-5"] = (process.argv[2] ?? "").split("/").filter(Boolean);

const modelRuntime = await ModelRuntime.create({ agentDir: getAgentDir() });
const model = await modelRuntime.findModel(provider, id);
if (!model) throw new Error(`There is no model ${provider}/${id}`);

const { session } = await createAgentSession({ modelRuntime, model, thinkingLevel: "high" });
try {
  console.log(`${session.model?.name}, thinking ${session.thinkingLevel}`);
  await session.prompt("Say hello in one word.");
  console.log(session.getLastAssistantText());
} finally {
  await session.dispose();
}
