import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** A home, an agent directory and a working folder of one test, all new and empty. */
export interface Workspace {
  root: string;
  home: string;
  agentDir: string;
  cwd: string;
  /** Environment of a child process: nothing of the developer's own configuration. */
  env: Record<string, string>;
  write(relativePath: string, content: string): string;
  writeAgentFile(name: string, content: unknown): void;
  dispose(): void;
}

const keptVariables = ["PATH", "TMPDIR", "LANG", "SystemRoot", "ComSpec"];

export function createWorkspace(): Workspace {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "relay-test-")));
  const home = join(root, "home");
  const agentDir = join(home, ".relay", "agent");
  const cwd = join(root, "project");
  mkdirSync(home);
  mkdirSync(cwd);
  const env: Record<string, string> = { HOME: home, USERPROFILE: home };
  for (const name of keptVariables) {
    const value = process.env[name];
    if (value !== undefined) env[name] = value;
  }
  const write = (path: string, content: string): string => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    return path;
  };
  return {
    root,
    home,
    agentDir,
    cwd,
    env,
    write: (relativePath, content) => write(join(cwd, relativePath), content),
    writeAgentFile: (name, content) =>
      void write(join(agentDir, name), typeof content === "string" ? content : JSON.stringify(content)),
    dispose: () => rmSync(root, { recursive: true, force: true }),
  };
}

/** `models.json` with the models of the test vectors (rpc.md §15): `m1` thinks, `m0` does not. */
export function fakeModels(baseUrl: string): object {
  return {
    providers: {
      fake: {
        baseUrl,
        api: "openai-completions",
        apiKey: "test-key",
        models: [
          {
            id: "m1",
            reasoning: true,
            input: ["text", "image"],
            thinkingLevelMap: { minimal: null, medium: null },
          },
          { id: "m0" },
        ],
      },
    },
  };
}

/** Configures the scripted model as the only and default one. */
export function configureFakeModel(workspace: Workspace, baseUrl: string, settings: object = {}): void {
  workspace.writeAgentFile("models.json", fakeModels(baseUrl));
  workspace.writeAgentFile("settings.json", {
    defaultProvider: "fake",
    defaultModel: "m1",
    offlineModel: false,
    ...settings,
  });
}
