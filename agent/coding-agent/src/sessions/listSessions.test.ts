import assert from "node:assert/strict";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { TestDir, assistant, header, jsonl, messageEntry, user } from "./fixtures.test.ts";
import { listSessions } from "./listSessions.ts";
import { defaultSessionDir } from "./paths.ts";
import { readHeader } from "./sessionFiles.ts";

describe("listSessions", () => {
  const dir = new TestDir();
  beforeEach(() => dir.create());
  afterEach(() => dir.remove());

  const day = (n: number): number => Date.UTC(2026, 2, n);
  const result = (timestamp: number) => ({
    role: "toolResult",
    toolCallId: "c",
    toolName: "t",
    content: [],
    isError: false,
    timestamp,
  });

  it("skips links that lead nowhere or in a circle, and what is no file", async () => {
    const path = dir.file("1.jsonl", jsonl(header()));
    symlinkSync("circle.jsonl", join(dir.path, "circle.jsonl"));
    symlinkSync("nothing", join(dir.path, "dangling.jsonl"));
    mkdirSync(join(dir.path, "folder.jsonl"));
    assert.deepEqual(
      (await listSessions({ agentDir: dir.path, dir: dir.path })).map((info) => info.path),
      [path],
    );
    assert.equal(readHeader(join(dir.path, "folder.jsonl")), undefined);
  });

  it("sessions-and-tools.md 18: dates by user and assistant messages, latest name, counts all messages", async () => {
    const path = dir.file(
      "1.jsonl",
      jsonl(
        header({ id: "one", parentSession: "/p.jsonl" }),
        messageEntry("s", null, { role: "system", content: "", timestamp: 1 }),
        messageEntry("u", "s", { ...user("first words", day(3)) }),
        messageEntry("a", "u", { ...assistant("answer", day(4)) }),
        messageEntry("t", "a", result(day(9))),
        { type: "session_info", id: "n1", parentId: "t", timestamp: "", name: "A" },
        { type: "session_info", id: "n2", parentId: "n1", timestamp: "", name: "" },
      ),
    );
    dir.file("2.jsonl", jsonl(header({ id: "two" })));
    dir.file("3.jsonl", "");
    dir.file("4.jsonl", "no session");
    symlinkSync(path, join(dir.path, "5.jsonl"));
    const found = await listSessions({ agentDir: dir.path, dir: dir.path, cwd: "/w" });
    assert.deepEqual(found, [
      {
        path,
        id: "one",
        cwd: "/w",
        parentSessionPath: "/p.jsonl",
        created: new Date("2026-01-01T00:00:00.000Z"),
        modified: new Date(day(4)),
        messageCount: 4,
        firstMessage: "first words",
        allMessagesText: "first words answer",
      },
      {
        path: join(dir.path, "2.jsonl"),
        id: "two",
        cwd: "/w",
        created: new Date("2026-01-01T00:00:00.000Z"),
        modified: new Date("2026-01-01T00:00:00.000Z"),
        messageCount: 0,
        firstMessage: "(no messages)",
        allMessagesText: "",
      },
    ]);
  });

  it("filters by directory; a header without one belongs to the default directory's folder only", async () => {
    const standard = defaultSessionDir("/a/b", dir.path);
    const other = defaultSessionDir("/c", dir.path);
    mkdirSync(standard, { recursive: true });
    mkdirSync(other, { recursive: true });
    const write = (where: string, id: string, cwd?: string) =>
      writeFileSync(join(where, `${id}.jsonl`), jsonl(header({ id, cwd })));
    write(standard, "mine", "/a/b");
    write(standard, "twin", "/a-b");
    write(standard, "old");
    write(other, "far", "/c");
    const ids = async (options: { cwd?: string; dir?: string }) =>
      (await listSessions({ agentDir: dir.path, ...options })).map((info) => info.id).sort();
    assert.deepEqual(await ids({ cwd: "/a/b" }), ["mine", "old"]);
    assert.deepEqual(await ids({}), ["far", "mine", "old", "twin"]);
    const custom = join(dir.path, "custom");
    mkdirSync(custom);
    write(custom, "x", "/a/b");
    write(custom, "y");
    assert.deepEqual(await ids({ cwd: "/a/b", dir: custom }), ["x"]);
    assert.deepEqual(await ids({ dir: custom }), ["x", "y"]);
    assert.deepEqual(await ids({ dir: join(dir.path, "none") }), []);
  });

  it("reports progress and stops when it is aborted", async () => {
    for (let n = 0; n < 20; n++) dir.file(`${n}.jsonl`, jsonl(header({ id: `s${n}` })));
    const controller = new AbortController();
    const steps: number[][] = [];
    const listing = listSessions({
      agentDir: dir.path,
      dir: dir.path,
      signal: controller.signal,
      onProgress: (loaded, total, partial) => {
        steps.push([loaded, total, partial?.length ?? 0]);
        controller.abort();
      },
    });
    await assert.rejects(listing, { name: "AbortError" });
    assert.deepEqual(steps, [[16, 20, 16]]);
  });
});
