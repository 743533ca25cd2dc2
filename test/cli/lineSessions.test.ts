import assert from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { AnyRecord } from "../support/relayProcess.ts";
import { chainSession, kindOf, readSession, sessionFiles, treeSession } from "../support/sessionFiles.ts";
import { useTerminal } from "../support/terminalSuite.ts";

const ctrlC = "\x03";
const question = "Enter to leave: ";

/** The list's rows, without numbers and ages. */
function rowsOf(shown: string): string[] {
  return [...shown.matchAll(/^ +\d+ {2}\S+(?: \w+)? +\d+ msg {2}(.*)\r$/gm)].map(([, text = ""]) => text);
}

/** A session of one question, asked at this minute. */
function asked(text: string, { cwd, id, at, ...header }: AnyRecord): object[] {
  const timestamp = new Date(Date.UTC(2026, 0, 1, 0, at as number)).toISOString();
  const message = { role: "user", content: [{ type: "text", text }], timestamp: Date.parse(timestamp) };
  return [
    { type: "session", version: 3, id, timestamp, cwd, ...header },
    { type: "message", id: "aaaaaaaa", parentId: null, timestamp, message },
  ];
}

describe("cli: /resume", () => {
  const suite = useTerminal();

  function ask(name: string, text: string, at: number, header: object = {}): string {
    return suite.session(name, asked(text, { id: name, cwd: suite.workspace.cwd, at, ...header }));
  }

  it("cli.md §13.7: opens the chosen session with its name, the end of its transcript and its model", async () => {
    const { cwd } = suite.workspace;
    const lines = treeSession(cwd);
    const change = {
      type: "model_change",
      provider: "fake",
      modelId: "m0",
      timestamp: "2026-01-01T00:00:00.000Z",
    };
    suite.session("tree", [
      ...lines,
      { ...change, id: "m", parentId: "a3" },
      { type: "session_info", id: "n", parentId: "m", timestamp: change.timestamp, name: "The tree" },
    ]);
    const relay = await suite.open();
    relay.type("/resume\r");
    await relay.see("The tree");
    await relay.see(question);
    relay.type("1\r");
    await relay.see(
      `Relay in ${cwd} with fake/m0.\r\nSession: The tree\r\n\r\n> first\r\none\r\n> third\r\nthree\r\n`,
    );
    await relay.see("> ");
    relay.type("go on\r");
    await relay.see("ok");
    const request = suite.model.requests.at(-1);
    assert.deepEqual(
      {
        model: request?.model,
        asked: request?.messages.filter(({ role }) => role === "user").map(({ content }) => content),
      },
      { model: "m0", asked: ["first", "third", "go on"] },
    );
  });

  it("searches, shows named sessions only, and says when nothing fits", async () => {
    ask("one", "fix the parser", 1);
    ask("two", "write a poem", 2);
    ask("three", "parser again", 3);
    const relay = await suite.open();
    relay.type("/resume\r");
    assert.deepEqual(rowsOf(await relay.see(question)), ["parser again", "write a poem", "fix the parser"]);
    relay.type("parser\r");
    const found = await relay.see(question);
    assert.match(found, /\(2, found by "parser"\)/);
    assert.deepEqual(rowsOf(found), ["parser again", "fix the parser"]);
    relay.type("r 2 The bug\r");
    await relay.see("Renamed.");
    await relay.see(question);
    relay.type("/\r");
    await relay.see(question);
    relay.type("m\r");
    assert.deepEqual(rowsOf(await relay.see(question)), ["The bug"]);
    relay.type("re:(\r");
    await relay.see("Nothing fits. / shows all again.");
    await relay.see(question);
    relay.type("\r");
    await relay.see("> ");
    relay.type("/session\r");
    await relay.see("written with the first message");
  });

  it("sessions-and-tools.md §3: renames in an edited line, and keeps the name when it is left", async () => {
    const path = ask("one", "hello", 1);
    const relay = await suite.open();
    relay.type("/resume\r");
    await relay.see(question);
    relay.type("r 1 Old\r");
    await relay.see("Renamed.");
    await relay.see(question);
    relay.type("r 1\r");
    await relay.see(/New name: .*Old/);
    relay.type(" and new\r");
    await relay.see("Renamed.");
    assert.deepEqual(rowsOf(await relay.see(question)), ["Old and new"]);
    relay.type("r 1\r");
    await relay.see(/New name: .*Old and new/);
    relay.type(ctrlC);
    await relay.see("The name stays as it is.");
    assert.deepEqual(rowsOf(await relay.see(question)), ["Old and new"]);
    assert.equal(readSession(path).at(-1)?.name, "Old and new");
  });

  it("deletes only when told so: into the trash, or for good where there is none", async () => {
    const trashed = join(suite.workspace.root, "trashed");
    mkdirSync(trashed);
    const PATH = suite.program("trash", `exec mv "$1" ${trashed}/`);
    const [keep, gone] = [ask("keep", "keep me", 1), ask("gone", "away", 2)];
    const relay = await suite.open([], { PATH });
    relay.type("/resume\r");
    await relay.see(question);
    for (const answer of ["\r", "n\r", ctrlC]) {
      relay.type("d 1\r");
      await relay.see('Delete "away"? [y/N] ');
      relay.type(answer);
      await relay.see("Nothing was deleted.");
      await relay.see(question);
    }
    assert.ok(existsSync(gone));
    relay.type("d 1\r");
    await relay.see("[y/N] ");
    relay.type("y\r");
    await relay.see("Moved to the trash.");
    assert.deepEqual(rowsOf(await relay.see(question)), ["keep me"]);
    assert.deepEqual([existsSync(gone), readdirSync(trashed)], [false, ["gone.jsonl"]]);
    suite.program("trash", "exit 1");
    relay.type("d 1\r");
    await relay.see("[y/N] ");
    relay.type("yes\r");
    await relay.see("Deleted.");
    await relay.see("There are none.");
    assert.equal(existsSync(keep), false);
  });

  it("does not delete the open session, and does not open it again", async () => {
    const relay = await suite.open(["mine"]);
    relay.type("/resume\r");
    assert.deepEqual(rowsOf(await relay.see(question)), ["mine  (open)"]);
    relay.type("d 1\r");
    await relay.see("[y/N] ");
    relay.type("y\r");
    await relay.see("Error: Cannot delete the currently active session");
    await relay.see(question);
    relay.type("1\r");
    await relay.see("That session is open already.");
    assert.equal(sessionFiles(suite.workspace).length, 1);
  });

  it("shows other folders' sessions with their folder when told so", async () => {
    ask("here", "here", 1);
    const { root, agentDir } = suite.workspace;
    const far = join(agentDir, "sessions", "--far--", "far.jsonl");
    mkdirSync(join(far, ".."), { recursive: true });
    const lines = asked("far away", { id: "far", cwd: root, at: 2 });
    writeFileSync(far, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
    const relay = await suite.open();
    relay.type("/resume\r");
    assert.deepEqual(rowsOf(await relay.see(question)), ["here"]);
    relay.type("a\r");
    assert.deepEqual(rowsOf(await relay.see(question)), [
      `far away  [${root}]`,
      `here  [${suite.workspace.cwd}]`,
    ]);
    relay.type("1\r");
    await relay.see(`Relay in ${root} with fake/m1.`);
  });

  it("puts copies below their original, or not", async () => {
    const original = ask("original", "original", 1);
    ask("other", "other", 2);
    ask("copy", "copy", 3, { parentSession: original });
    const relay = await suite.open();
    relay.type("/resume\r");
    assert.deepEqual(rowsOf(await relay.see(question)), ["original", "└ copy", "other"]);
    relay.type("s\r");
    assert.deepEqual(rowsOf(await relay.see(question)), ["copy", "other", "original"]);
  });

  it("pages through 3000 sessions, and any of them can be named", async () => {
    const width = 4;
    for (let at = 0; at < 3000; at++) ask(`s${at}`, `session ${String(at).padStart(width, "0")}`, at);
    const relay = await suite.open();
    relay.type("/resume\r");
    const first = await relay.see(question);
    assert.match(first, /\(3000, page 1 of 150\)/);
    assert.deepEqual([rowsOf(first).length, rowsOf(first)[0]], [20, "session 2999"]);
    relay.type("p\r");
    await relay.see("There is no such page.");
    await relay.see(question);
    relay.type("n\r");
    assert.equal(rowsOf(await relay.see(question))[0], "session 2979");
    relay.type("3001\r");
    await relay.see("No session has the number 3001 in this list.");
    await relay.see(question);
    relay.type("3000\r");
    await relay.see("> session 0000\r\n");
  });

  it("sessions-and-tools.md §1.5: continues here, forks or cancels when the session's folder is gone", async () => {
    const { root, cwd } = suite.workspace;
    const gone = join(root, "gone");
    const path = suite.session("lost", asked("lost", { id: "lost", cwd: gone, at: 1 }));
    const relay = await suite.open();
    const answerWith = async (answer: string): Promise<void> => {
      relay.type("/resume\r");
      await relay.see(question);
      relay.type("a\r");
      await relay.see("lost");
      await relay.see(question);
      relay.type("lost\r");
      await relay.see('found by "lost"');
      await relay.see(question);
      relay.type("1\r");
      await relay.see(`Stored session working directory does not exist: ${gone}`);
      await relay.see("[c/f/N] ");
      relay.type(`${answer}\r`);
    };
    await answerWith("");
    await relay.see("> ");
    await answerWith("fork");
    await relay.see(`Relay in ${cwd} with fake/m1.\r\n\r\n> lost\r\n`);
    const copies = sessionFiles(suite.workspace).filter((file) => file !== path);
    assert.deepEqual(
      copies.map((file) => readSession(file)[0]?.parentSession),
      [path],
    );
    relay.type("/new\r");
    await relay.see("New session.");
    for (const copy of copies) rmSync(copy);
    await answerWith("c");
    await relay.see(`Relay in ${cwd} with fake/m1.\r\n\r\n> lost\r\n`);
    await relay.see("> ");
    relay.type("go on\r");
    await relay.see("ok");
    // The next prompt comes when the answer is stored.
    await relay.see("> ");
    assert.equal(readSession(path)[0]?.cwd, gone);
    assert.ok(readSession(path).some((entry) => kindOf(entry) === "assistant"));
  });

  it("lets no name, message or folder command the terminal", async () => {
    const evil = "\x1b]0;evil\x07\x1b[31m\x9b2Jred\r\nnext\x00";
    ask("evil", evil, 1);
    const path = ask("named", "plain", 2);
    const name = {
      type: "session_info",
      id: "n",
      parentId: "aaaaaaaa",
      timestamp: new Date(0).toISOString(),
      name: evil,
    };
    writeFileSync(path, `${JSON.stringify(name)}\n`, { flag: "a" });
    const relay = await suite.open();
    relay.type("/resume\r");
    const clean = "]0;evil[31m2Jred next";
    assert.deepEqual(rowsOf(await relay.see(question)), [clean, clean]);
    relay.type("r 1\r");
    await relay.see("New name: ");
    await relay.see(clean);
    relay.type(ctrlC);
    await relay.see(question);
    relay.type("d 2\r");
    await relay.see(`Delete "${clean}"? [y/N] `);
    relay.type("\r");
    await relay.see(question);
    relay.type("1\r");
    await relay.see(`Session: ${clean}`);
    await relay.see("> ");
    relay.type("/fork\r");
    await relay.see(question);
    relay.type("\r");
    relay.type("/tree\r");
    await relay.see(question);
    relay.type("\r/name\r");
    await relay.see(`Session: ${clean}`);
    relay.type("/quit\r");
    await relay.exit;
    for (const forbidden of ["\x1b]", "\x1b[31m", "\x9b", "\x00", "\x07"]) {
      assert.equal(relay.output.includes(forbidden), false, JSON.stringify(forbidden));
    }
  });

  it("works before a session is open: --resume renames, deletes and opens", async () => {
    ask("one", "first", 1);
    const gone = ask("two", "second", 2);
    const relay = suite.start(["--resume"], { PATH: suite.program("trash", "exit 1") });
    await relay.see(question);
    relay.type("d 1\r");
    await relay.see('Delete "second"? [y/N] ');
    relay.type("y\r");
    await relay.see("Deleted.");
    await relay.see(question);
    relay.type("r 1\r");
    await relay.see("New name: ");
    relay.type("Named\r");
    await relay.see("Renamed.");
    assert.deepEqual(rowsOf(await relay.see(question)), ["Named"]);
    relay.type("?\r");
    await relay.see("d 3 ");
    await relay.see(question);
    relay.type("1\r");
    await relay.see("Session: Named\r\n\r\n> first\r\n");
    assert.equal(existsSync(gone), false);
  });
});

describe("cli: commands that replace the session", () => {
  const suite = useTerminal();

  it("/new shows the new session, and /name names and shows", async () => {
    const relay = await suite.open(["--name", "Old", "one"]);
    relay.type("/name\r");
    await relay.see("Session: Old\r\n");
    relay.type("/new\r");
    await relay.see(`New session.\r\nRelay in ${suite.workspace.cwd} with fake/m1.\r\n`);
    relay.type("/name\r");
    await relay.see("This session has no name. Give it one: /name <name>");
    relay.type("/name  My   name \r");
    await relay.see("Session: My name\r\n");
    relay.type("two\r");
    await relay.see("ok");
    const names = sessionFiles(suite.workspace).map(
      (path) => readSession(path).findLast(({ name }) => name)?.name as string,
    );
    assert.deepEqual(names.toSorted(), ["My   name", "Old"]);
  });

  it("/clone goes on in a copy; before the first message there is none", async () => {
    const relay = await suite.open();
    relay.type("/clone\r");
    await relay.see(
      "Error: This session has not been saved yet. Send a message before cloning or forking it.",
    );
    relay.type("one\r");
    await relay.see("ok");
    await relay.see("> ");
    relay.type("/clone\r");
    await relay.see("This is a copy.");
    await relay.see("> one\r\nok\r\n");
    await relay.see("> ");
    relay.type("two\r");
    await relay.see("ok");
    const users = sessionFiles(suite.workspace).map(
      (path) => readSession(path).filter((entry) => kindOf(entry) === "user").length,
    );
    assert.deepEqual(users.toSorted(), [1, 2]);
  });

  it("a command that replaces the session ends its run", async () => {
    suite.model.reset([{ text: "working", hold: new Promise(() => undefined) }]);
    const relay = suite.start(["begin"]);
    await relay.see("working");
    relay.type("/new\r");
    await relay.see("New session.");
    const [first = ""] = sessionFiles(suite.workspace);
    assert.equal(readSession(first).at(-1)?.message.stopReason, "aborted");
  });

  it("/import opens a copy, of a path with spaces, in quotes or below ~", async () => {
    const { cwd, home } = suite.workspace;
    const lines = chainSession(cwd, 2)
      .map((line) => JSON.stringify(line))
      .join("\n");
    mkdirSync(join(home, "my files"));
    writeFileSync(join(home, "my files", "a session.jsonl"), `${lines}\n`);
    const relay = await suite.open();
    for (const argument of ["~/my files/a session.jsonl", '"~/my files/a session.jsonl"']) {
      relay.type(`/import ${argument}\r`);
      await relay.see(`Open a copy of ${home}/my files/a session.jsonl? [Y/n] `);
      relay.type("\r");
      await relay.see("> question 0\r\nanswer 1\r\n");
    }
    assert.deepEqual(readdirSync(suite.sessionDir).sort(), ["a session-1.jsonl", "a session.jsonl"]);
  });

  it("sessions-and-tools.md §4: /import refuses, and the session stays", async () => {
    const { cwd } = suite.workspace;
    suite.workspace.write("bad.jsonl", "{}\n");
    const relay = await suite.open(["--name", "Mine"]);
    relay.type("/import\r");
    await relay.see("Usage: /import <path.jsonl>");
    relay.type("/import 'not there.jsonl'\r");
    await relay.see(`Error: File not found: ${cwd}/not there.jsonl`);
    relay.type("/import bad.jsonl\r");
    await relay.see("[Y/n] ");
    relay.type("\r");
    await relay.see(`Error: Session file is not a valid relay session: ${cwd}/bad.jsonl`);
    relay.type("/import bad.jsonl\r");
    await relay.see("[Y/n] ");
    relay.type("n\r");
    await relay.see("Nothing was imported.");
    relay.type("/name\r");
    await relay.see("Session: Mine");
  });

  it("lines that were typed ahead answer the questions in their order", async () => {
    const relay = await suite.open();
    relay.type("/name Ahead\r/bug it broke\r\rn\rn\ry\r/name\r");
    await relay.see("Report ");
    await relay.see("Session: Ahead");
    assert.ok(readdirSync(suite.workspace.cwd).some((name) => name.endsWith(".zip")));
  });
});
