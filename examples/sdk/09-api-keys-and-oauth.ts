// Decides where credentials and model definitions come from.
import {
  createAgentSession,
  getAgentDir,
  MemoryCredentialStore,
  ModelRuntime,
  SessionManager,
} from "@relay-harness/coding-agent";

// The files of the relay command: auth.json, also with what a login has stored, and models.json.
const shared = await ModelRuntime.create({ agentDir: getAgentDir() });
await shared.ensureProviders("available");
console.log(`${shared.getAvailable().length} models can be used with stored credentials`);

// A key for this process alone. It comes before every other source and is stored nowhere.
const apiKey = process.env.MY_APP_ANTHROPIC_KEY;
if (apiKey) shared.setRuntimeApiKey("anthropic", apiKey);

// Nothing is read from or written to disk: no auth.json, no models.json, no environment variables.
const isolated = await ModelRuntime.create({ credentials: new MemoryCredentialStore(), env: {} });
isolated.setRuntimeApiKey("anthropic", apiKey ?? "your key");
console.log(`anthropic can be used: ${isolated.hasConfiguredAuth("anthropic")}`);

const { session } = await createAgentSession({
  modelRuntime: shared,
  sessionManager: SessionManager.inMemory(process.cwd()),
});
try {
  await session.prompt("Say hello in one word.");
  console.log(session.getLastAssistantText());
} finally {
  await session.dispose();
}
