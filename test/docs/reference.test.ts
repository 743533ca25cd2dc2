import assert from "node:assert/strict";
import { extensionUiMethods, rpcEventTypes } from "@relay-harness/protocol";
import { settingKeys, settingOf } from "../../agent/coding-agent/src/base/settings/settingsTable.ts";
import { lineCommands } from "../../agent/coding-agent/src/modes/interactive/commands/lineCommands.ts";
import { commandClasses } from "../../agent/coding-agent/src/modes/rpc/scheduler.ts";
import { builtinToolNames } from "../../agent/coding-agent/src/tools/builtinTools.ts";
import { generatedPages } from "../../scripts/docs/generatedPages.ts";
import { RpcProcess, runRelay } from "../support/relayProcess.ts";
import { createWorkspace, type Workspace } from "../support/workspace.ts";
import { firstCells, readPage, repositoryRoot, type Page } from "./markdown.ts";

/** Words in backticks that are the whole of a code span. */
function codeWords(text: string): ReadonlySet<string> {
  return new Set([...text.matchAll(/`([^`]+)`/g)].map(([, word = ""]) => word));
}

function headings({ prose }: Page, level: number): string[] {
  return [...prose.matchAll(new RegExp(`^#{${level}} (.*)$`, "gm"))].map(([, title = ""]) => title);
}

describe("documentation: complete and current", () => {
  let workspace: Workspace;
  beforeEach(() => (workspace = createWorkspace()));
  afterEach(() => workspace.dispose());

  it("cli.md has exactly the options of the help", async () => {
    const { stdout } = await runRelay(workspace, ["--help"]);
    const helpOptions = [...stdout.matchAll(/^ {2}(?:-\w+, )?(--[a-z-]+)/gm)].map(([, name]) => name);
    const documented = firstCells(readPage("docs/cli.md")).flatMap(
      (cell) => /`(--[a-z-]+)[^`]*`$/.exec(cell)?.[1] ?? [],
    );
    assert.deepEqual(documented.toSorted(), helpOptions.toSorted());
    const shorts = [...stdout.matchAll(/^ {2}(-\w+), --/gm)].map(([, name]) => name);
    assert.deepEqual(
      firstCells(readPage("docs/cli.md"))
        .flatMap((cell) => /^`(-\w+)`/.exec(cell)?.[1] ?? [])
        .toSorted(),
      shorts.toSorted(),
    );
  });

  it("environment-variables.md has the variables of the help", async () => {
    const { stdout } = await runRelay(workspace, ["--help"]);
    const [, list = ""] = /^Environment:\n((?: {2}.*\n)+)/m.exec(stdout) ?? [];
    const names = list.match(/^ {2}[A-Z_, ]+(?= {2})/gm)?.flatMap((left) => left.trim().split(", ")) ?? [];
    assert.ok(names.includes("RELAY_CODING_AGENT_DIR"));
    const documented = codeWords(readPage("docs/environment-variables.md").text);
    assert.deepEqual(
      names.filter((name) => !documented.has(name)),
      [],
    );
  });

  it("rpc-commands.md has exactly the commands of the protocol", () => {
    const titles = headings(readPage("docs/rpc-commands.md"), 3).filter((title) => /^[a-z_]+$/.test(title));
    assert.deepEqual(titles.toSorted(), Object.keys(commandClasses).toSorted());
  });

  it("rpc-commands.md says which commands work as get_protocol does, with an example for each", async () => {
    const relay = new RpcProcess(workspace);
    const { data } = await relay.request({ type: "get_protocol" });
    await relay.close();
    const page = readPage("docs/rpc-commands.md");
    const [working = "", missing = ""] = page.text.split("\n## Not in this build");
    const titles = (text: string): string[] =>
      [...text.matchAll(/^### ([a-z_]+)$/gm)].map(([, title = ""]) => title);
    const named = data.commands as string[];
    assert.deepEqual(titles(working).toSorted(), named.toSorted());
    assert.ok(titles(missing).every((title) => !named.includes(title)));
    const shown = page.blocks.filter(({ mark }) => mark?.startsWith("rpc")).map(({ text }) => text);
    const withoutExample = named.filter((name) => !shown.some((text) => text.includes(`"type":"${name}"`)));
    assert.deepEqual(withoutExample, []);
    assert.ok(
      (data.uiMethods as string[]).every((method) => extensionUiMethods.some((known) => known === method)),
    );
  });

  it("json.md names every event", () => {
    const page = readPage("docs/json.md");
    const documented = new Set([...codeWords(page.prose), ...headings(page, 3)]);
    assert.deepEqual(
      rpcEventTypes.filter((name) => !documented.has(name)),
      [],
    );
  });

  it("settings.md has every setting once", () => {
    const cells = firstCells(readPage("docs/settings.md"));
    const documented = cells.flatMap((cell) => /^`([A-Za-z.]+)`$/.exec(cell)?.[1] ?? []);
    const known = settingKeys.filter((key) => !settingOf(key).isInternal);
    assert.deepEqual(documented.toSorted(), known.toSorted());
  });

  it("usage.md has every command of the line interface", () => {
    const documented = firstCells(readPage("docs/usage.md")).flatMap(
      (cell) => /^`(\/[a-z-]+)/.exec(cell)?.[1] ?? [],
    );
    assert.deepEqual([...new Set(documented)].toSorted(), Object.keys(lineCommands).toSorted());
  });

  it("tools.md has a section for every tool", () => {
    const titles = headings(readPage("docs/tools.md"), 2);
    assert.deepEqual(
      builtinToolNames.filter((name) => !titles.includes(name)),
      [],
    );
  });

  it("the tables of settings and providers are what the sources give", async () => {
    const pages = await generatedPages(repositoryRoot);
    for (const { path, current, wanted } of pages) {
      // New tests change the coverage of the specification all the time; `generateDocs.ts --check` looks.
      if (path !== "docs/internals/spec-coverage.md") assert.equal(current, wanted, path);
    }
  });
});
