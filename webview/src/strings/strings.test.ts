import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { strings } from "./strings.ts";
import { setBundle, text } from "./text.ts";

const source = join(import.meta.dirname, "..");

function allSources(): string {
  const files = readdirSync(source, { recursive: true, encoding: "utf8" });
  return files
    .filter((file) => /\.tsx?$/.test(file) && !/strings\.ts$|\.test\.ts$/.test(file))
    .map((file) => readFileSync(join(source, file), "utf8"))
    .join("\n");
}

describe("texts", () => {
  afterEach(() => setBundle({}));

  it("are filled in, with a form for one", () => {
    assert.deepEqual(
      [
        text("toolsCount", 1),
        text("toolsCount", 1204),
        text("sliceGrew", "a.ts", 940, 1031, 1000),
        text("newRows", 0),
      ],
      ["1 tool", "1,204 tools", "a.ts grew from 940 to 1,031 lines (limit 1,000).", "0 new"],
    );
  });

  it("never read a value as a place", () => {
    assert.equal(text("declinedBecause", "{0} {1}"), "You declined: “{0} {1}”");
  });

  it("come in the language of the editor where it has them", () => {
    setBundle({ [strings.toolsCount]: "{0} ferramenta|{0} ferramentas" });
    assert.deepEqual([text("toolsCount", 2), text("send")], ["2 ferramentas", "Send"]);
  });

  it("are all used", () => {
    const used = allSources();
    assert.deepEqual(
      Object.keys(strings).filter((key) => !used.includes(`"${key}"`)),
      [],
    );
  });
});
