import assert from "node:assert/strict";
import { callSubject } from "./callSubject.ts";
import { progressDigest, type DigestCall } from "./digest.ts";

function call(name: string, args: Record<string, unknown>, outcome = "ok", hasChanged = false): DigestCall {
  return { subject: callSubject({ name, arguments: args }), outcome, hasChanged };
}

describe("progressDigest", () => {
  it("has one line per tool and one part per target, with the newest outcome", () => {
    const calls = [
      call("read", { path: "a.ts" }, "ok", true),
      call("edit", { path: "c.ts" }),
      call("bash", { command: "npm test" }, "exit 1"),
      call("edit", { path: "c.ts" }),
      call("read", { path: "b.ts" }),
      call("edit", { path: "c.ts" }),
      call("bash", { command: "npm test" }),
      call("read", { path: "gone.ts" }, "error"),
    ];
    assert.equal(
      progressDigest(calls),
      [
        "- read a.ts (changed later), b.ts, gone.ts error",
        "- edit c.ts x3",
        '- bash "npm test" exit 1 then ok x2',
      ].join("\n"),
    );
    assert.equal(progressDigest([]), "");
  });

  it("keeps the newest 30 targets and 2,000 characters, and counts the others", () => {
    const short = Array.from({ length: 40 }, (_, index) => call("read", { path: `f${index}.ts` }));
    const kept = short.slice(10).map(({ subject }) => subject.target);
    assert.equal(progressDigest(short), `- read ${kept.join(", ")}\n(+10 earlier)`);
    const long = Array.from({ length: 40 }, (_, index) =>
      call("bash", { command: `${index} ${"x".repeat(200)}` }),
    );
    const digest = progressDigest(long);
    assert.ok(digest.length <= 2000 && digest.length > 1800, String(digest.length));
    assert.match(digest, /"39 x+" ok\n\(\+\d\d earlier\)$/);
  });

  it("bears a single target that is longer than a digest may be", () => {
    assert.equal(progressDigest([call("read", { path: "x".repeat(5000) })]).length, 2000);
  });
});
