// Finds skills, leaves some out, and adds one.
import {
  createAgentSession,
  createSyntheticSourceInfo,
  DefaultResourceLoader,
  SessionManager,
  type Skill,
} from "@relay-harness/coding-agent";

const house: Skill = {
  name: "house-style",
  description: "How texts are written here. Load it before you write documentation.",
  // The model reads the file when the description fits its task.
  filePath: "/virtual/house-style/SKILL.md",
  baseDir: "/virtual/house-style",
  disableModelInvocation: false,
  sourceInfo: createSyntheticSourceInfo("/virtual/house-style/SKILL.md", { source: "sdk" }),
};

const resourceLoader = new DefaultResourceLoader({
  cwd: process.cwd(),
  // A file or a directory, beside those of user and project.
  additionalSkillPaths: ["team-skills"],
  skillsOverride: ({ skills, diagnostics }) => ({
    skills: [...skills.filter(({ name }) => !name.startsWith("draft-")), house],
    diagnostics,
  }),
});
await resourceLoader.reload();
const { skills, diagnostics } = resourceLoader.getSkills();
for (const { name, description } of skills) console.log(`${name}: ${description}`);
for (const { type, message } of diagnostics) console.error(`${type}: ${message}`);

const { session } = await createAgentSession({
  resourceLoader,
  sessionManager: SessionManager.inMemory(process.cwd()),
});
try {
  // Without the command, the model chooses by the descriptions.
  await session.prompt(`/skill:${skills[0]?.name} Explain the build.`);
  console.log(session.getLastAssistantText());
} finally {
  await session.dispose();
}
