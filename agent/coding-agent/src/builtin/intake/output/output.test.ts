import assert from "node:assert/strict";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { outputPath, slug } from "./outputPath.ts";
import { writeDocument } from "./writeDocument.ts";
import { writeQuestionnaire } from "../writeQuestionnaire.ts";

describe("the file of a questionnaire", () => {
  let cwd: string;
  const now = new Date(2025, 2, 1, 12);
  beforeEach(() => {
    cwd = realpathSync(mkdtempSync(join(tmpdir(), "relay-intake-")));
  });
  afterEach(() => rmSync(cwd, { recursive: true, force: true }));

  async function pathOf(title: string, out?: string): Promise<string> {
    const { path } = await outputPath({ cwd, title, out, isUsers: true, now });
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

  it("only the user can name a place outside the project", async () => {
    const outside = realpathSync(mkdtempSync(join(tmpdir(), "relay-outside-")));
    try {
      mkdirSync(join(cwd, "in"));
      symlinkSync(outside, join(cwd, "link"), "junction");
      const place = { cwd, title: "X y", now };
      for (const out of [
        join(outside, "q"),
        "../q.docx",
        "link/q.docx",
        "link/new/q",
        "link",
        "in/../../q",
      ]) {
        await assert.rejects(
          outputPath({ ...place, out }),
          /it is outside the project\. Only the user can/,
          out,
        );
        await assert.doesNotReject(outputPath({ ...place, out, isUsers: true }), out);
      }
      for (const out of ["q.docx", "in/q.docx", "new/q", "..q/x", "in"]) {
        await assert.doesNotReject(outputPath({ ...place, out }), out);
      }
      symlinkSync(outside, join(cwd, ".relay"), "junction");
      await assert.rejects(outputPath(place), /it is outside the project/);
    } finally {
      rmSync(outside, { recursive: true, force: true });
    }
  });

  it("a link in the place of the file is replaced, and not followed", async () => {
    writeFileSync(join(cwd, "theirs"), "old");
    symlinkSync(join(cwd, "theirs"), join(cwd, "q.docx"));
    await writeDocument({ path: join(cwd, "q.docx"), overwrites: true }, new Uint8Array([1]));
    assert.equal(readFileSync(join(cwd, "theirs"), "utf8"), "old");
  });

  it("a name may be as long as the disk takes it", async () => {
    const path = join(cwd, `${"a".repeat(250)}.docx`);
    await writeDocument({ path, overwrites: true }, new Uint8Array([1]));
    assert.deepEqual([...readFileSync(path)], [1]);
  });

  for (const lock of [".~lock.quest.docx#", "~$est.docx"]) {
    it(`leaves a file alone that another program has open: ${lock}`, async () => {
      const path = join(cwd, "quest.docx");
      writeFileSync(path, "old");
      writeFileSync(join(cwd, lock), "");
      await assert.rejects(writeDocument({ path, overwrites: true }, new Uint8Array([1])), {
        message: `Cannot write ${path}: another program has it open; if not, remove ${lock}`,
      });
      assert.deepEqual([readdirSync(cwd).length, readFileSync(path, "utf8")], [2, "old"]);
    });
  }

  it("of several at once each gets a file of its own", async () => {
    const args = {
      language: "en",
      title: "The same title",
      request: "x",
      understood: ["You want it."],
      groups: [{ title: "One", questions: [{ id: "a", kind: "yesno", text: "Is it so?", why: "W" }] }],
    };
    const state = { pending: undefined };
    const written = await Promise.all(
      Array.from({ length: 6 }, () => writeQuestionnaire(args, { cwd, state, now })),
    );
    const paths = written.map(({ details }) => details?.path ?? "");
    assert.equal(new Set(paths).size, 6);
    assert.deepEqual(
      readdirSync(join(cwd, ".relay/intake")).sort(),
      paths.map((path) => basename(path)).sort(),
    );
  });

  it("one that was stopped writes nothing", async () => {
    const args = { language: "en", title: "The title", request: "x", understood: ["You want it."] };
    const groups = [{ title: "One", questions: [{ id: "a", kind: "yesno", text: "Is it so?", why: "W" }] }];
    const context = { cwd, state: { pending: undefined }, now, signal: AbortSignal.abort() };
    await assert.rejects(writeQuestionnaire({ ...args, groups }, context), { name: "AbortError" });
    assert.deepEqual(readdirSync(cwd), []);
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
