// Adds instructions beside those of AGENTS.md files.
import { createAgentSession, DefaultResourceLoader, SessionManager } from "@relay-harness/coding-agent";

const resourceLoader = new DefaultResourceLoader({
  cwd: process.cwd(),
  // Asked before each request, so that changes count at once. Return only your own files to replace the rest.
  agentsFilesOverride: ({ agentsFiles }) => ({
    agentsFiles: [...agentsFiles, { path: "/virtual/AGENTS.md", content: "Write tests first." }],
  }),
});
await resourceLoader.reload();
for (const { path } of resourceLoader.getAgentsFiles().agentsFiles) console.log(path);

const { session } = await createAgentSession({
  resourceLoader,
  sessionManager: SessionManager.inMemory(process.cwd()),
});
try {
  await session.prompt("Which instructions do you follow?");
  console.log(session.getLastAssistantText());
} finally {
  await session.dispose();
}
