import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { copyToClipboard } from "./clipboard.ts";

describe("copyToClipboard", () => {
  let bin: string;
  beforeEach(function () {
    // The stand-ins are scripts of the shell.
    if (process.platform === "win32") this.skip();
    bin = mkdtempSync(join(tmpdir(), "relay-clipboard-"));
  });
  afterEach(() => rmSync(bin, { recursive: true, force: true }));

  function program(name: string): void {
    const script = `#!/bin/sh\necho "$0 $*" > '${bin}/called'\n/bin/cat > '${bin}/copied'\n`;
    writeFileSync(join(bin, name), script, { mode: 0o755 });
  }

  it("cli.md §13.8: takes the program of the desktop that is there", async () => {
    for (const name of ["pbcopy", "wl-copy", "xclip", "xsel", "termux-clipboard-set"]) program(name);
    const cases: [string, NodeJS.Platform, NodeJS.ProcessEnv][] = [
      ["pbcopy ", "darwin", {}],
      ["wl-copy ", "linux", { WAYLAND_DISPLAY: "w", DISPLAY: ":0" }],
      ["xclip -selection clipboard", "linux", { DISPLAY: ":0" }],
      ["termux-clipboard-set ", "android", { TERMUX_VERSION: "1" }],
    ];
    for (const [called, platform, variables] of cases) {
      const env = { PATH: bin, ...variables };
      const way = await copyToClipboard("täxt\n", { env, platform, writeToTerminal: assert.fail });
      assert.equal(way, "program");
      assert.equal(readFileSync(join(bin, "called"), "utf8"), `${join(bin, called)}\n`);
      assert.equal(readFileSync(join(bin, "copied"), "utf8"), "täxt\n");
    }
    rmSync(join(bin, "xclip"));
    await copyToClipboard("x", {
      env: { PATH: bin, DISPLAY: ":0" },
      platform: "linux",
      writeToTerminal: assert.fail,
    });
    assert.equal(readFileSync(join(bin, "called"), "utf8"), `${join(bin, "xsel")} --clipboard --input\n`);
  });

  it("goes through the terminal over SSH and where there is no program", async () => {
    program("xclip");
    for (const env of [{ PATH: bin, DISPLAY: ":0", SSH_CONNECTION: "1" }, { PATH: bin }]) {
      let written = "";
      const way = await copyToClipboard("\x1b]evil\x07", {
        env,
        platform: "linux",
        writeToTerminal: (text) => (written += text),
      });
      assert.deepEqual([way, written], ["terminal", "\x1b]52;c;G11ldmlsBw==\x07"]);
    }
  });
});
