import assert from "node:assert/strict";
import { identityOf, parseSource, shownSource } from "./packageSource.ts";

const identity = (text: string): string => identityOf(parseSource(text, "/w"));

describe("sources of packages", () => {
  it("cli.md §11.1: npm names with a version, range or tag", () => {
    assert.deepEqual(parseSource("npm:foo", "/w"), { kind: "npm", name: "foo", wanted: "", isPinned: false });
    assert.deepEqual(parseSource("npm:@a/b@1.2.3", "/w"), {
      kind: "npm",
      name: "@a/b",
      wanted: "1.2.3",
      isPinned: true,
    });
    const wanted = ["foo@^1.0.0", "foo@next", "foo@1.x", "foo@>=1 <2", "foo@1.2.3-beta.1"];
    assert.deepEqual(
      wanted.map((spec) => {
        const source = parseSource(`npm:${spec}`, "/w");
        return source.kind === "npm" && [source.wanted, source.isPinned];
      }),
      [
        ["^1.0.0", false],
        ["next", false],
        ["1.x", false],
        [">=1 <2", false],
        ["1.2.3-beta.1", true],
      ],
    );
  });

  it("cli.md §11.1: every way to name a repository is the same package", () => {
    const ways = [
      "git:github.com/u/r",
      "git:github.com/u/r@v1",
      "git:git@github.com:u/r.git@feature/x",
      "git:https://github.com/u/r.git",
      "https://github.com/u/r",
      "https://user:secret@GitHub.com/u/r.git@v2",
      "ssh://git@github.com/u/r",
      "git://github.com/u/r",
    ];
    assert.deepEqual([...new Set(ways.map(identity))], ["git:github.com/u/r"]);
  });

  it("cli.md §11.1: the ref stands behind the last @ of the path and may hold slashes", () => {
    const read = (text: string): unknown => {
      const source = parseSource(text, "/w");
      return source.kind === "git" && [source.url, source.ref];
    };
    assert.deepEqual(read("git:git@host.org:a/b@feature/x"), ["git@host.org:a/b", "feature/x"]);
    assert.deepEqual(read("ssh://git@host.org/a/b.git"), ["ssh://git@host.org/a/b.git", undefined]);
    assert.deepEqual(read("git:host.org/a/b@v1.0"), ["https://host.org/a/b", "v1.0"]);
  });

  it("cli.md §11.1: what is neither is a path", () => {
    for (const [text, path] of [
      ["./x", "/w/x"],
      ["../x", "/x"],
      ["/abs/x", "/abs/x"],
      ["bare", "/w/bare"],
      ["file:///abs/y", "/abs/y"],
    ] as const) {
      assert.deepEqual(parseSource(text, "/w"), { kind: "local", path });
    }
  });

  it("unsafe parts are refused, and no message holds a password", () => {
    const hostile = [
      "",
      "npm:",
      "npm:../x",
      "npm:foo@file:../evil",
      "npm:foo@npm:bar@1",
      "npm:--global",
      "git:host/../../x",
      "git:host/a//b",
      "git:host/a/.git/b",
      "git:ext::sh -c evil",
      "git:-u/evil/x",
      "git:--upload-pack=evil/x",
      "git:host/a/-b",
      "git:host/a/b@--force",
      "git:host/a/b@../x",
      "git:host/a/b@",
      "git:host..evil/a/b",
      "git:ho st/a/b",
      "git:ftp://host/a/b",
      "git:host/a/b\\..\\c",
      "git:host",
    ];
    for (const text of hostile) assert.throws(() => parseSource(text, "/w"), { name: "PackageError" }, text);
    assert.throws(
      () => parseSource("https://me:secret@host/a/..", "/w"),
      (error: Error) => !error.message.includes("secret"),
    );
    assert.equal(shownSource("https://me:secret@host/a@v1"), "https://host/a@v1");
  });
});
