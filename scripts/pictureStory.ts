// The project and the model of the pictures: a model that answers by script, in a small project that is real.
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { ReceivedRequest } from "../test/fakes/sseServer.ts";
import type { ScriptedStep } from "../test/fakes/scriptedModel.ts";
import type { Workspace } from "../test/support/workspace.ts";

const queue = `type Clock = (ms: number) => Promise<void>;

/** Calls again until it works. */
export class Queue {
  constructor(private readonly wait: Clock) {}

  async run<T>(job: () => Promise<T>, tries = 3): Promise<T> {
    try {
      return await job();
    } catch (error) {
      if (tries <= 1) throw error;
      await new Promise((done) => setTimeout(done, 50));
      return this.run(job, tries - 1);
    }
  }
}
`;

const modelId = "claude-sonnet-4-5";

/** Folder of the project: its name is in the pictures. */
export function pictureFolder({ root }: Workspace): string {
  return join(root, "harbor");
}

export function writePictureProject(workspace: Workspace): void {
  const cwd = pictureFolder(workspace);
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(cwd, path)), { recursive: true });
    writeFileSync(join(cwd, path), text);
  };
  nameModel(workspace);
  write("src/queue.ts", queue);
  write("test/retry.test.mjs", "import test from 'node:test';\ntest('retries', () => undefined);\n");
  write("test/fixtures/jobs.json", "[]\n");
  write("dist/queue.js", "\n");
  write(".cache/build/index", "\n");
  write(".gitignore", "dist\n.cache\n");
  write("package.json", '{ "name": "harbor", "scripts": { "test": "node --test" } }\n');
  setPictureTheme(workspace, "Default Dark Modern");
  workspace.writeAgentFile("settings.json", {
    defaultProvider: "fake",
    defaultModel: modelId,
    defaultThinkingLevel: "medium",
    offlineModel: false,
    harnessCore: { verifyCommands: ["npm test"] },
  });
  const git = (...args: string[]): void =>
    void execFileSync("git", ["-c", "user.name=Ada", "-c", "user.email=ada@example.com", ...args], {
      cwd,
      stdio: "ignore",
    });
  git("init", "-b", "main");
  git("add", ".");
  git("commit", "-m", "Retry jobs");
}

export function setPictureTheme(workspace: Workspace, theme: string): void {
  const folder = join(pictureFolder(workspace), ".vscode");
  mkdirSync(folder, { recursive: true });
  const settings = { "workbench.colorTheme": theme, "workbench.startupEditor": "none" };
  writeFileSync(join(folder, "settings.json"), JSON.stringify(settings));
}

/** Gives the scripted model the name, the window and the prices of one that people know. */
function nameModel({ agentDir }: Workspace): void {
  const path = join(agentDir, "models.json");
  const config = JSON.parse(readFileSync(path, "utf8")) as { providers: { fake: { models: object[] } } };
  const { fake } = config.providers;
  fake.models = [
    {
      id: modelId,
      reasoning: true,
      input: ["text", "image"],
      contextWindow: 200_000,
      cost: { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 },
    },
  ];
  writeFileSync(path, JSON.stringify(config));
}

interface Message {
  role: string;
  content?: unknown;
}

/** Steps by what was asked, and by how many results are there since. */
export function pictureAnswer(request: ReceivedRequest): ScriptedStep {
  const { messages } = request.json as { messages: Message[] };
  const asked = messages.findLastIndex(({ role }) => role === "user");
  const said = JSON.stringify(messages[asked]?.content ?? "");
  const results = messages.slice(asked).filter(({ role }) => role === "tool").length;
  if (said.includes("retry test")) return retrySteps[results] ?? { text: "Done." };
  if (said.includes("Clean up"))
    return cleanSteps[results] ?? { text: "Then the old build stays where it is.", usage };
  return { text: "The branch has four fix-up commits. I squashed them into one.", usage };
}

const usage = { prompt_tokens: 18_200, completion_tokens: 640 };
const call = (name: string, args: object): ScriptedStep => ({ calls: [{ name, arguments: args }], usage });

const retrySteps: ScriptedStep[] = [
  { ...call("read", { path: "src/queue.ts" }), thinking: "The test waits 50 ms; the queue has a clock." },
  call("read", { path: "test/retry.test.mjs" }),
  call("edit", {
    path: "src/queue.ts",
    oldText: "      await new Promise((done) => setTimeout(done, 50));\n",
    newText: "      await this.wait(50);\n      await new Promise((done) => setImmediate(done));\n",
  }),
  call("bash", { command: "npm test" }),
  {
    text: "The test waits a fixed 50 ms, but the queue slept on a timer of its own, so about one run in six read the counter too early. `Queue` now waits on **the clock that it was given**.\n\nI did not change the fixtures. The retry limit itself is untouched. All tests pass.",
    usage,
  },
];

const cleanSteps: ScriptedStep[] = [
  {
    text: "I will look at the branch, then remove the old build output.",
    ...call("bash", { command: "git log --oneline" }),
  },
  call("bash", { command: "rm -rf dist .cache/build" }),
];
