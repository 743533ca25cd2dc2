import assert from "node:assert/strict";
import type { ChatRecord, HostRow } from "@relay-harness/protocol/webview";
import { hostileTexts } from "./support/hostileTexts.ts";
import { openView } from "./support/openView.ts";
import type { View } from "./support/openView.ts";
import { authorizationDialog } from "./support/cardScenes.ts";
import { scenes } from "./support/scenes.ts";
import { Story } from "./support/story.ts";

/** A session that says one text in every place that shows text of others. */
function storyOf(text: string): Story {
  const story = new Story();
  story.asks(`${text}\n\n<file name="${text.replace(/["\n]/g, "")}">\n${text}\n</file>`);
  story.record("relay.harness.constraint", {
    v: 1,
    op: "add",
    id: "c1",
    text,
    lang: "en",
    form: "x",
    entryId: "e1",
  });
  story.calls("bash", { command: text }, { text, before: [{ type: "thinking", thinking: text }] });
  story.calls("edit", { path: text }, { details: { diff: `+1 ${text.replaceAll("\n", " ")}`, patch: "" } });
  story.calls("mcp__evil__tool", { query: text, [text]: text }, { text, isError: true });
  story.append<"custom_message">({ type: "custom_message", customType: text, content: text, display: true });
  story.append<"compaction">({ type: "compaction", summary: text, firstKeptEntryId: "x", tokensBefore: 1 });
  story.says(text);
  story.assistant([{ type: "text", text }], { stopReason: "error", errorMessage: text });
  return story;
}

function rowsOf(text: string): ChatRecord[] {
  const row: HostRow = {
    id: "r",
    kind: "notify",
    severity: "info",
    text,
    detail: text,
    actions: [{ id: text, label: text }],
  };
  return [
    { kind: "row", row },
    { kind: "row", row: { ...row, id: "c", kind: "crash" } },
    { kind: "bashCommand", id: "b", command: text, excludeFromContext: false },
    { kind: "event", event: { type: "bash_execution_update", id: "b", delta: text } },
    { kind: "event", event: { type: "extension_error", extensionPath: text, event: "x", error: text } },
  ];
}

describe("hostile text", function () {
  this.timeout(240_000);
  let view: View;

  before(async () => {
    view = await openView({ state: scenes[1]!.state });
    await view.page.evaluate(() => {
      const watched = globalThis as unknown as { ran: string[] };
      watched.ran = [];
      for (const name of ["alert", "open", "print"] as const) {
        Object.assign(window, { [name]: (...all: unknown[]) => watched.ran.push(`${name} ${all.join()}`) });
      }
    });
    await view.host.set({
      settings: { ...view.host.state.settings, showThinking: true, foldFinishedTurns: false },
    });
  });
  after(() => view.close());

  /** What of the document could run, load or lead away. */
  const dangers = (): Promise<string[]> =>
    view.page.evaluate(() => {
      const found = [...(globalThis as unknown as { ran: string[] }).ran];
      for (const element of document.querySelectorAll("#root *")) {
        const tag = element.tagName.toLowerCase();
        if (
          ["script", "iframe", "object", "embed", "form", "base", "link", "meta", "video", "audio"].includes(
            tag,
          )
        ) {
          found.push(`<${tag}>`);
        }
        for (const { name, value } of element.attributes) {
          if (name.startsWith("on") || name === "srcdoc" || name === "formaction")
            found.push(`${tag} ${name}`);
          const isAddress = [
            "href",
            "src",
            "action",
            "xlink:href",
            "background",
            "poster",
            "srcset",
          ].includes(name);
          if (isAddress && value !== "#" && !/^#[\w-]+$/.test(value) && !value.startsWith("data:image/")) {
            found.push(`${tag} ${name}=${value}`);
          }
        }
      }
      return found;
    });

  const bidi = /[\u202A-\u202E\u2066-\u2069\u200E\u200F]/;

  for (const { name, text } of hostileTexts) {
    it(`vscode.md 11: ${name}`, async () => {
      const { host, page } = view;
      host.received.length = 0;
      const requests = view.requests.length;
      await host.open(storyOf(text).entries, { live: rowsOf(text) });
      const { context } = authorizationDialog;
      assert.ok(context?.kind === "authorization");
      await host.set({
        dialogs: [
          {
            ...authorizationDialog,
            id: name,
            title: text,
            context: {
              ...context,
              command: text,
              reason: text,
              operations: [text],
              targets: [{ path: text }],
            },
          },
        ],
        queue: [{ id: "q", kind: "steer", text, attachments: [text] }],
        statuses: [{ key: text, text }],
        widgets: [{ key: text, lines: [text], placement: "aboveEditor" }],
        attachments: [{ id: "a", kind: "text", label: text, bytes: 1, isCut: true }],
      });
      await page.getByRole("alertdialog").waitFor();
      // Every fold is opened, every link is pressed.
      for (let round = 0; round < 2; round++) {
        await page.evaluate(() => {
          for (const fold of document.querySelectorAll<HTMLElement>(
            '[aria-expanded="false"]:not([role="combobox"])',
          ))
            fold.click();
        });
      }
      await page.evaluate(() => {
        for (const link of document.querySelectorAll<HTMLElement>("a")) link.click();
      });
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50))));
      assert.deepEqual(await dangers(), []);
      const loaded = view.requests
        .slice(requests)
        .filter((address) => !address.startsWith(new URL(page.url()).origin));
      assert.deepEqual(loaded, []);
      const opened = host.received
        .filter(({ name: sent }) => sent === "link/open")
        .map(({ params }) => (params as { href: string }).href);
      assert.deepEqual(
        opened.filter((href) => /^\s*(?!https?:|mailto:)[a-z][\w+.-]*:(?!\d+(:\d+)?$)/i.test(href)),
        [],
      );
      assert.equal(page.url().endsWith("about:blank"), false);
      const shown = await page.evaluate(() => document.querySelector("#root")?.textContent ?? "");
      const hidden = bidi.exec(shown);
      assert.equal(hidden && shown.slice(hidden.index - 60, hidden.index + 20), null);
      const controls = [...shown].filter((char) =>
        /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/.test(char),
      );
      assert.deepEqual(controls, []);
    });
  }

  it("opens links through the host alone, with the address as it was written", async () => {
    const { host, page } = view;
    host.received.length = 0;
    await host.set({ dialogs: [] });
    await host.open(
      new Story().asks("x").says("[docs](https://e.com/a%20b?x=1&y) and [file](src/a.ts:3:4)").entries,
    );
    const before = page.url();
    await page.getByText("docs", { exact: true }).click();
    assert.deepEqual(await host.request("link/open"), { href: "https://e.com/a%20b?x=1&y" });
    await page.getByText("file", { exact: true }).click({ button: "middle" });
    await page.getByText("file", { exact: true }).click();
    await page.evaluate(() => null);
    assert.deepEqual(
      host.received
        .filter(({ name }) => name === "link/open")
        .map(({ params }) => (params as { href: string }).href),
      ["https://e.com/a%20b?x=1&y", "src/a.ts:3:4"],
    );
    assert.deepEqual([page.url(), page.context().pages().length], [before, 1]);
  });

  it("broke no rule of the document's policy, since nothing got that far", () => {
    assert.deepEqual([view.problems, view.host.refused], [[], []]);
  });
});
