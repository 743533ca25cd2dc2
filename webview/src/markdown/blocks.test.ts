import assert from "node:assert/strict";
import { parseBlocks } from "./blocks.ts";
import type { ParsedText } from "./blocks.ts";
import { isOpenableAddress } from "./links.ts";

const sample = [
  "# Title",
  "A paragraph with `code`",
  "- one\n- two\n\n  more of two\n- three",
  "```ts\nconst a = 1;\n\nconst b = 2;\n```",
  "| a | b |\n|--:|---|\n| 1 | 2 |",
  "> quoted\nlazy",
  "The end with $x^2$ and 5$ or 6$.",
].join("\n\n");

function html(source: string): string {
  return parseBlocks(source)
    .blocks.map((block) => (block.kind === "html" ? block.html : `[${block.language}]${block.text}`))
    .join("");
}

describe("blocks of a message", () => {
  it("are the same however the text arrived", () => {
    const whole = parseBlocks(sample);
    for (const step of [1, 3, 17]) {
      let parsed: ParsedText | undefined;
      for (let end = step; end < sample.length + step; end += step) {
        parsed = parseBlocks(sample.slice(0, end), parsed);
      }
      assert.deepEqual(parsed?.blocks, whole.blocks);
    }
  });

  it("are parsed again from the last one only", () => {
    const first = parseBlocks("one\n\ntwo\n\nthr");
    const second = parseBlocks("one\n\ntwo\n\nthree", first);
    assert.equal(second.blocks[0], first.blocks[0]);
    assert.equal(second.blocks[1], first.blocks[1]);
    assert.equal(second.tailStart, "one\n\ntwo\n\n".length);
  });

  it("start anew when the text is another one", () => {
    const parsed = parseBlocks("changed", parseBlocks("first\n\nsecond"));
    assert.deepEqual(parsed.blocks, parseBlocks("changed").blocks);
  });

  it("tell a fence that has ended from one that goes on", () => {
    const closed = ["```ts\na\n```", "```ts\na", "```ts\na\n``", "~~~\n```\n~~~", "````\n```\n"].map(
      (source) => {
        const [block] = parseBlocks(source).blocks;
        return block?.kind === "code" && block.isClosed;
      },
    );
    assert.deepEqual(closed, [true, false, false, true, false]);
  });

  it("hold no HTML of the message", () => {
    assert.equal(html("<img src=x onerror=alert(1)>"), "<p>&lt;img src=x onerror=alert(1)&gt;</p>\n");
  });

  it("name the targets of links in data, and turn images into links", () => {
    assert.equal(
      html('[a](https://e.com/x "t") ![pic](https://e.com/p.png) [l](src/a.ts:31)'),
      '<p><a href="#" data-href="https://e.com/x" title="https://e.com/x">a</a> ' +
        '<a href="#" data-href="https://e.com/p.png" title="https://e.com/p.png">pic</a> ' +
        '<a href="#" data-href="src/a.ts:31" title="src/a.ts:31">l</a></p>\n',
    );
  });

  it("leave links of other schemes as text", () => {
    const hostile = [
      "command:workbench.action.quit",
      "javascript:alert(1)",
      "data:text/html,x",
      "file:///etc",
    ];
    for (const address of [...hostile, "vscode://x", "//evil.example/x", " java\nscript:alert(1)"]) {
      assert.equal(isOpenableAddress(address), false, address);
      assert.doesNotMatch(html(`[a](${address})`), /<a/, address);
    }
    for (const address of ["https://e.com", "mailto:a@b.c", "src/a.ts", "a.ts:31:2", "#x"]) {
      assert.equal(isOpenableAddress(address), true, address);
    }
  });

  it("take formulas, not prices", () => {
    assert.match(html("so $a_1$ is"), /data-tex="a_1"/);
    assert.match(html("$$\nx = 1\n$$"), /data-display="true"/);
    assert.doesNotMatch(html("from $5 to $10, or $HOME and $PATH"), /rl-math/);
  });
});
