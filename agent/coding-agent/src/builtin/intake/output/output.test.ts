import assert from "node:assert/strict";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { outputPath, slug } from "./outputPath.ts";
import { writeDocument } from "./writeDocument.ts";

describe("the file of a questionnaire", () => {
  let cwd: string;
  const now = new Date(2025, 2, 1, 12);
  beforeEach(() => {
    cwd = realpathSync(mkdtempSync(join(tmpdir(), "relay-intake-")));
  });
  afterEach(() => rmSync(cwd, { recursive: true, force: true }));

  async function pathOf(title: string, out?: string): Promise<string> {
    const { path } = await outputPath({ cwd, title, out, now });
    return path.slice(cwd.length + 1).replaceAll("\\", "/");
  }

  it("harness-vectors.md I1, I2: day and title; a number when the name is taken", async () => {
    const name = ".relay/intake/2025-03-01-alterar-calculo";
    assert.equal(await pathOf("Alterar cálculo"), `${name}.docx`);
    mkdirSync(join(cwd, ".relay/intake"), { recursive: true });
    writeFileSync(join(cwd, `${name}.docx`), "");
    assert.equal(await pathOf("Alterar cálculo"), `${name}-2.docx`);
    writeFileSync(join(cwd, `${name}-2.docx`), "");
    assert.equal(await pathOf("Alterar cálculo"), `${name}-3.docx`);
  });

  it("harness-vectors.md I3: a title without a letter", () => assert.equal(slug("???"), "questionnaire"));

  it("a long title is cut, and does not end in a dash", () => {
    assert.equal(slug(`${"a".repeat(59)} b`), "a".repeat(59));
    assert.equal(slug("--- É isto: São Paulo!"), "e-isto-sao-paulo");
  });

  it("harness-vectors.md I4, I5: a name without ending, a folder", async () => {
    assert.equal(await pathOf("X y", "docs/q"), "docs/q.docx");
    assert.equal(await pathOf("X y", "docs/q.DOCX"), "docs/q.DOCX");
    assert.equal(await pathOf("X y", "new/"), "new/2025-03-01-x-y.docx");
    mkdirSync(join(cwd, "docs"));
    assert.equal(await pathOf("X y", "docs"), "docs/2025-03-01-x-y.docx");
  });

  it("writes into new folders and leaves nothing else there", async () => {
    const path = join(cwd, "a/b/q.docx");
    await writeDocument({ path, overwrites: true }, new Uint8Array([1]));
    await writeDocument({ path, overwrites: true }, new Uint8Array([2]));
    assert.deepEqual([readdirSync(join(cwd, "a/b")), [...readFileSync(path)]], [["q.docx"], [2]]);
  });

  it("does not replace what took the name meanwhile", async () => {
    const path = join(cwd, "q.docx");
    writeFileSync(path, "theirs");
    await assert.rejects(writeDocument({ path, overwrites: false }, new Uint8Array([1])), {
      message: `Cannot write ${path}: there is something else of that name`,
    });
    assert.deepEqual([readdirSync(cwd), readFileSync(path, "utf8")], [["q.docx"], "theirs"]);
  });

  it("says what stands in the way, and leaves nothing behind", async () => {
    writeFileSync(join(cwd, "file"), "");
    const inFile = join(cwd, "file", "q.docx");
    await assert.rejects(writeDocument({ path: inFile, overwrites: true }, new Uint8Array([1])), {
      message: `Cannot write ${inFile}: a part of the path is a file`,
    });
    const folder = join(cwd, "q.docx");
    mkdirSync(folder);
    await assert.rejects(
      writeDocument({ path: folder, overwrites: true }, new Uint8Array([1])),
      /Cannot write/,
    );
    assert.deepEqual(readdirSync(cwd).sort(), ["file", "q.docx"]);
  });

  it("respects a read-only file", async function () {
    // Permissions mean nothing to root.
    if (process.getuid?.() === 0) this.skip();
    const path = join(cwd, "q.docx");
    writeFileSync(path, "old");
    chmodSync(path, 0o444);
    await assert.rejects(writeDocument({ path, overwrites: true }, new Uint8Array([1])), {
      message: `Cannot write ${path}: no permission`,
    });
    assert.deepEqual([readdirSync(cwd), readFileSync(path, "utf8")], [["q.docx"], "old"]);
  });
});
