import assert from "node:assert/strict";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, delimiter, join } from "node:path";
import { strFromU8, unzipSync } from "fflate";
import { readExportedPage } from "../support/exportedPage.ts";
import type { AnyRecord, RpcProcess } from "../support/relayProcess.ts";
import { ofType, useRpc } from "../support/rpcSuite.ts";
import { readSession, sessionFiles, treeSession, writeSessionFile } from "../support/sessionFiles.ts";

const nothingYet = "Nothing to export yet - start a conversation first";

/** What a command was refused with. */
async function refusal(relay: RpcProcess, command: AnyRecord): Promise<string | undefined> {
  const { success, error } = await relay.request(command);
  return success ? undefined : (error as string);
}

describe("rpc: export_html and export_jsonl", () => {
  const suite = useRpc();

  it("rpc.md 54: export_html needs a conversation, export_jsonl does not", async () => {
    const relay = suite.start([]);
    assert.equal(await refusal(relay, { type: "export_html" }), nothingYet);
    const { data } = await relay.request({ type: "export_jsonl" });
    const entries = readSession(data.path as string);
    assert.deepEqual(
      entries.map(({ type }) => type),
      ["session", "model_change", "thinking_level_change"],
    );
  });

  it("rpc.md §4.7: writes a page with all entries, prompt and tools beside the session", async () => {
    suite.model.add({ text: "# Done\n\n**well**" });
    const relay = suite.start([]);
    await relay.prompt("hello <b>");
    const { data } = await relay.request({ type: "export_html" });
    const [file = ""] = sessionFiles(suite.workspace);
    const stem = basename(file, ".jsonl");
    assert.equal(data.path, join(suite.workspace.cwd, `relay-session-${stem}.html`));
    const page = readExportedPage(data.path as string);
    const { entries, leafId } = (await relay.request({ type: "get_entries" })).data as AnyRecord;
    const [header, ...stored] = readSession(file);
    assert.deepEqual(
      { header: page.data.header, entries: page.data.entries, leafId: page.data.leafId },
      { header, entries: stored, leafId },
    );
    assert.deepEqual(page.data.entries, entries);
    assert.match(page.data.systemPrompt as string, /<cwd>|Relay/);
    const tools = page.data.tools as AnyRecord[];
    assert.ok(tools.length > 0);
    assert.deepEqual(
      tools.map((tool) => Object.keys(tool)),
      tools.map(() => ["name", "description", "parameters"]),
    );
    const root = page.draw();
    const texts = [...root.querySelectorAll("main .card .markdown")].map(({ textContent }) => textContent);
    assert.deepEqual(texts, ["hello <b>", "Donewell"]);
  });

  it("rpc.md §4.7: paths are ~ or relative to the session, whatever the extension; folders must exist", async () => {
    suite.model.add({ text: "ok" });
    const relay = suite.start();
    await relay.prompt("hi");
    const inHome = await relay.request({ type: "export_html", outputPath: "~/a.txt" });
    assert.equal(inHome.data.path, join(suite.workspace.home, "a.txt"));
    assert.match(readFileSync(inHome.data.path as string, "utf8"), /<title>Session Export<\/title>/);
    assert.match((await refusal(relay, { type: "export_html", outputPath: "no/a.html" })) ?? "", /^ENOENT/);
    const { sessionId } = (await relay.request({ type: "get_state" })).data as AnyRecord;
    const inMemory = await relay.request({ type: "export_html" });
    assert.equal(basename(inMemory.data.path as string), `relay-session-${sessionId}.html`);
    const jsonl = await relay.request({ type: "export_jsonl", outputPath: "made/for/it.jsonl" });
    assert.equal(jsonl.data.path, join(suite.workspace.cwd, "made/for/it.jsonl"));
    assert.equal(readSession(jsonl.data.path as string)[0]?.id, sessionId);
  });

  it("rpc-additions.md §2: sessionPath exports a stored session, its active branch as JSONL", async () => {
    const folder = join(suite.workspace.agentDir, "sessions/--elsewhere--");
    const lines = treeSession("/elsewhere");
    const path = writeSessionFile(join(folder, "other.jsonl"), lines);
    const before = readFileSync(path);
    const relay = suite.start([]);
    const html = await relay.request({ type: "export_html", sessionPath: path });
    assert.equal(html.data.path, join(suite.workspace.cwd, "relay-session-other.html"));
    const page = readExportedPage(html.data.path as string);
    assert.deepEqual(Object.keys(page.data), ["header", "entries", "leafId"]);
    assert.deepEqual(page.data.entries, lines.slice(1));
    const jsonl = await relay.request({ type: "export_jsonl", sessionPath: path });
    const [header, ...entries] = readSession(jsonl.data.path as string);
    assert.deepEqual([header?.id, header?.cwd], ["tree", "/elsewhere"]);
    assert.deepEqual(
      entries.map(({ id }) => id as string),
      ["u1", "a1", "u3", "a3"],
    );
    assert.deepEqual(readFileSync(path), before);
  });

  it("rpc-additions.md §2: sessionPath has to be a session in a session directory", async () => {
    const relay = suite.start([]);
    const outside = writeSessionFile(join(suite.workspace.cwd, "x.jsonl"), treeSession("/e"));
    const text = join(suite.workspace.agentDir, "sessions/--e--/notes.jsonl");
    mkdirSync(join(text, ".."), { recursive: true });
    writeFileSync(text, "notes\n");
    for (const type of ["export_html", "export_jsonl"]) {
      for (const sessionPath of [outside, text]) {
        assert.equal(await refusal(relay, { type, sessionPath }), `Not a session file: ${sessionPath}`);
      }
      assert.equal(await refusal(relay, { type, sessionPath: "/no/such" }), "File not found: /no/such");
    }
  });
});

