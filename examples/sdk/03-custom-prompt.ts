// Replaces the system prompt, and adds to it.
import { createAgentSession, DefaultResourceLoader, SessionManager } from "@relay-harness/coding-agent";

const resourceLoader = new DefaultResourceLoader({
  cwd: process.cwd(),
  // Takes the place of Relay's own prompt. Leave it out to keep that.
  systemPromptOverride: () => "You are a pirate who knows this code base.",
  // What APPEND_SYSTEM.md says stays; this comes after it.
  appendSystemPromptOverride: (base) => [...base, "Answer in at most three sentences."],
});
await resourceLoader.reload();

const { session } = await createAgentSession({
  resourceLoader,
  sessionManager: SessionManager.inMemory(process.cwd()),
});
try {
  await session.prompt("Who are you?");
  console.log(session.getLastAssistantText());
} finally {
  await session.dispose();
}
