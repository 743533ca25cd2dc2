import assert from "node:assert/strict";
import { appendFileSync, existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { TestDir, assistant, header, jsonl, messageEntry, user } from "./fixtures.test.ts";
import { SessionIndex } from "./sessionIndex.ts";
import { sessionPage } from "./sessionPage.ts";

describe("SessionIndex", () => {
  const dir = new TestDir();
  let cache: string;
  let sessions: string;
  beforeEach(() => {
    dir.create();
    cache = join(dir.path, "index.json");
    sessions = join(dir.path, "custom");
    mkdirSync(sessions);
  });
  afterEach(() => dir.remove());

  const write = (id: string, time: number): string => {
    const path = join(sessions, `${id}.jsonl`);
    const question = messageEntry("u", null, { ...user(`question of ${id}`, time) });
    const answer = messageEntry("a", "u", { ...assistant("answer", time) });
    writeFileSync(path, jsonl(header({ id }), question, answer));
    return path;
  };
  const list = (index: SessionIndex) => index.list({ agentDir: dir.path, dir: sessions });

  it("answers from its file without reading sessions that did not change", async () => {
    const path = write("one", 1);
    utimesSync(path, 1000, 1000);
    const [first] = await list(new SessionIndex(cache));
    // As long as before and of the same time: only a reader of the session could tell.
    const text = readFileSync(path, "utf8");
    writeFileSync(path, text.replace("question of one", "QUESTION of one"));
    utimesSync(path, 1000, 1000);
    const [second] = await list(new SessionIndex(cache));
    assert.equal(second?.firstMessage, first?.firstMessage);
    appendFileSync(
      path,
      `${JSON.stringify({ type: "session_info", id: "n", parentId: "a", timestamp: "", name: "N" })}\n`,
    );
    const [third] = await list(new SessionIndex(cache));
    assert.deepEqual([third?.firstMessage, third?.name], ["QUESTION of one", "N"]);
  });

  it("says the model, the size and the beginning of a long first message", async () => {
    const path = join(sessions, "long.jsonl");
    const text = "x".repeat(5000);
    writeFileSync(
      path,
      jsonl(
        header({ id: "long" }),
        messageEntry("u", null, { ...user(text) }),
        messageEntry("a", "u", { ...assistant("y") }),
      ),
    );
    const [found] = await list(new SessionIndex(cache));
    assert.deepEqual(
      [found?.firstMessage.length, found?.model, found?.sizeBytes],
      [1000, { provider: "stub", id: "m1" }, readFileSync(path).length],
    );
  });

  it("reads sessions whose times no date can hold", async () => {
    writeFileSync(
      join(sessions, "odd.jsonl"),
      jsonl(header({ id: "odd" }), messageEntry("u", null, { ...user("q", 1e300) })),
    );
    const [found] = await list(new SessionIndex(cache));
    assert.equal(found?.modified, found?.created);
  });

  it("lists without a place for its file", async () => {
    write("one", 1);
    const nowhere = join(dir.path, "missing", "index.json");
    assert.equal((await list(new SessionIndex(nowhere))).length, 1);
    assert.equal(existsSync(nowhere), false);
  });

  it("a thousand sessions come in pages that together are the list", async () => {
    for (let n = 0; n < 1000; n++) write(`s${n}`, n % 300);
    const all = await list(new SessionIndex(cache));
    const seen: string[] = [];
    for (let cursor: string | undefined; ;) {
      const page = sessionPage(all, { limit: 130, cursor });
      assert.ok(page);
      seen.push(...page.sessions.map(({ id }) => id));
      cursor = page.nextCursor;
      if (cursor === undefined) break;
    }
    assert.deepEqual(
      seen,
      all.map(({ id }) => id),
    );
    assert.equal(new Set(seen).size, 1000);
  });
});
