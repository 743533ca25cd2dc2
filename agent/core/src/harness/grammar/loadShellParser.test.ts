import assert from "node:assert/strict";
import type { SyntaxNode } from "../shell/syntax.ts";
import { loadShellParser } from "./loadShellParser.ts";

/** A tree as text: named nodes with what they hold. */
function outline(node: SyntaxNode): string {
  const named = node.children.filter((child) => child.isNamed);
  const inner = named.length === 0 ? JSON.stringify(node.text) : named.map(outline).join(" ");
  return `${node.fieldName ? `${node.fieldName}: ` : ""}${node.type}${node.hasError ? "!" : ""}(${inner})`;
}

describe("shell grammar", () => {
  it("parses bash, with fields and offsets", async () => {
    const parser = await loadShellParser("bash", "ls");
    const tree = parser.parse("git 'push' é | sh", "bash");
    assert.ok(tree);
    assert.equal(
      outline(tree),
      'program(pipeline(command(name: command_name(word("git")) argument: raw_string("\'push\'") argument: word("é")) ' +
        'command(name: command_name(word("sh")))))',
    );
    assert.deepEqual([tree.startIndex, tree.endIndex], [0, 17]);
  });

  it("marks errors up to the root", async () => {
    const parser = await loadShellParser("bash", "ls");
    assert.equal(parser.parse('git push "origin', "bash")?.hasError, true);
    assert.equal(parser.parse("git push origin", "bash")?.hasError, false);
  });

  it("loads PowerShell's grammar only for commands that can reach it", async () => {
    const bash = await loadShellParser("bash", "ls");
    assert.equal(bash.parse("ls", "powershell"), undefined);
    const mixed = await loadShellParser("bash", 'pwsh -c "ls"');
    assert.equal(mixed.parse("ls", "powershell")?.type, "program");
    const powershell = await loadShellParser("powershell", "ls");
    assert.equal(powershell.parse("ls", "bash")?.type, "program");
  });

  it("gives trees that outlive the next parse, however deep", async () => {
    const parser = await loadShellParser("bash", "ls");
    const first = parser.parse("( ".repeat(500) + "ls" + " )".repeat(500), "bash");
    parser.parse("git status", "bash");
    let depth = 0;
    for (let node = first; node; node = node.children.find((child) => child.isNamed)) depth++;
    assert.ok(depth > 500);
  });
});
