import assert from "node:assert/strict";
import { homedir } from "node:os";
import { join } from "node:path";

import { readPathCandidates, resolveToolPath, windowsDrivePath } from "./paths.ts";

describe("tool paths", () => {
  it("sessions-and-tools.md 45: one leading @ is stripped, ~ is the home directory, ~user is a name", () => {
    const cases: [string, string][] = [
      ["a.txt", "/w/a.txt"],
      ["@a.txt", "/w/a.txt"],
      ["@@a.txt", "/w/@a.txt"],
      ["~", homedir()],
      ["@~/h.txt", join(homedir(), "h.txt")],
      ["~root/x", "/w/~root/x"],
      ["$HOME/x", "/w/$HOME/x"],
      ["'a b'", "/w/'a b'"],
      [" a ", "/w/ a "],
      ["", "/w"],
      ["../x", "/x"],
      ["/abs/./x", "/abs/x"],
      ["file:///tmp/a%20b", "/tmp/a b"],
      ["a\u00A0b\u202Fc\u3000d", "/w/a b c d"],
      ["a\\b", "/w/a\\b"],
    ];
    assert.deepEqual(
      cases.map(([argument]) => resolveToolPath(argument, "/w")),
      cases.map(([, expected]) => expected),
    );
  });

  it("tries for read the names that macOS writes, then the literal argument", () => {
    assert.deepEqual(readPathCandidates("Caf\u00e9's 10 AM.png", "/w"), [
      "/w/Caf\u00e9's 10 AM.png",
      "/w/Caf\u00e9's 10\u202FAM.png",
      "/w/Cafe\u0301's 10 AM.png",
      "/w/Caf\u00e9\u2019s 10 AM.png",
      "/w/Cafe\u0301\u2019s 10 AM.png",
    ]);
    assert.deepEqual(readPathCandidates("a\u00A0b", "/w"), ["/w/a b", "/w/a\u00A0b"]);
  });

  it("reads drive paths of Unix layers on Windows", () => {
    assert.deepEqual(["/c/x/y", "/mnt/d/x", "/cygdrive/e", "/c", "/cc/x", "/home/x"].map(windowsDrivePath), [
      "C:\\x\\y",
      "D:\\x",
      "E:\\",
      "C:\\",
      "/cc/x",
      "/home/x",
    ]);
  });
});
