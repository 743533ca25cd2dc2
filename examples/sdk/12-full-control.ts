// Supplies every part: nothing is found by itself, and nothing is written to disk.
import {
  createAgentSession,
  createReadOnlyTools,
  MemoryCredentialStore,
  ModelRuntime,
  SessionManager,
  SettingsManager,
  type ResourceLoader,
} from "@relay-harness/coding-agent";

const cwd = process.cwd();
const [, , baseUrl = "http://127.0.0.1:8080/v1", modelId = "local-model"] = process.argv;

const modelRuntime = await ModelRuntime.create({ credentials: new MemoryCredentialStore(), env: {} });
modelRuntime.registerProvider("local", {
  baseUrl,
  api: "openai-completions",
  apiKey: "not needed",
  models: [{ id: modelId }],
});
const model = await modelRuntime.findModel("local", modelId);
if (!model) throw new Error("The model was not registered");

const resourceLoader: ResourceLoader = {
  getSkills: () => ({ skills: [], diagnostics: [] }),
  getPrompts: () => ({ prompts: [], diagnostics: [] }),
  getThemes: () => ({ themes: [], diagnostics: [] }),
  getAgentsFiles: () => ({ agentsFiles: [] }),
  getSystemPrompt: () => "You review code. Be brief.",
  getSystemPromptSource: () => undefined,
  getAppendSystemPrompt: () => [],
  getAppendSystemPromptSources: () => [],
  extendResources: () => undefined,
  reload: async () => undefined,
  noContextFiles: true,
};

const { session } = await createAgentSession({
  cwd,
  modelRuntime,
  model,
  thinkingLevel: "off",
  tools: createReadOnlyTools(cwd).map(({ name }) => name),
  resourceLoader,
  sessionManager: SessionManager.inMemory(cwd),
  settingsManager: SettingsManager.inMemory({ retry: { enabled: false } }),
  onDiagnostic: (line) => console.error(line),
});
try {
  await session.prompt("Review the newest file.");
  console.log(session.getLastAssistantText());
} finally {
  await session.dispose();
}
