// Uses the settings files with changes for this run, and settings without files.
import { createAgentSession, SessionManager, SettingsManager } from "@relay-harness/coding-agent";

// Of user and project. Overrides count for this process and are not saved.
const settingsManager = SettingsManager.create(process.cwd());
settingsManager.applyOverrides({ retry: { maxRetries: 1 }, compaction: { enabled: false } });
console.log(`retries: ${settingsManager.get("retry.maxRetries")}`);

// Nothing but what is said here and the defaults; for tests and for hosts with their own configuration.
const own = SettingsManager.inMemory({ defaultThinkingLevel: "low" });
console.log(`level: ${own.get("defaultThinkingLevel")}`);

const { session } = await createAgentSession({
  settingsManager,
  sessionManager: SessionManager.inMemory(process.cwd()),
});
try {
  await session.prompt("Say hello in one word.");
  console.log(session.getLastAssistantText());
} finally {
  await session.dispose();
  await settingsManager.flush();
}
