import assert from "node:assert/strict";
import { join } from "node:path";

import { withTempDir, writeTree } from "./testing/tempTree.ts";
import { withFileMutationQueue } from "./mutationQueue.ts";

interface Gate {
  opened: Promise<void>;
  open: () => void;
}

function gate(): Gate {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

describe("file mutation queue", () => {
  it("extension-api.md 34: a file and its symlink are one queue, in the order of the calls", async () => {
    await withTempDir(async (root) => {
      await writeTree(root, { a: "", link: { link: "a" } });
      const first = gate();
      const order: string[] = [];
      const runs = [
        withFileMutationQueue(join(root, "a"), async () => {
          order.push("first starts");
          await first.opened;
          order.push("first ends");
        }),
        withFileMutationQueue(join(root, "link"), () => {
          order.push("second");
        }),
        withFileMutationQueue(join(root, "a"), () => {
          order.push("third");
        }),
      ];
      first.open();
      await Promise.all(runs);
      assert.deepEqual(order, ["first starts", "first ends", "second", "third"]);
    });
  });

  it("extension-api.md 34: different files overlap", async () => {
    await withTempDir(async (root) => {
      const inB = gate();
      // Deadlocks if b had to wait for a.
      await Promise.all([
        withFileMutationQueue(join(root, "a"), () => inB.opened),
        withFileMutationQueue(join(root, "b"), inB.open),
      ]);
    });
  });

  it("extension-api.md 34: a rejection reaches its caller and does not block the queue", async () => {
    await withTempDir(async (root) => {
      const path = join(root, "a");
      const first = withFileMutationQueue(path, () => Promise.reject(new Error("first failed")));
      const second = withFileMutationQueue(path, () => "second");
      await assert.rejects(first, /first failed/);
      assert.equal(await second, "second");
    });
  });

  it("keeps one queue for a file that comes into being under a linked directory", async () => {
    await withTempDir(async (root) => {
      await writeTree(root, { real: null, linked: { link: "real" } });
      const order: string[] = [];
      const first = gate();
      const runs = [
        withFileMutationQueue(join(root, "linked", "new"), async () => {
          await writeTree(root, { "real/new": "" });
          await first.opened;
          order.push("first");
        }),
        withFileMutationQueue(join(root, "real", "new"), () => {
          order.push("second");
        }),
      ];
      first.open();
      await Promise.all(runs);
      assert.deepEqual(order, ["first", "second"]);
    });
  });
});
