import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { canControlTerminals, type PtyOptions, type PtyProcess } from "../support/ptyProcess.ts";
import { runRelay } from "../support/relayProcess.ts";
import { TerminalScreen } from "../support/terminalScreen.ts";
import { useTerminal } from "../support/terminalSuite.ts";

const skill = "---\ndescription: d\n---\n";
const [up, down, pageDown, escape, ctrlC, ctrlD] = ["\x1b[A", "\x1b[B", "\x1b[6~", "\x1b", "\x03", "\x04"];
const skipped =
  "Warning: Project is not trusted; skipped .relay/prompts. Use --approve to load them for this run.";
const untrusted = "Project is not trusted. Use --approve or run /trust.";

describe("cli: relay config at a terminal", function () {
  this.timeout(60_000);
  const suite = useTerminal({ packages: ["../../tools"] });

  beforeEach(() => {
    const { workspace } = suite;
    const write = (path: string, text: string): void => void workspace.write(`../home/${path}`, text);
    write("tools/skills/sew/SKILL.md", skill);
    write("tools/extensions/saw.js", "");
    write(".relay/agent/skills/own/SKILL.md", skill);
    write(".relay/agent/extensions/mine.js", "");
    workspace.write(".relay/prompts/review.md", "Review");
  });

  interface Opened {
    relay: PtyProcess;
    screen: TerminalScreen;
  }

  async function open(
    args: readonly string[] = ["-a"],
    {
      size = { columns: 60, rows: 20 },
      env = {},
      ...options
    }: PtyOptions & { env?: Record<string, string> } = {},
  ): Promise<Opened> {
    const relay = suite.start(["config", ...args], env, { size, ...options });
    const screen = new TerminalScreen(relay, size);
    await screen.shows("Built-in");
    // The footer is the last line to be drawn.
    await screen.shows(" leaves");
    return { relay, screen };
  }

  function settings(place: "user" | "project"): Record<string, unknown> {
    const { agentDir, cwd } = suite.workspace;
    const path = place === "user" ? join(agentDir, "settings.json") : join(cwd, ".relay/settings.json");
    const read = JSON.parse(readFileSync(path, "utf8")) as Record<string, unknown>;
    const { packages, extensions, skills, prompts } = read;
    return Object.fromEntries(
      Object.entries({ packages, extensions, skills, prompts }).filter(([, value]) => value !== undefined),
    );
  }

  it("cli.md §2: lists packages, files and built-in extensions in groups on a screen of its own", async () => {
    const { relay, screen } = await open();
    assert.equal(screen.kind, "alternate");
    assert.deepEqual(screen.lines.slice(0, 16), [
      "Resources in user settings",
      "Type to search",
      "",
      "../../tools",
      "> [x] extension saw.js",
      "  [x] skill sew",
      "User",
      "  [x] extension mine.js",
      "  [x] skill own",
      "Built-in",
      "  [x] extension mcp",
      "  [x] extension llama.cpp",
      "  [x] extension codemode",
      "  [x] extension tool-search",
      "",
      "",
    ]);
    assert.deepEqual(screen.lines.slice(-3), ["", "1/8", "enter on/off · tab project · escape leaves"]);
    relay.type("q");
    assert.equal(await relay.exit, 0);
  });

  it("turns what is selected on and off in the user's settings, and stays where it is", async () => {
    const { relay, screen } = await open();
    relay.type(" ");
    await screen.shows("> [ ] extension saw.js");
    relay.type(down + down + "\r");
    await screen.shows("> [ ] extension mine.js");
    relay.type(up + up + up + "\r");
    await screen.shows("> [ ] extension tool-search");
    assert.deepEqual(settings("user"), {
      packages: [{ source: "../../tools", extensions: ["-extensions/saw.js"] }],
      extensions: ["-extensions/mine.js", "-builtin:tool-search"],
    });
    relay.type("\r");
    await screen.shows("> [x] extension tool-search");
    // Keys that come faster than files are written all count, and leaving waits for them.
    relay.type("  " + " q");
    assert.equal(await relay.exit, 0);
    assert.deepEqual(settings("user").extensions, ["-extensions/mine.js", "-builtin:tool-search"]);
  });

  it("what others write into the settings meanwhile stays", async () => {
    const { relay, screen } = await open();
    suite.workspace.writeAgentFile("settings.json", { theme: "light", extensions: ["-builtin:mcp"] });
    relay.type("own\r");
    await screen.shows("> [ ] skill own");
    relay.type(ctrlC);
    assert.equal(await relay.exit, 0);
    const read: unknown = JSON.parse(readFileSync(join(suite.workspace.agentDir, "settings.json"), "utf8"));
    assert.deepEqual(read, {
      theme: "light",
      extensions: ["-builtin:mcp"],
      skills: ["-skills/own/SKILL.md"],
    });
  });

  it("Tab shows the project's settings, where a package of the user gets an entry of its own", async () => {
    const { relay, screen } = await open();
    relay.type("\t");
    const lines = await screen.shows("Resources in project settings");
    assert.deepEqual(lines.slice(3, 9), [
      "../../tools",
      "> [x] extension saw.js",
      "  [x] skill sew",
      "Project",
      "  [x] prompt review",
      "Built-in",
    ]);
    relay.type("\r");
    await screen.shows("> [ ] extension saw.js");
    relay.type(down + down + "\r");
    await screen.shows("> [ ] prompt review");
    relay.type("\t");
    await screen.shows("Resources in user settings");
    relay.type("q");
    assert.equal(await relay.exit, 0);
    assert.deepEqual(settings("project"), {
      packages: [
        { source: join(suite.workspace.home, "tools"), autoload: false, extensions: ["-extensions/saw.js"] },
      ],
      prompts: ["-prompts/review.md"],
    });
    assert.deepEqual(settings("user"), { packages: ["../../tools"] });
  });

  it("-l begins with the project; without trust it is an error, and Tab says why not", async () => {
    const { relay, screen } = await open(["-l", "-a"]);
    await screen.shows("Resources in project settings");
    relay.type("q");
    assert.equal(await relay.exit, 0);
    const refused = suite.start(["config", "-l"]);
    assert.equal(await refused.exit, 1);
    assert.equal(refused.output, `${skipped}\r\nError: ${untrusted}\r\n`);
    const { relay: other, screen: its } = await open([]);
    other.type("\t");
    await its.shows(untrusted);
    assert.equal(its.lines[0], "Resources in user settings");
    other.type("q");
    assert.equal(await other.exit, 0);
    assert.ok(!existsSync(join(suite.workspace.cwd, ".relay/settings.json")));
  });

  it("what is typed narrows the list, and Escape shows all of it again", async () => {
    const { relay, screen } = await open();
    relay.type("SKILL ow");
    const found = await screen.shows("1/1");
    assert.deepEqual(found.slice(1, 6), ["> SKILL ow", "", "User", "> [x] skill own", ""]);
    relay.type("zz");
    await screen.shows("Nothing fits");
    relay.type("\x7f\x7f\r");
    await screen.shows("> [ ] skill own");
    relay.type(escape);
    const all = await screen.shows("Type to search");
    // What was found is still selected.
    assert.ok(all.includes("> [ ] skill own"));
    relay.type("/q");
    await screen.shows("Nothing fits");
    relay.paste("\x1b]0;owned\x07\x1b[2Jx");
    await screen.shows("> q]0;owned[2Jx");
    relay.type(escape);
    await screen.shows("Type to search");
    relay.type(escape);
    assert.equal(await relay.exit, 0);
  });

  it("fits 40 columns and few lines after a resize, and scrolls", async function () {
    if (!canControlTerminals()) this.skip();
    const { relay, screen } = await open();
    for (let index = 0; index < 30; index++) {
      suite.workspace.write(`../home/tools/skills/${"very-long-".repeat(5)}${index}/SKILL.md`, skill);
    }
    relay.type("\t");
    await screen.shows("Resources in project settings");
    screen.resize(40, 10);
    const narrow = await screen.until(
      (lines) => lines[0] === "Resources in project settings" && lines.every(({ length }) => length <= 40),
    );
    assert.deepEqual(narrow.slice(0, 7), [
      "Resources in project settings",
      "Type to search",
      "",
      "../../tools",
      "> [x] extension saw.js",
      "  [x] skill sew",
      "  [x] skill very-long-very-long-very-lo…",
    ]);
    relay.type(pageDown + pageDown);
    const scrolled = await screen.shows("9/37");
    assert.equal(scrolled[3], "../../tools");
    assert.equal(scrolled[6], "> [x] skill very-long-very-long-very-lo…");
    screen.resize(40, 3);
    const few = await screen.until((lines) => lines[0] === "Type to search");
    assert.deepEqual(
      few.slice(1).map((line) => line.slice(0, 17)),
      ["../../tools", "> [x] skill very-"],
    );
    screen.resize(80, 24);
    const wide = await screen.until((lines) => lines[0] === "Resources in project settings");
    assert.ok(wide.some((line) => line.startsWith("> [x] skill very-long")));
    relay.type(ctrlD);
    assert.equal(await relay.exit, 0);
  });

  it("names with commands for the terminal are shown harmlessly", async () => {
    const name = "x\x1b[31m\x1b]0;owned\x07\u202e\nevil\x9b2J";
    suite.workspace.write(`../home/${name}/skills/s\x1b[2Jt/SKILL.md`, skill);
    suite.workspace.writeAgentFile("settings.json", { packages: [`../../${name}`] });
    const { relay, screen } = await open();
    assert.deepEqual(screen.lines.slice(3, 5), ["../../x[31m]0;owned evil2J", "> [x] skill s[2Jt"]);
    assert.ok(!relay.output.includes("owned\x07"));
    relay.type("\r");
    await screen.shows("> [ ] skill s[2Jt");
    assert.deepEqual(settings("user").packages, [
      { source: `../../${name}`, skills: ["-skills/s\x1b[2Jt/SKILL.md"] },
    ]);
    relay.type("q");
    assert.equal(await relay.exit, 0);
  });

  for (const [how, key] of [
    ["q", "q"],
    ["Escape", escape],
    ["Ctrl+C", ctrlC],
    ["Ctrl+D", ctrlD],
  ] as const) {
    it(`${how} leaves the terminal as it was`, async () => {
      const shell = 'echo before; stty -g; "$0" "$@"; echo "exit $?"; stty -g; echo after';
      const { relay, screen } = await open(["-a"], { shell, size: { columns: 200, rows: 24 } });
      relay.type(key);
      const lines = await screen.shows("after");
      const [before, modes, exit, modesAfter] = lines;
      assert.deepEqual([before, exit, modesAfter], ["before", "exit 0", modes]);
      assert.equal(screen.kind, "normal");
      assertGivenBack(relay.output);
    });
  }

  it("SIGTERM, and an error that nobody caught, give the terminal back too", async () => {
    const { relay } = await open();
    await relay.stop();
    assert.equal(await relay.exit, 143);
    assertGivenBack(relay.output);
    const crash = suite.workspace.write(
      "crash.cjs",
      'process.stdin.on("data", (data) => { if (String(data) === "~") throw new Error("boom"); });',
    );
    const { relay: crashed, screen } = await open(["-a"], { env: { NODE_OPTIONS: `--require ${crash}` } });
    crashed.type("~");
    assert.equal(await crashed.exit, 1);
    await screen.draw();
    assert.equal(screen.lines[0], "Error: boom");
    assert.equal(screen.kind, "normal");
    assertGivenBack(crashed.output);
  });

  it("ends when the terminal goes away, without a core dump", async function () {
    if (!canControlTerminals()) this.skip();
    const { relay } = await open();
    relay.hangUp();
    // Of the shell: that the signal ended it.
    assert.equal(await relay.exit, 129);
  });

  function assertGivenBack(output: string): void {
    for (const [on, off] of [
      ["\x1b[?1049h", "\x1b[?1049l"],
      ["\x1b[?2004h", "\x1b[?2004l"],
      ["\x1b[?25l", "\x1b[?25h"],
    ] as const) {
      assert.ok(output.lastIndexOf(off) > output.lastIndexOf(on), off);
    }
  }

  it("cli.md §14: honours keybindings.json, and warns of what makes no sense there", async () => {
    suite.workspace.writeAgentFile("keybindings.json", {
      $schema: "x",
      "tui.select.down": ["down", "j"],
      "tui.select.confirm": "ctrl+t",
      "tui.input.tab": "ctrl+g",
      "tui.select.up": [],
      "no.such": "x",
      "tui.select.cancel": "hyper+x",
    });
    const { relay, screen } = await open();
    await screen.until((lines) => lines.at(-1) === "ctrl+t on/off · ctrl+g project · escape leaves");
    relay.type("jj" + up + "\x14");
    await screen.shows("> [ ] extension mine.js");
    relay.type("\x07");
    await screen.shows("Resources in project settings");
    relay.type(escape);
    assert.equal(await relay.exit, 0);
    const path = join(suite.workspace.agentDir, "keybindings.json");
    assert.equal(
      relay.output.slice(0, relay.output.indexOf("\x1b")),
      `Warning: ${path}: there is no action "no.such"\r\n` +
        `Warning: ${path}: "hyper+x" is no key for tui.select.cancel\r\n`,
    );
  });

  it("says on the screen when the settings cannot be written", async () => {
    const { relay, screen } = await open();
    writeFileSync(join(suite.workspace.agentDir, "settings.json"), "{ broken");
    relay.type(" ");
    await screen.shows("Error: Cannot write");
    relay.type("q");
    assert.equal(await relay.exit, 0);
    assert.equal(readFileSync(join(suite.workspace.agentDir, "settings.json"), "utf8"), "{ broken");
  });

  it("needs a terminal that can do it", async () => {
    const piped = await runRelay(suite.workspace, ["config"]);
    assert.deepEqual(
      [piped.code, piped.stdout, piped.stderr],
      [1, "", `${skipped}\nError: relay config requires an interactive terminal\n`],
    );
    const dumb = suite.start(["config", "-a"], { TERM: "dumb" });
    assert.equal(await dumb.exit, 1);
    assert.equal(
      dumb.output,
      "Error: relay config requires a terminal that can move its cursor, but TERM is dumb\r\n",
    );
  });
});
