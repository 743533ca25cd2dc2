// Adds a prompt template beside those in files, and uses it.
import {
  createAgentSession,
  createSyntheticSourceInfo,
  DefaultResourceLoader,
  SessionManager,
  type PromptTemplate,
} from "@relay-harness/coding-agent";

const review: PromptTemplate = {
  name: "review",
  description: "Reviews a file",
  argumentHint: "<file> [what to look at]",
  content: "Review $1. Look at ${@:2}. Answer in five lines.",
  filePath: "/virtual/prompts/review.md",
  sourceInfo: createSyntheticSourceInfo("/virtual/prompts/review.md", { source: "sdk" }),
};

const resourceLoader = new DefaultResourceLoader({
  cwd: process.cwd(),
  promptsOverride: ({ prompts, diagnostics }) => ({ prompts: [...prompts, review], diagnostics }),
});
await resourceLoader.reload();

const { session } = await createAgentSession({
  resourceLoader,
  sessionManager: SessionManager.inMemory(process.cwd()),
});
for (const { name, argumentHint = "" } of session.promptTemplates) console.log(`/${name} ${argumentHint}`);
try {
  await session.prompt('/review "src/main file.ts" errors and names');
  console.log(session.getLastAssistantText());
} finally {
  await session.dispose();
}
