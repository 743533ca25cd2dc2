import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readExportedPage } from "../support/exportedPage.ts";
import { runRelay, type RunResult } from "../support/relayProcess.ts";
import { treeSession, writeSessionFile } from "../support/sessionFiles.ts";
import { createWorkspace, type Workspace } from "../support/workspace.ts";

describe("cli: --export", () => {
  let workspace: Workspace;
  beforeEach(() => (workspace = createWorkspace()));
  afterEach(() => workspace.dispose());

  const relay = (...args: string[]): Promise<RunResult> => runRelay(workspace, args);

  it("cli.md §1.9: writes relay-session-<name>.html here and prints where", async () => {
    const lines = treeSession("/elsewhere");
    const path = writeSessionFile(join(workspace.root, "some.session.jsonl"), lines);
    const { stdout, stderr, code } = await relay("--export", path);
    const target = join(workspace.cwd, "relay-session-some.session.html");
    assert.deepEqual([stdout, stderr, code], [`Exported to: ${target}\n`, "", 0]);
    const page = readExportedPage(target);
    assert.deepEqual(page.data, { header: lines[0], entries: lines.slice(1), leafId: "a3" });
    assert.ok(page.html.length < 400_000);
    const shown = [...page.draw().querySelectorAll("main .markdown")].map(({ textContent }) => textContent);
    assert.deepEqual(shown, ["first", "one", "third", "three"]);
  });

  it("cli.md §1.2: takes the place from the next argument, always as HTML", async () => {
    const path = writeSessionFile(join(workspace.cwd, "a.jsonl"), treeSession("/e"));
    const { stdout, code } = await relay("--export", "a.jsonl", "out.jsonl");
    assert.deepEqual([stdout, code], [`Exported to: ${join(workspace.cwd, "out.jsonl")}\n`, 0]);
    assert.match(readFileSync(join(workspace.cwd, "out.jsonl"), "utf8"), /^<!doctype html>/);
    assert.match((await relay("--export", path, "no/folder/x.html")).stderr, /^Error: ENOENT/);
  });

  it("sessions-and-tools.md §7: says what is wrong with the file and exits with 1", async () => {
    const refused = async (file: string, message: string): Promise<void> => {
      const { stdout, stderr, code } = await relay("--export", file);
      assert.deepEqual([stdout, stderr, code], ["", `Error: ${message}\n`, 1]);
    };
    const at = (name: string): string => join(workspace.cwd, name);
    await refused("none.jsonl", `File not found: ${at("none.jsonl")}`);
    writeFileSync(at("text.jsonl"), "text\n");
    await refused("text.jsonl", `Session file is not a valid relay session: ${at("text.jsonl")}`);
    await refused(".", `Session file is not a valid relay session: ${workspace.cwd}`);
    writeSessionFile(at("empty.jsonl"), treeSession("/e").slice(0, 1));
    await refused("empty.jsonl", "Nothing to export yet - start a conversation first");
    assert.ok(!existsSync(at("relay-session-empty.html")));
  });

  it("sessions-and-tools.md §7: hostile content stays text, and nothing is loaded from elsewhere", async () => {
    const hostile =
      "</script><script>globalThis.zqxjk = 1</script><img src=x onerror=zqxjk> [l](javascript:zqxjk)";
    const lines = treeSession("/e");
    const last = lines.at(-1);
    assert.ok(last);
    last.message.content = [{ type: "text", text: `${hostile}\n\n![i](https://host/i.png)` }];
    lines.push({ type: "session_info", id: "n1", parentId: "a3", timestamp: "", name: hostile });
    writeSessionFile(join(workspace.cwd, "h.jsonl"), lines);
    assert.equal((await relay("--export", "h.jsonl")).code, 0);
    const page = readExportedPage(join(workspace.cwd, "relay-session-h.html"));
    assert.ok(!page.html.includes("zqxjk"));
    assert.doesNotMatch(page.html.replace(/<script>[^]*<\/script>/, ""), /https?:/);
    const elements = [...page.draw().querySelectorAll("*")];
    const attributes = new Set(elements.flatMap((element) => element.getAttributeNames()));
    assert.deepEqual(
      [...attributes].filter((name) => name.startsWith("on") || name === "srcdoc" || name === "style"),
      [],
    );
    const targets = elements.flatMap(
      (element) => element.getAttribute("href") ?? element.getAttribute("src") ?? [],
    );
    assert.deepEqual(targets, ["https://host/i.png"]);
  });
});
