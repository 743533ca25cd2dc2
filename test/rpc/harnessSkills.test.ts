import assert from "node:assert/strict";
import { join } from "node:path";
import type { AnyRecord } from "../support/relayProcess.ts";
import { textOf } from "../support/rpcSuite.ts";
import { read, useHarness, write } from "../support/harnessSuite.ts";

const entry = "---\ndescription: About pdf\n---\nFollow it. Read references/a.md when the page has a form.\n";

describe("rpc: the use of skills", () => {
  const suite = useHarness();
  beforeEach(() => {
    suite.workspace.writeAgentFile("skills/pdf/SKILL.md", entry);
    suite.workspace.writeAgentFile("skills/pdf/references/a.md", "Forms.\n");
    suite.workspace.write("a.ts", "export {};\n");
  });

  const skillFile = (path: string): string => join(suite.workspace.agentDir, "skills/pdf", path);

  for (const [between, effective] of [
    [2, 1],
    [3, 0],
  ] as const) {
    it(`harness.md vector 33: ${between} reads between a reference and an edit make it ${effective} of 1 effective loads`, async () => {
      suite.model.add(
        read(skillFile("SKILL.md")),
        read(skillFile("references/a.md")),
        ...Array.from({ length: between }, () => read("a.ts")),
        write("b.ts"),
        { text: "I wrote b.ts; nothing is verified." },
      );
      const relay = suite.start();
      await relay.prompt("Fill the form");
      const { skills } = await suite.state(relay);
      assert.deepEqual(
        (skills as AnyRecord[]).map(({ name, entryLoads, loads, effective: used, uptake }) => ({
          name,
          entryLoads,
          loads,
          effective: used,
          uptake,
        })),
        [{ name: "pdf", entryLoads: 1, loads: 1, effective, uptake: effective }],
      );
    });
  }

  it("harness.md §9: /skill:name loads the entry of the skill", async () => {
    suite.model.add({ text: "ok" });
    const relay = suite.start();
    await relay.prompt("/skill:pdf go");
    const { skills } = await suite.state(relay);
    assert.deepEqual(
      (skills as AnyRecord[]).map(({ name, entryLoads, loads }) => ({ name, entryLoads, loads })),
      [{ name: "pdf", entryLoads: 1, loads: 0 }],
    );
  });

  it("harness.md §2, §9: the prompt has the rules of pairing and reads skills as routers, unless that is off", async () => {
    const prompts: string[] = [];
    for (const harnessCore of [{}, { alignment: false, skills: false }]) {
      suite.workspace.writeAgentFile("settings.json", {
        defaultProvider: "fake",
        defaultModel: "m1",
        offlineModel: false,
        harnessCore,
      });
      suite.model.add({ text: "ok" });
      const relay = suite.start();
      await relay.prompt("Hi");
      prompts.push(textOf(suite.model.requests.at(-1)?.messages[0] as AnyRecord));
    }
    const found = [/<rules>[^]*- Ask when the goal[^]*<\/rules>/, /<skills>[^]*as a router[^]*<\/skills>/];
    assert.deepEqual(
      prompts.map((prompt) => found.map((pattern) => pattern.test(prompt))),
      [
        [true, true],
        [false, false],
      ],
    );
  });
});
