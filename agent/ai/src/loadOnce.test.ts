import assert from "node:assert/strict";
import { loadOnce } from "./loadOnce.ts";

describe("loadOnce", () => {
  it("loads at the first call, once for all that wait", async () => {
    let loads = 0;
    const load = loadOnce(() => Promise.resolve(++loads));
    assert.equal(loads, 0);
    assert.deepEqual(await Promise.all([load(), load()]), [1, 1]);
    assert.equal(await load(), 1);
  });

  it("tries again after a failure", async () => {
    let loads = 0;
    const load = loadOnce(() => (++loads === 1 ? Promise.reject(new Error("gone")) : Promise.resolve(loads)));
    await assert.rejects(load(), /gone/);
    assert.equal(await load(), 2);
  });
});
