import assert from "node:assert/strict";
import { join } from "node:path";
import { tinyPng } from "../support/images.ts";
import { ofType } from "../support/rpcSuite.ts";
import { chainSession, kindOf, readSession, sessionFiles, treeSession } from "../support/sessionFiles.ts";
import { useTerminal } from "../support/terminalSuite.ts";

const ctrlC = "\x03";
const question = "Enter to leave: ";
const summaryQuestion = "y, n, or i to add instructions [y/i/N] ";

/** The list's rows, as they stand behind their numbers. */
function rowsOf(shown: string): string[] {
  return [...shown.matchAll(/^ +\d+ {2}(.*)\r$/gm)].map(([, text = ""]) => text);
}

/** Ids of the messages and summaries in a file. */
function conversation(path: string): unknown[] {
  return readSession(path)
    .filter(({ type }) => type === "message" || type === "branch_summary")
    .map(({ id }) => id as string);
}

describe("cli: /tree", () => {
  const suite = useTerminal();

  it("cli.md §13.6: numbers the tree, the active branch first, and marks where the session stands", async () => {
    const path = suite.session("tree", treeSession(suite.workspace.cwd));
    const relay = await suite.open(["--session", path]);
    relay.type("/tree\r");
    assert.deepEqual(rowsOf(await relay.see(question)), [
      "you: first",
      "answer: one",
      "  you: third",
      "  answer: three  <- here",
      "  you: second",
      "  answer: two",
    ]);
    relay.type("f user-only\r");
    assert.deepEqual(rowsOf(await relay.see(question)), [
      "you: first",
      "  you: third  <- here",
      "  you: second",
    ]);
    relay.type("f nothing\r");
    await relay.see("Error: f takes one of default, no-tools, user-only, labeled-only, all.");
    await relay.see(question);
    relay.type("second\r");
    assert.deepEqual(rowsOf(await relay.see(question)), ["  you: second"]);
    relay.type("\r");
    await relay.see("> ");
    relay.type("/quit\r");
    await relay.exit;
    assert.deepEqual(conversation(path), ["u1", "a1", "u2", "a2", "u3", "a3"]);
  });

  it("cli.md 59: puts a message of the user back to be edited, with its images, and branches off", async () => {
    const image = tinyPng.toString("base64");
    const lines = JSON.stringify(treeSession(suite.workspace.cwd)).replace("aGk=", image);
    const path = suite.session("tree", JSON.parse(lines) as object[]);
    const relay = await suite.open(["--session", path]);
    relay.type("/tree\r");
    await relay.see(question);
    relay.type("5\r");
    await relay.see(summaryQuestion);
    relay.type("\r");
    await relay.see("> first\r\none\r\n");
    await relay.see("second");
    relay.type(" thought\r");
    await relay.see("ok");
    await relay.see("> ");
    const entries = readSession(path);
    const added = entries.slice(treeSession("").length);
    const user = added.find((entry) => kindOf(entry) === "user");
    assert.deepEqual(user?.message.content, [
      { type: "text", text: "second thought" },
      { type: "image", data: image, mimeType: "image/png" },
    ]);
    assert.equal(ofType(entries, "branch_summary").length, 0);
    assert.equal(added.find(({ parentId }) => parentId === "a1")?.type, "message");
  });

  it("goes on behind any other entry with an empty line; the current one changes nothing", async () => {
    const path = suite.session("tree", treeSession(suite.workspace.cwd));
    const relay = await suite.open(["--session", path]);
    relay.type("/tree\r");
    await relay.see(question);
    relay.type("4\r");
    await relay.see("Already at this point.");
    await relay.see("> ");
    relay.type("/tree\r");
    await relay.see(question);
    relay.type("6\r");
    await relay.see(summaryQuestion);
    relay.type("n\r");
    await relay.see("> second\r\ntwo\r\n");
    await relay.see("> ");
    relay.type("again\r");
    await relay.see("ok");
    const request = suite.model.requests.at(-1);
    assert.equal(request?.messages.filter(({ role }) => role === "user").length, 3);
  });

  it("sessions-and-tools.md §5: summarizes what is left, with instructions", async () => {
    suite.model.reset([{ text: "The third way failed." }, { text: "ok" }]);
    const path = suite.session("tree", treeSession(suite.workspace.cwd));
    const relay = await suite.open(["--session", path]);
    relay.type("/tree\r");
    await relay.see(question);
    relay.type("6\r");
    await relay.see(summaryQuestion);
    // Ctrl+C leads back to the tree.
    relay.type(ctrlC);
    await relay.see(question);
    relay.type("6\r");
    await relay.see(summaryQuestion);
    relay.type("i\r");
    await relay.see("Instructions for the summary: ");
    relay.type("mind the parser\r");
    await relay.see("Summarizing the branch that you leave... (Ctrl+C cancels)");
    await relay.see("[summary]\r\n");
    await relay.see("The third way failed.");
    await relay.see("> ");
    assert.match(JSON.stringify(suite.model.requests[0]), /mind the parser/);
    const [summary] = ofType(readSession(path), "branch_summary");
    assert.equal(summary?.parentId, "a2");
  });

  it("Ctrl+C cancels the summary, and nothing has moved", async () => {
    suite.model.reset([{ before: new Promise(() => undefined) }]);
    const path = suite.session("tree", treeSession(suite.workspace.cwd));
    const relay = await suite.open(["--session", path]);
    relay.type("/tree\r");
    await relay.see(question);
    relay.type("6\r");
    await relay.see(summaryQuestion);
    relay.type("y\r");
    await relay.see("(Ctrl+C cancels)");
    while (suite.model.requests.length === 0) await new Promise(setImmediate);
    relay.type(ctrlC);
    await relay.see("Cancelled.");
    await relay.see("> ");
    relay.type("/tree\r");
    await relay.see("answer: three  <- here");
    assert.deepEqual(conversation(path), ["u1", "a1", "u2", "a2", "u3", "a3"]);
  });

  it("labels entries, shows them alone, and copies their text through the terminal over SSH", async () => {
    const path = suite.session("tree", treeSession(suite.workspace.cwd));
    const relay = await suite.open(["--session", path], { SSH_CONNECTION: "1" });
    relay.type("/tree\r");
    await relay.see(question);
    relay.type("l 1 good start\r");
    assert.equal(rowsOf(await relay.see(question))[0], "[good start] you: first");
    relay.type("l 2\r");
    await relay.see("Label (empty clears it): ");
    relay.type("answered\r");
    await relay.see(question);
    relay.type("f labeled-only\r");
    assert.deepEqual(rowsOf(await relay.see(question)), [
      "[good start] you: first",
      "[answered] answer: one  <- here",
    ]);
    relay.type("c 1\r");
    await relay.see(`\x1b]52;c;${Buffer.from("first").toString("base64")}\x07`);
    await relay.see("Copied.");
    assert.deepEqual(
      ofType(readSession(path), "label").map(({ targetId, label }) => [targetId, label]),
      [
        ["u1", "good start"],
        ["a1", "answered"],
      ],
    );
  });

  it("is refused while a run is active", async () => {
    suite.model.reset([{ text: "working", hold: new Promise(() => undefined) }]);
    const relay = suite.start(["begin"]);
    await relay.see("working");
    relay.type("/tree\r");
    await relay.see("Error: Wait for the current response to finish before navigating the session tree.");
  });

  it("opens a long conversation at its end", async () => {
    const path = suite.session("chain", chainSession(suite.workspace.cwd, 6000));
    const relay = await suite.open(["--session", path]);
    await relay.see("");
    relay.type("/tree\r");
    const rows = rowsOf(await relay.see(question));
    assert.deepEqual(
      [rows.length, rows[0], rows.at(-1)],
      [20, "you: question 5980", "answer: answer 5999  <- here"],
    );
    relay.type("1\r");
    await relay.see(summaryQuestion);
    relay.type("n\r");
    await relay.see("question 0");
    await relay.see("> ");
  });
});

