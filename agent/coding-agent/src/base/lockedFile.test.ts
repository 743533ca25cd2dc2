import assert from "node:assert/strict";
import { mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { replaceLocked } from "./lockedFile.ts";
import { withTempDir } from "./testing/tempTree.ts";

describe("replaceLocked", () => {
  it("lets writers through one by one, each on what the last one wrote", () =>
    withTempDir(async (directory) => {
      const path = join(directory, "new", "count");
      const increment = async (): Promise<string> => {
        const before = await readFile(path, "utf8").catch(() => "0");
        await new Promise((resolve) => setImmediate(resolve));
        return String(Number(before) + 1);
      };
      await Promise.all(Array.from({ length: 8 }, () => replaceLocked(path, increment)));
      assert.equal(await readFile(path, "utf8"), "8");
      assert.deepEqual(await readdir(join(directory, "new")), ["count"]);
    }));

  it("waits for a lock that another process holds", () =>
    withTempDir(async (directory) => {
      const path = join(directory, "file");
      await mkdir(`${path}.lock`);
      let isWritten = false;
      const writing = replaceLocked(path, () => "text").then(() => (isWritten = true));
      await new Promise((resolve) => setTimeout(resolve, 100));
      assert.equal(isWritten, false);
      await rm(`${path}.lock`, { recursive: true });
      await writing;
      assert.equal(await readFile(path, "utf8"), "text");
    }));

  it("rejects without waiting when the lock can never be made", () =>
    withTempDir(async (directory) => {
      // A name too long for the lock's suffix fails for root as well.
      const path = join(directory, "x".repeat(253));
      await assert.rejects(
        replaceLocked(path, () => assert.fail("nothing is written")),
        { code: "ENAMETOOLONG" },
      );
    })).timeout(5000);

  it("releases the lock when the change fails and leaves the file alone", () =>
    withTempDir(async (directory) => {
      const path = join(directory, "file");
      await writeFile(path, "old");
      await assert.rejects(
        replaceLocked(path, () => {
          throw new Error("no change");
        }),
        /no change/,
      );
      assert.deepEqual(await readdir(directory), ["file"]);
      assert.equal(await readFile(path, "utf8"), "old");
    }));
});
