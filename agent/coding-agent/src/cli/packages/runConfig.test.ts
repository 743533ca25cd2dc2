import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { SettingsManager } from "../../base/settings/settingsManager.ts";
import { withTempDir, writeTree } from "../../base/testing/tempTree.ts";
import { runProgram } from "../../packages/runProgram.ts";
import { editConfig } from "./runConfig.ts";

const skill = "---\ndescription: d\n---\n";

describe("relay config", () => {
  it("cli.md §2: numbers write entries for files, packages and built-in extensions", () =>
    withTempDir(async (root) => {
      const [cwd, agentDir] = [join(root, "w"), join(root, "a")];
      await writeTree(root, {
        w: null,
        "p/skills/s/SKILL.md": skill,
        "p/extensions/e.js": "",
        "a/skills/own/SKILL.md": skill,
        "a/extensions/own.js": "",
        "a/settings.json": JSON.stringify({ packages: ["../p"] }),
      });
      const settings = SettingsManager.create(cwd, agentDir, { projectTrusted: true });
      const npmCommand = { words: ["npm"], isCustom: false } as const;
      const host = { cwd, agentDir, npmCommand, run: runProgram, output: "capture" } as const;
      const lines: string[] = [];
      const answers = ["2", "3", "4", "5", "3", "s", "2", ""];
      const screen = {
        line: (text: string) => void lines.push(text),
        ask: () => Promise.resolve(answers.shift()),
      };
      await editConfig(screen, { host, settings }, "user");
      assert.deepEqual(lines.slice(0, 9), [
        "Resources in user settings (8)",
        "  1  [x] ../p: extension e.js",
        "  2  [x] ../p: skill s",
        "  3  [x] User: extension own.js",
        "  4  [x] User: skill own",
        "  5  [x] Built-in: extension mcp",
        "  6  [x] Built-in: extension llama.cpp",
        "  7  [x] Built-in: extension codemode",
        "  8  [x] Built-in: extension tool-search",
      ]);
      assert.deepEqual(JSON.parse(readFileSync(join(agentDir, "settings.json"), "utf8")), {
        packages: [{ source: "../p", skills: ["-skills/s/SKILL.md"] }],
        extensions: ["-builtin:mcp", "+extensions/own.js"],
        skills: ["-skills/own/SKILL.md"],
      });
      assert.deepEqual(JSON.parse(readFileSync(join(cwd, ".relay/settings.json"), "utf8")), {
        packages: [{ source: join(root, "p"), autoload: false, skills: ["+skills/s/SKILL.md"] }],
      });
    }));
});
