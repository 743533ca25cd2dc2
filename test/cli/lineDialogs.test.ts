import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { writeExtension } from "../support/extensions.ts";
import { useTerminal } from "../support/terminalSuite.ts";

const ctrlC = "\x03";

describe("cli: dialogs of extensions in the line interface", () => {
  const suite = useTerminal();

  /** A command `/ask` that tells what a dialog gave. */
  function asks(dialog: string): void {
    writeExtension(
      suite.workspace,
      "ask",
      `relay.registerCommand("ask", {
        handler: async (_, ctx) => {
          const given = await ${dialog};
          ctx.ui.notify("got " + JSON.stringify(given ?? null));
        },
      });`,
    );
  }

  it("extension-api.md §17: select asks for a number or a name, until it is one of them", async () => {
    asks(`ctx.ui.select("Which \\u001b[31mone?", ["first", "sec\\nond"])`);
    const relay = await suite.open();
    relay.type("/ask\r");
    await relay.see("Which [31mone?");
    await relay.see("  1  first");
    await relay.see("  2  sec ond");
    await relay.see("Number, Enter for none: ");
    relay.type("7\r");
    await relay.see("There is no option 7.");
    relay.type("2\r");
    await relay.see('got "sec\\nond"');
    await relay.see("> ");
    relay.type("/ask\r");
    await relay.see("Enter for none: ");
    relay.type("first\r");
    await relay.see('got "first"');
    relay.type("/ask\r");
    await relay.see("Enter for none: ");
    relay.type("\r");
    await relay.see("got null");
  });

  it("extension-api.md §17: confirm, input and editor; Ctrl+C is no answer", async () => {
    asks(`Promise.all([
      ctx.ui.confirm("Sure?", "Really."),
      ctx.ui.input("Name?", "such as Bo"),
      ctx.ui.editor("Text?", "one line"),
      ctx.ui.editor("More?", "a\\nb"),
      ctx.ui.input("Nobody?"),
    ])`);
    const relay = await suite.open();
    relay.type("/ask\r");
    await relay.see("Sure?");
    await relay.see("Really.");
    await relay.see("[y/N] ");
    relay.type("y\r");
    await relay.see("(such as Bo)");
    await relay.see("Answer: ");
    relay.type("Jo\r");
    await relay.see("Text?");
    await relay.see("one line");
    relay.type(" more\r");
    await relay.see("Enter keeps this text, another one takes its place: ");
    relay.type("\r");
    await relay.see("Nobody?");
    await relay.see("Answer: ");
    relay.type(ctrlC);
    await relay.see('got [true,"Jo","one line more","a\\nb",null]');
  });

  it("extension-api.md §17: a timeout ends a dialog, and what is half typed is no prompt", async () => {
    asks(`ctx.ui.input("Quick?", undefined, { timeout: 400 })`);
    const relay = await suite.open();
    relay.type("/ask\r");
    await relay.see("Quick? (1s)");
    relay.type("half");
    await relay.see("got null");
    await relay.see("> ");
    relay.type("/help\r");
    await relay.see("show these commands");
    assert.deepEqual(suite.model.requests, []);
  });

  it("a text for the editor stands there to be changed and sent", async () => {
    writeExtension(
      suite.workspace,
      "draft",
      `relay.registerCommand("draft", { handler: (_, ctx) => ctx.ui.setEditorText("Say hel") });`,
    );
    const relay = await suite.open();
    relay.type("/draft\r");
    await relay.see("Say hel");
    relay.type("lo\r");
    await relay.see("ok");
    const last = suite.model.requests.at(-1)?.messages.findLast(({ role }) => role === "user");
    assert.match(JSON.stringify(last), /Say hello/);
  });

  it("a dialog of a run is answered by a line, which does not steer the run", async () => {
    writeExtension(
      suite.workspace,
      "gate",
      `relay.on("tool_call", async (_, ctx) => {
        if (!(await ctx.ui.confirm("Let it run?", "A tool."))) return { block: true, reason: "no" };
      });`,
    );
    suite.model.reset([{ calls: [{ name: "bash", arguments: { command: "true" } }] }, { text: "Listed." }]);
    const relay = await suite.open();
    relay.type("Look around\r");
    await relay.see("[y/N] ");
    relay.type("y\r");
    await relay.see("Listed.");
    const users = suite.model.requests.at(-1)?.messages.filter(({ role }) => role === "user");
    assert.equal(users?.length, 1);
  });

  it("extension-api.md §14: /login signs in to a provider of an extension", async () => {
    writeExtension(
      suite.workspace,
      "account",
      `relay.registerProvider("acme", {
        baseUrl: "http://127.0.0.1:9",
        api: "openai-completions",
        models: [{ id: "a1" }],
        oauth: {
          name: "Acme account",
          async login(callbacks) {
            callbacks.onDeviceCode({ userCode: "AB-12", verificationUri: "https://acme.test" });
            const plan = await callbacks.onSelect({ message: "Plan?", options: [{ id: "t", label: "Team" }] });
            return { access: plan + (await callbacks.onPrompt({ message: "Code?" })), refresh: "", expires: Date.now() + 3600000 };
          },
          refreshToken: async (credential) => credential,
          getApiKey: (credential) => credential.access,
        },
      });`,
    );
    const relay = await suite.open();
    relay.type("/login acme\r");
    await relay.see("  1  Sign in: Acme account");
    await relay.see("Number, Enter for none: ");
    relay.type("1\r");
    await relay.see("open https://acme.test and enter the code AB-12");
    await relay.see("  1  Team");
    relay.type("1\r");
    await relay.see("Code?");
    relay.type("42\r");
    await relay.see("Signed in to acme.");
    const stored = JSON.parse(readFileSync(join(suite.workspace.agentDir, "auth.json"), "utf8")) as {
      acme: { access: string };
    };
    assert.equal(stored.acme.access, "t42");
  });
});
