import assert from "node:assert/strict";
import { join } from "node:path";
import { SettingsManager } from "../base/settings/settingsManager.ts";
import { withTempDir, writeTree, type TreeContent } from "../base/testing/tempTree.ts";
import { DefaultResourceLoader } from "../resources/defaultResourceLoader.ts";

const skill = (description: string): string => `---\ndescription: ${description}\n---\n`;

interface Found {
  skills: string[];
  prompts: string[];
  extensions: string[];
  messages: string[];
}

/** What a trusted project sees of packages. */
async function load(root: string, tree: TreeContent): Promise<Found> {
  const [cwd, agentDir] = [join(root, "w"), join(root, "a")];
  await writeTree(root, { "w/.relay": null, a: null, ...tree });
  const settingsManager = SettingsManager.create(cwd, agentDir, { projectTrusted: true });
  const loader = new DefaultResourceLoader({ cwd, agentDir, settingsManager, noContextFiles: true });
  await loader.reload();
  const { extensions, errors, warnings = [] } = loader.getExtensions();
  const { skills, diagnostics } = loader.getSkills();
  return {
    skills: skills.map(({ name, description, sourceInfo }) => `${name} ${description} ${sourceInfo.scope}`),
    prompts: loader.getPrompts().prompts.map(({ name }) => name),
    extensions: extensions.map(({ path }) => path.slice(root.length + 1)),
    messages: [
      ...warnings.map(({ path, warning }) => `${path}: ${warning}`),
      ...errors.map(({ error }) => error),
      ...diagnostics.map(({ type, message }) => `${type} ${message.replaceAll(root, "")}`),
    ],
  };
}

const extension = "export default () => undefined;";
const packages = (...entries: unknown[]): string => JSON.stringify({ packages: entries });

describe("resources of packages", () => {
  it("cli.md §11.2: without a manifest, folders of known names count", () =>
    withTempDir(async (root) => {
      const found = await load(root, {
        "p/extensions/b.js": extension,
        "p/extensions/a/index.js": extension,
        "p/skills/s/SKILL.md": skill("d"),
        "p/prompts/hi.md": "Hi",
        "a/settings.json": packages("../p"),
      });
      assert.deepEqual(found, {
        skills: ["s d user"],
        prompts: ["hi"],
        extensions: ["p/extensions/a/index.js", "p/extensions/b.js"],
        messages: [],
      });
    }));

  it("cli.md §11.2: a manifest says everything: other kinds bring nothing", () =>
    withTempDir(async (root) => {
      const manifest = {
        relay: { extensions: ["./src/*.js", "!src/off.js"], prompts: "x", themes: ["../out"] },
      };
      const found = await load(root, {
        "p/package.json": JSON.stringify(manifest),
        "p/src/on.js": extension,
        "p/src/off.js": extension,
        "p/extensions/a.js": extension,
        "p/skills/s/SKILL.md": skill("d"),
        "p/prompts/hi.md": "Hi",
        "a/settings.json": packages("../p"),
      });
      assert.deepEqual(found, {
        skills: [],
        prompts: [],
        extensions: ["p/src/on.js"],
        messages: [
          '../p: "relay.prompts" in package.json is ignored: expected an array of strings',
          '../p: "relay.themes" in package.json is ignored: "../out" lies outside the package',
        ],
      });
    }));

  it("cli.md §11.2: a file is one extension; a path without anything is reported", () =>
    withTempDir(async (root) => {
      const found = await load(root, {
        "one.js": extension,
        "a/settings.json": packages("../one.js", "./none"),
      });
      assert.deepEqual(found.extensions, ["one.js"]);
      assert.deepEqual(found.messages, [`./none: There is nothing at ${join(root, "a/none")}`]);
    }));

  it("cli.md §3.3: projects before users, both behind what lies in their own folders", () =>
    withTempDir(async (root) => {
      const found = await load(root, {
        "p/skills/s/SKILL.md": skill("project"),
        "u/skills/s/SKILL.md": skill("user"),
        "u/skills/t/SKILL.md": skill("user"),
        "a/skills/t/SKILL.md": skill("own"),
        "a/settings.json": packages("../u"),
        "w/.relay/settings.json": packages("../../p"),
      });
      assert.deepEqual(found.skills, ["t own user", "s project project"]);
      assert.deepEqual(found.messages, [
        'collision skill "s" of /u/skills/s/SKILL.md is left out: /p/skills/s/SKILL.md has the name',
        'collision skill "t" of /u/skills/t/SKILL.md is left out: /a/skills/t/SKILL.md has the name',
      ]);
    }));

  it("cli.md §11.3: the project replaces or changes what the user has", () =>
    withTempDir(async (root) => {
      const tree = {
        "p/skills/s/SKILL.md": skill("d"),
        "p/skills/t/SKILL.md": skill("d"),
        "a/settings.json": packages({ source: "../p", skills: ["skills/s"] }),
      };
      assert.deepEqual((await load(root, tree)).skills, ["s d user"]);
      const replaced = { ...tree, "w/.relay/settings.json": packages("../../p") };
      assert.deepEqual((await load(root, replaced)).skills, ["s d project", "t d project"]);
      const changed = packages({ source: "../../p", autoload: false, skills: ["+skills/t"] });
      assert.deepEqual((await load(root, { ...tree, "w/.relay/settings.json": changed })).skills, [
        "s d user",
        "t d user",
      ]);
    }));
});