describe("rpc: share_session", function () {
  // The stand-in for gh is a script of the shell.
  if (process.platform === "win32") return;
  const suite = useRpc();

  /** Starts Relay with a `gh` that runs this script. */
  function startWith(script: string, env: Record<string, string> = {}): RpcProcess {
    const bin = join(suite.workspace.root, "bin");
    mkdirSync(bin);
    writeFileSync(join(bin, "gh"), `#!/bin/sh\n${script}\n`);
    chmodSync(join(bin, "gh"), 0o755);
    const path = `${bin}${delimiter}${suite.workspace.env.PATH}`;
    return suite.start(["--no-session"], {
      env: { PATH: path, TMPDIR: suite.workspace.root, OUT: suite.workspace.root, ...env },
    });
  }

  const temporaryFolders = (): string[] =>
    readdirSync(suite.workspace.root).filter((name) => name.startsWith("relay-share-"));

  it("sessions-and-tools.md §7: uploads the page as a private gist and names its URL", async () => {
    suite.model.add({ text: "ok" });
    const relay = startWith(
      `echo "$@" >> "$OUT/calls"
if [ "$1" = gist ]; then
  cp "$4" "$OUT/shared.html"; stat -c %a "$(dirname "$4")" > "$OUT/mode"
  echo "- Creating gist session.html"; echo "https://gist.github.com/someone/0123abcd"
fi`,
      { RELAY_SHARE_VIEWER_URL: "https://viewer.example/s" },
    );
    await relay.prompt("hi");
    const { data } = await relay.request({ type: "share_session" });
    assert.deepEqual(data, {
      url: "https://gist.github.com/someone/0123abcd",
      viewerUrl: "https://viewer.example/s#0123abcd",
    });
    const { root } = suite.workspace;
    const calls = readFileSync(join(root, "calls"), "utf8").trimEnd().split("\n");
    assert.equal(calls[0], "auth status");
    assert.match(calls[1] ?? "", /^gist create --public=false \S+\/session\.html$/);
    assert.equal(readFileSync(join(root, "mode"), "utf8"), "700\n");
    assert.equal(readExportedPage(join(root, "shared.html")).data.entries.at(-1).message.role, "assistant");
    assert.deepEqual(temporaryFolders(), []);
  });

  it("sessions-and-tools.md §7: tells why a gist was not made, and removes the page", async () => {
    suite.model.add({ text: "ok" });
    const relay = startWith(
      `if [ "$1" = auth ]; then test -e "$OUT/in"; exit; fi; echo "HTTP 403: no" >&2; exit 1`,
    );
    assert.equal(await refusal(relay, { type: "share_session" }), nothingYet);
    await relay.prompt("hi");
    assert.equal(
      await refusal(relay, { type: "share_session" }),
      "GitHub CLI is not logged in. Run 'gh auth login' first.",
    );
    writeFileSync(join(suite.workspace.root, "in"), "");
    assert.equal(await refusal(relay, { type: "share_session" }), "Failed to create gist: HTTP 403: no");
    assert.deepEqual(temporaryFolders(), []);
  });

  it("rpc-additions.md: a slow gh delays nothing, and ends with the process", async () => {
    suite.model.add({ text: "ok" });
    const relay = startWith("exec sleep 600");
    await relay.prompt("hi");
    const id = relay.send({ type: "share_session" });
    const other = await relay.request({ type: "set_thinking_level", level: "high" });
    assert.equal(other.success, true);
    await relay.request({ type: "abort" });
    assert.ok(!relay.records.some((record) => record.id === id));
    assert.equal((await relay.close()).code, 0);
    assert.equal(relay.records.find((record) => record.id === id)?.success, false);
  });
});

