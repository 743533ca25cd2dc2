import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ResourceLoader } from "../resources/resourceLoader.ts";
import { createSyntheticSourceInfo } from "../resources/sourceInfo.ts";
import { SessionEvents, type AgentSessionEvent } from "./events.ts";
import { createPromptExpander, type ExpandPrompt } from "./expandPrompt.ts";
import { SessionResources } from "./sessionResources.ts";

describe("createPromptExpander", () => {
  let dir: string;
  let loads: number;
  let told: AgentSessionEvent[];
  let expand: ExpandPrompt;
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), "relay-expand-"));
    loads = 0;
    told = [];
    const events = new SessionEvents((error) => assert.fail(String(error)));
    events.subscribe((event) => void told.push(event));
    const resources = new SessionResources(() => {
      loads += 1;
      return loader();
    });
    expand = createPromptExpander(resources, events);
  });
  afterEach(() => rmSync(dir, { recursive: true, force: true }));

  const skill = (name: string) => ({
    name,
    description: "d",
    filePath: join(dir, `${name}.md`),
    baseDir: dir,
    disableModelInvocation: true,
    sourceInfo: createSyntheticSourceInfo(name, { source: "test" }),
  });
  const prompt = (name: string, content: string) => ({
    name,
    description: "",
    content,
    filePath: `/${name}.md`,
    sourceInfo: createSyntheticSourceInfo(name, { source: "test" }),
  });
  function loader(): ResourceLoader {
    writeFileSync(join(dir, "pdf.md"), "---\ndescription: d\n---\nRead it.\n");
    return {
      getSkills: () => ({ skills: [skill("pdf"), skill("gone")], diagnostics: [] }),
      getPrompts: () => ({
        prompts: [
          prompt("t", "T: $1"),
          prompt("again", "/t $1"),
          prompt("skill:pdf", "no"),
          prompt("skill:x", "x"),
        ],
        diagnostics: [],
      }),
      getThemes: () => ({ themes: [], diagnostics: [] }),
      getAgentsFiles: () => ({ agentsFiles: [] }),
      getSystemPrompt: () => undefined,
      getSystemPromptSource: () => undefined,
      getAppendSystemPrompt: () => [],
      getAppendSystemPromptSources: () => [],
      extendResources: () => undefined,
      reload: async () => undefined,
    };
  }

  it("leaves ordinary text alone, at once and without loading anything", () => {
    for (const text of ["hi", " /t a", "", "/", "/ t", "!/t"]) assert.equal(expand(text), text);
    assert.equal(loads, 0);
  });

  it("cli.md 53: puts in a skill, also one that the model may not choose, and leaves unknown names", async () => {
    const block = `<skill name="pdf" location="${join(dir, "pdf.md")}">\nReferences are relative to ${dir}.\n\nRead it.\n</skill>`;
    assert.equal(await expand("/skill:pdf  extract a.pdf\nnow "), `${block}\n\nextract a.pdf\nnow`);
    assert.equal(await expand("/skill:pdf"), block);
    assert.equal(await expand("/skill:none x"), "/skill:none x");
    assert.equal(loads, 1);
  });

  it("cli.md §8.1: looks for skills first, then for templates, and expands once", async () => {
    assert.equal(await expand("/t 'a b' c"), "T: a b");
    assert.equal(await expand("/t\na"), "T: a");
    assert.equal(await expand("/again x"), "/t x");
    assert.equal(await expand("/skill:x"), "x");
    assert.equal(await expand("/T a"), "/T a");
    assert.equal(await expand("/toString"), "/toString");
  });

  it("rpc.md §4.1: keeps the text when a skill cannot be read, and tells so", async () => {
    assert.equal(await expand("/skill:gone a"), "/skill:gone a");
    const [event, ...none] = told;
    assert.deepEqual(none, []);
    assert.ok(event?.type === "extension_error");
    assert.deepEqual([event.extensionPath, event.event], [join(dir, "gone.md"), "skill_expansion"]);
    assert.match(event.error, /^ENOENT/);
  });

  it("tries again after resources could not be loaded", async () => {
    let attempts = 0;
    const resources = new SessionResources(() => {
      attempts += 1;
      if (attempts === 1) throw new Error("no disk");
      return loader();
    });
    const retrying = createPromptExpander(resources, new SessionEvents(() => undefined));
    await assert.rejects(async () => retrying("/t a"), /no disk/);
    assert.equal(await retrying("/t a"), "T: a");
  });
});
