import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createModuleLoader } from "./moduleLoader.ts";

describe("loader of extensions' modules", () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "relay-modules-"))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  async function load(files: Record<string, string>): Promise<unknown> {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    const loader = await createModuleLoader({ agentDir: join(folder, "agent"), folders: [folder] });
    return ((await loader.import(join(folder, "main.ts"))) as { default: unknown }).default;
  }

  it("gives the packages of Relay to files that import them, and to those that these import", async () => {
    const result = await load({
      "main.ts": `import { Type } from "typebox"; import { of } from "./other.ts"; export default of(Type.String());`,
      "other.ts": `import * as tui from "@relay-harness/tui";
        export const of = (schema: { type: string }): unknown[] => [schema.type, typeof tui.visibleWidth];`,
    });
    assert.deepEqual(result, ["string", "function"]);
  });

  it("evaluates a file that imports a package once", async () => {
    const count = `globalThis.imports = (globalThis.imports ?? 0) + 1;`;
    const result = await load({
      "main.ts": `import { Compile } from "typebox/compile"; ${count} export default typeof Compile;`,
    });
    assert.deepEqual([result, (globalThis as { imports?: number }).imports], ["function", 1]);
  });

  it("gives them to a require too, also when its result is used later", async () => {
    const required = await load({
      "main.ts": `const { Type } = require("@sinclair/typebox"); export default Type.String().type;`,
    });
    assert.equal(required, "string");
    const later = await load({
      "main.ts": `const value = require("typebox/value"); export default () => typeof value.Check;`,
    });
    assert.equal((later as () => string)(), "function");
  });

  it("loads what inherits from a component that there is no screen for", async () => {
    const result = await load({
      "main.ts": `import { AgentSession, FooterComponent } from "@relay-harness/coding-agent";
        import * as all from "@relay-harness/coding-agent";
        class Own extends FooterComponent {}
        export default [new Own().render(10), typeof AgentSession, all.FooterComponent === FooterComponent];`,
    });
    assert.deepEqual(result, [[], "function", true]);
  });

  it("rejects with what the evaluation threw, once", async () => {
    const files = {
      "main.ts": `globalThis.evaluations = (globalThis.evaluations ?? 0) + 1; throw new Error("no");`,
    };
    await assert.rejects(load(files), /^Error: no$/);
    assert.equal((globalThis as { evaluations?: number }).evaluations, 1);
  });
});
