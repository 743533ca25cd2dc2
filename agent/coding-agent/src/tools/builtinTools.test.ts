import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";

import {
  bashSearchGuideline,
  builtinToolNames,
  createBuiltinToolDefinition,
  createCodingTools,
  createReadOnlyTools,
  defaultToolNames,
} from "./builtinTools.ts";

describe("built-in tools", () => {
  it("have the names and groups of the SDK", () => {
    assert.deepEqual(
      [...builtinToolNames],
      ["read", "bash", "edit", "write", "grep", "find", "ls", "powershell"],
    );
    assert.deepEqual([...defaultToolNames], ["read", "bash", "edit", "write"]);
    assert.deepEqual(
      createCodingTools("/").map((tool) => tool.name),
      ["read", "bash", "edit", "write"],
    );
    assert.deepEqual(
      createReadOnlyTools("/").map((tool) => tool.name),
      ["read", "grep", "find", "ls"],
    );
  });

  it("sessions-and-tools.md 63: ask for constrained arguments where they are written often", () => {
    const constrained = builtinToolNames.filter((name) => {
      const sampling = createBuiltinToolDefinition(name, "/").constrainedSampling;
      return JSON.stringify(sampling) === '{"type":"json_schema","strict":"prefer"}';
    });
    assert.deepEqual(constrained, ["read", "bash", "edit", "write", "powershell"]);
  });

  it("describe themselves in plain schemas that allow extra fields", () => {
    for (const name of builtinToolNames) {
      const { parameters, promptSnippet, description } = createBuiltinToolDefinition(name, "/");
      assert.equal(parameters["type"], "object");
      assert.ok(!JSON.stringify(parameters).includes("additionalProperties"), name);
      assert.ok(!JSON.stringify(parameters).includes('"integer"'), name);
      assert.ok(promptSnippet && !promptSnippet.includes("\n"), name);
      assert.ok(description.length > 20, name);
    }
  });

  it("state their limits, and edit what oldText is matched against", () => {
    const limits: Record<string, RegExp> = {
      read: /2000 lines.*50KB/,
      bash: /2000 lines.*50KB/,
      powershell: /2000 lines.*50KB/,
      grep: /100 matches.*50KB.*500 characters/,
      find: /1000 results.*50KB/,
      ls: /500 entries.*50KB/,
      edit: /every oldText is matched against the original file/i,
    };
    for (const name of builtinToolNames) {
      assert.match(createBuiltinToolDefinition(name, "/").description, limits[name] ?? /./, name);
    }
  });

  it("give bash the search only while no search tool is active", () => {
    assert.ok(bashSearchGuideline(["read", "bash"]));
    assert.equal(bashSearchGuideline(["bash", "ls"]), undefined);
    assert.equal(bashSearchGuideline(["read"]), undefined);
  });

  it("load no package that only some calls need", async () => {
    const blocked = ["diff", "@vscode/ripgrep", "@silvia-odwyer/photon-node"];
    const hooks = `
      export async function resolve(specifier, context, next) {
        if (${JSON.stringify(blocked)}.includes(specifier)) throw new Error("loaded at start: " + specifier);
        return next(specifier, context);
      }
    `;
    const asUrl = (script: string): string => `data:text/javascript,${encodeURIComponent(script)}`;
    const register = `import { register } from "node:module"; register(${JSON.stringify(asUrl(hooks))});`;
    const tools = pathToFileURL(join(import.meta.dirname, "builtinTools.ts")).href;
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [
        "--conditions=source",
        "--import=tsx",
        `--import=${asUrl(register)}`,
        "--input-type=module",
        "--eval",
        `await import(${JSON.stringify(tools)}); console.log("loaded");`,
      ],
      { cwd: import.meta.dirname },
    );
    assert.equal(stdout.trim(), "loaded");
  });
});
