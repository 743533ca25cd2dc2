import assert from "node:assert/strict";
import { Container, Text } from "./components.ts";
import { Input } from "./input.ts";
import { CancellableLoader, Loader } from "./loader.ts";
import { TruncatedText } from "./truncatedText.ts";
import type { Terminal } from "./terminal.ts";
import { TUI, TuiAltScreen, TuiMainScreen } from "./tui.ts";

/** A terminal that keeps a screen; it knows the sequences that the interface uses. */
class FakeTerminal implements Terminal {
  columns = 20;
  rows = 6;
  written = "";
  screen: string[] = [""];
  private line = 0;
  private column = 0;
  onInput: (data: string) => void = () => undefined;
  onResize: () => void = () => undefined;

  start(onInput: (data: string) => void, onResize: () => void): void {
    Object.assign(this, { onInput, onResize });
  }
  stop(): void {
    this.onInput = () => undefined;
  }
  hideCursor(): void {
    this.written += "<hide>";
  }
  showCursor(): void {
    this.written += "<show>";
  }
  clearScreen(): void {
    this.write("\u001b[2J\u001b[H");
  }
  setTitle(): void {
    this.written += "<title>";
  }
  get cursor(): [number, number] {
    return [this.line, this.column];
  }

  write(data: string): void {
    this.written += data;
    for (const [token] of data.matchAll(/\u001b\[[0-9;?]*[A-Za-z]|\u001b\][^\u0007]*\u0007|[^\u001b]/gs)) {
      const count = Number.parseInt(token.slice(2), 10) || 1;
      if (token === "\r") this.column = 0;
      else if (token === "\n") this.screen[++this.line] ??= "";
      else if (token === "\u001b[J") {
        this.screen = this.screen.slice(0, this.line + 1);
        this.screen[this.line] = (this.screen[this.line] ?? "").slice(0, this.column);
      } else if (token === "\u001b[2J") this.screen = [""];
      else if (token === "\u001b[H") [this.line, this.column] = [0, 0];
      else if (/^\u001b\[\d*A$/.test(token)) this.line -= count;
      else if (/^\u001b\[\d*B$/.test(token)) this.line += count;
      else if (/^\u001b\[\d*C$/.test(token)) this.column += count;
      else if (!token.startsWith("\u001b")) {
        const text = (this.screen[this.line] ?? "").padEnd(this.column);
        this.screen[this.line] = text.slice(0, this.column) + token + text.slice(this.column + 1);
        this.column++;
      }
    }
  }
}

const drawn = (): Promise<void> => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
const shown = (terminal: FakeTerminal): string[] => terminal.screen.map((line) => line.trimEnd());

describe("drawing in a terminal", () => {
  async function setUp(...texts: string[]) {
    const terminal = new FakeTerminal();
    const tui = new TuiMainScreen(terminal);
    const parts = texts.map((text) => new Text(text, 0, 0));
    for (const part of parts) tui.addChild(part);
    tui.start();
    await drawn();
    return { terminal, tui, parts };
  }

  it("draws what is there, and then only from the first line that changed", async () => {
    const { terminal, tui, parts } = await setUp("one", "two", "three");
    assert.deepEqual(shown(terminal), ["one", "two", "three"]);
    terminal.written = "";
    parts[1]?.setText("TWO");
    tui.requestRender();
    tui.requestRender();
    await drawn();
    assert.deepEqual(shown(terminal), ["one", "TWO", "three"]);
    assert.ok(!terminal.written.includes("one"));
    assert.equal(terminal.written.match(/TWO/g)?.length, 1);
  });

  it("lines that come are added, lines that go are cleared", async () => {
    const { terminal, tui, parts } = await setUp("one", "two");
    tui.addChild(new Text("three", 0, 0));
    tui.requestRender();
    await drawn();
    assert.deepEqual(shown(terminal), ["one", "two", "three"]);
    parts[1]?.setText("");
    tui.children.pop();
    tui.requestRender();
    await drawn();
    assert.deepEqual(shown(terminal).filter(Boolean), ["one"]);
    parts[1]?.setText("again");
    tui.requestRender();
    await drawn();
    assert.deepEqual(shown(terminal), ["one", "again"]);
  });

  it("another width draws everything anew", async () => {
    const { terminal } = await setUp("one two three four");
    terminal.columns = 10;
    terminal.onResize();
    await drawn();
    assert.deepEqual(shown(terminal), ["one two", "three four"]);
  });

  it("keys go to the component that has the focus, unless a listener takes them; releases to nobody", async () => {
    const { terminal, tui } = await setUp("x");
    const input = new Input();
    tui.addChild(input);
    tui.setFocus(input);
    const stop = tui.addInputListener((data) =>
      data === "q" ? { consume: true } : { data: data.toUpperCase() },
    );
    for (const data of ["a", "q", "\u001b[97;1:3u"]) terminal.onInput(data);
    stop();
    terminal.onInput("b");
    await drawn();
    assert.equal(input.getValue(), "Ab");
    // The terminal's cursor stands where the next character comes.
    assert.deepEqual(terminal.cursor, [1, 4]);
    tui.setFocus(null);
    assert.equal(input.focused, false);
  });

  it("an overlay is drawn above the lines, takes the keys, and gives them back", async () => {
    const { terminal, tui } = await setUp("aaaaaaaaaaaaaaaaaaaa", "bbbbbbbbbbbbbbbbbbbb");
    const below = new Input();
    const above = new Input();
    tui.setFocus(below);
    const box = new Container();
    box.addChild(new Text("OVER", 0, 0));
    const handle = tui.showOverlay(box, { width: 6, anchor: "top-left", offsetX: 2, nonCapturing: true });
    await drawn();
    assert.deepEqual(shown(terminal).slice(0, 2), ["aaOVER  aaaaaaaaaaaa", "b".repeat(20)]);
    const second = tui.showOverlay(above, { width: "50%", anchor: "bottom-right" });
    terminal.onInput("x");
    await drawn();
    assert.ok(shown(terminal)[5]?.endsWith("> x"));
    assert.deepEqual([above.getValue(), tui.hasOverlay()], ["x", true]);
    second.setHidden(true);
    terminal.onInput("y");
    assert.deepEqual([above.getValue(), below.getValue(), second.isHidden()], ["x", "y", true]);
    second.hide();
    handle.hide();
    await drawn();
    assert.deepEqual(shown(terminal).slice(0, 2), ["a".repeat(20), "b".repeat(20)]);
    assert.equal(tui.hasOverlay(), false);
  });

  it("after the end the cursor is shown below what was drawn, and nothing is drawn any more", async () => {
    const { terminal, tui } = await setUp("one", "two");
    tui.stop();
    assert.ok(terminal.written.endsWith("\r\n<show>"));
    terminal.written = "";
    tui.requestRender();
    await drawn();
    assert.equal(terminal.written, "");
  });

  it("a loader shows its message, and does not keep the process alive", () => {
    const loader = new Loader(
      { requestRender: () => undefined },
      (text) => text,
      (text) => text,
      "Working",
    );
    assert.match(loader.render(20)[0] ?? "", /^ ⠋ Working/);
    loader.setMessage("Done");
    loader.dispose();
    assert.match(loader.render(20)[0] ?? "", /Done/);
  });

  it("a loader that can be cancelled is, by Escape; a text is cut to one line", () => {
    const same = (text: string): string => text;
    const loader = new CancellableLoader({ requestRender: () => undefined }, same, same, "Working");
    let aborts = 0;
    loader.onAbort = () => void aborts++;
    for (const data of ["x", "\u001b", "\u001b"]) loader.handleInput(data);
    loader.dispose();
    assert.deepEqual([loader.aborted, loader.signal.aborted, aborts], [true, true, 1]);
    assert.deepEqual(new TruncatedText("one two three\nfour", 1, 0).render(9), [" one ... "]);
  });

  it("TUI is what both are", () => assert.ok(new TuiMainScreen(new FakeTerminal()) instanceof TUI));

  it("a screen of its own comes empty and goes again; what scrolled off the ordinary one is kept", async () => {
    const terminal = new FakeTerminal();
    const tui = new TuiAltScreen(terminal);
    tui.addChild(new Text("one", 0, 0));
    tui.start();
    await drawn();
    assert.ok(terminal.written.startsWith("\u001b[?1049h\u001b[2J\u001b[H"));
    terminal.onResize();
    await drawn();
    assert.deepEqual(shown(terminal), ["one"]);
    assert.ok(!terminal.written.includes("\u001b[3J"));
    tui.stop();
    tui.stop();
    assert.ok(terminal.written.endsWith("<show>\u001b[?1049l"));
    assert.equal(terminal.written.match(/1049l/g)?.length, 1);
  });
});