describe("rpc: bug_report", () => {
  const suite = useRpc({ nested: { password: "p" } });

  it("sessions-and-tools.md §7: writes an archive and remembers it in the session", async () => {
    suite.model.add({ text: "ok" });
    const relay = suite.start([]);
    await relay.prompt("confidential");
    const { data } = await relay.request({ type: "bug_report", description: "It stops" });
    assert.equal(data.path, join(suite.workspace.cwd, `relay-bug-report-${data.id}.zip`));
    assert.ok(statSync(data.path as string).isFile());
    const files = unzipSync(readFileSync(data.path as string));
    assert.deepEqual(Object.keys(files), ["report.json", "diagnostics.json"]);
    const all = Object.values(files)
      .map((bytes) => strFromU8(bytes))
      .join("");
    assert.doesNotMatch(all, /confidential|test-key/);
    const report = JSON.parse(strFromU8(files["report.json"] ?? new Uint8Array())) as AnyRecord;
    assert.equal(report.hint, "It stops");
    assert.deepEqual(report.settings.global.nested, { password: "<redacted>" });
    assert.deepEqual(
      [report.model.id, report.provider.id, report.provider.authStatus.configured],
      ["m1", "fake", true],
    );
    const [appended] = ofType(relay.records, "entry_appended").slice(-1);
    assert.equal(appended?.entry.customType, "relay.bug-report");
    assert.deepEqual(appended?.entry.data, {
      id: data.id,
      createdAt: report.createdAt,
      hint: "It stops",
      sessionIncluded: false,
      summaryIncluded: false,
      delivery: "zip",
      path: data.path,
    });
    assert.deepEqual(readSession(sessionFiles(suite.workspace)[0] ?? "").at(-1), appended?.entry);
  });

  it("sessions-and-tools.md §7: holds the transcript or the model's summary on request", async () => {
    suite.model.add(
      { text: "ok" },
      { text: "It stopped early." },
      { status: 400, errorBody: { error: "no" } },
    );
    const relay = suite.start([]);
    await relay.prompt("confidential");
    const full = await relay.request({ type: "bug_report", transcript: "full" });
    const lines = strFromU8(
      unzipSync(readFileSync(full.data.path as string))["session.jsonl"] ?? new Uint8Array(),
    );
    assert.match(lines, /confidential/);
    const summary = await relay.request({ type: "bug_report", transcript: "summary" });
    const text = unzipSync(readFileSync(summary.data.path as string))["summary.md"];
    assert.equal(strFromU8(text ?? new Uint8Array()), "It stopped early.\n");
    const { error } = await relay.request({ type: "bug_report", transcript: "summary" });
    assert.match(error as string, /^Summarizing the problem failed: /);
    assert.equal(readdirSync(suite.workspace.cwd).filter((name) => name.endsWith(".zip")).length, 2);
  });

  it("is written without a conversation too", async () => {
    const relay = suite.start([]);
    const { data } = await relay.request({ type: "bug_report", transcript: "full" });
    assert.ok(existsSync(data.path as string));
  });
});
