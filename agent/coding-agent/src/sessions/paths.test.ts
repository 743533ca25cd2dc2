import assert from "node:assert/strict";
import { isSessionId, newEntryId, uuidV7 } from "./ids.ts";
import { encodeCwd, sessionFileName } from "./paths.ts";

describe("session paths and ids", () => {
  it("sessions-and-tools.md 2: encodes a working directory", () => {
    assert.equal(encodeCwd("/tmp/My Proj:x\\y.z"), "--tmp-My Proj-x-y.z--");
    assert.equal(encodeCwd("/"), "----");
  });

  it("names files by time stamp and id", () => {
    assert.equal(sessionFileName("2026-11-29T23:51:46.310Z", "a"), "2026-11-29T23-51-46-310Z_a.jsonl");
  });

  it("makes version 7 UUIDs that begin with the time", () => {
    const id = uuidV7(0x0123456789ab);
    assert.match(id, /^01234567-89ab-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    assert.notEqual(id, uuidV7(0x0123456789ab));
    assert.ok(isSessionId(id));
  });

  it("falls back to a UUID after 100 collisions", () => {
    let tries = 0;
    const id = newEntryId(
      () => true,
      () => `${tries++}`,
    );
    assert.equal(tries, 100);
    assert.match(id, /^[0-9a-f]{8}-/);
    assert.equal(
      newEntryId(
        (candidate) => candidate === "x",
        () => (tries++ === 100 ? "x" : "y"),
      ),
      "y",
    );
  });
});
