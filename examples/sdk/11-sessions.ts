// Keeps conversations: in memory, in a new file, in the last one, in a copy.
import { createAgentSession, SessionManager } from "@relay-harness/coding-agent";

const cwd = process.cwd();

/** Sends a prompt to a session of this storage and returns the answer. */
async function ask(sessionManager: SessionManager, text: string): Promise<string | null> {
  const { session, modelFallbackMessage } = await createAgentSession({ sessionManager });
  if (modelFallbackMessage) console.warn(modelFallbackMessage);
  try {
    await session.prompt(text);
    return session.getLastAssistantText();
  } finally {
    await session.dispose();
  }
}

// No file at all.
console.log(await ask(SessionManager.inMemory(cwd), "Remember the word apple."));

// A new file, where the relay command finds it too.
const saved = SessionManager.create(cwd);
console.log(await ask(saved, "Remember the word pear."));
const file = saved.getSessionFile();
if (!file) throw new Error("The session has no file");

// The last session of this folder.
console.log(await ask(SessionManager.continueRecent(cwd), "Which word?"));

// A certain file.
console.log(await ask(SessionManager.open(file), "Which word again?"));

// A copy that goes on by itself; the original stays as it is.
const fork = SessionManager.forkFrom(file, cwd);
console.log(await ask(fork, "And in capitals?"));

for (const { name, firstMessage, messageCount } of await SessionManager.list(cwd)) {
  console.log(`${name ?? firstMessage}: ${messageCount} messages`);
}