describe("cli: /fork", () => {
  const suite = useTerminal();

  it("cli.md §8.2: lists your messages of the branch, and puts the chosen one to be edited into a new session", async () => {
    const source = suite.session("tree", treeSession(suite.workspace.cwd));
    const relay = await suite.open(["--session", source]);
    relay.type("/fork\r");
    assert.deepEqual(rowsOf(await relay.see(question)), ["first", "third"]);
    relay.type("2\r");
    await relay.see("New session. Edit the message and send it, or Ctrl+C to drop it.");
    await relay.see("> first\r\none\r\n");
    await relay.see("third");
    relay.type(" time\r");
    await relay.see("ok");
    const copy = sessionFiles(suite.workspace).find((path) => path !== source) ?? "";
    assert.equal(readSession(copy)[0]?.parentSession, source);
    const users = readSession(copy).filter((entry) => kindOf(entry) === "user");
    assert.deepEqual(
      users.map(({ message }) => message.content[0].text as string),
      ["first", "third time"],
    );
  });

  it("keeps the lines of a long message, and drops it with Ctrl+C", async () => {
    const relay = await suite.open();
    await relay.see("");
    relay.paste("line one\nline two");
    relay.type("\r");
    await relay.see("ok");
    await relay.see("> ");
    relay.type("/fork\r");
    await relay.see("  1  line one line two\r\n");
    await relay.see(question);
    relay.type("1\r");
    await relay.see("> line one\r\n");
    await relay.see("line two");
    relay.type("\r");
    await relay.see("ok");
    assert.equal(suite.model.requests.at(-1)?.messages.at(-1)?.content, "line one\nline two");
    await relay.see("> ");
    relay.type("/fork\r");
    await relay.see(question);
    relay.type("1\r");
    await relay.see("> line one\r\n");
    relay.type(ctrlC);
    relay.type("other\r");
    await relay.see("ok");
    assert.equal(suite.model.requests.at(-1)?.messages.at(-1)?.content, "other");
  });

  it("says when there is nothing to fork", async () => {
    const relay = await suite.open();
    relay.type("/fork\r");
    await relay.see("There is no message of yours to fork before yet.");
    relay.type(`/session\r`);
    await relay.see(join(suite.workspace.agentDir, "sessions"));
  });
});
