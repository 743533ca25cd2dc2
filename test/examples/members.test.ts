import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const root = fileURLToPath(new URL("../..", import.meta.url));
const types = join(root, "agent/coding-agent/src/extensions/types");

/** Names of the members of an interface or class, or the names that `Pick` picks. */
function membersOf(file: string, name: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true);
  const names: string[] = [];
  for (const statement of source.statements) {
    if (ts.isInterfaceDeclaration(statement) || ts.isClassDeclaration(statement)) {
      if (statement.name?.text !== name) continue;
      for (const { name: member } of statement.members) {
        if (member && ts.isIdentifier(member)) names.push(member.text);
      }
    } else if (ts.isTypeAliasDeclaration(statement) && statement.name.text === name) {
      names.push(...[...statement.type.getText().matchAll(/\|\s*"(\w+)"/g)].map(([, picked = ""]) => picked));
    }
  }
  return [...new Set(names)];
}

const api: [what: string, file: string, name: string][] = [
  ["relay", "api.ts", "ExtensionAPI"],
  ["ctx", "context.ts", "ExtensionContext"],
  ["ctx of commands", "context.ts", "ExtensionCommandContext"],
  ["ctx of commands", "context.ts", "SessionOperations"],
  ["ctx of withSession", "context.ts", "ReplacedSessionContext"],
  ["ctx.sessionManager", "context.ts", "ReadonlySessionManager"],
  ["ctx.ui", "ui.ts", "ExtensionUIContext"],
  ["ctx of execute", "tools.ts", "ToolExecutionContext"],
  ["ctx.modelRegistry", "../modelRegistry.ts", "ModelRegistry"],
  ["events", "eventMap.ts", "ExtensionEventMap"],
];

describe("examples of extensions: together", () => {
  const folder = join(root, "examples/extensions");
  const texts = readdirSync(folder)
    .filter((name) => name.endsWith(".ts"))
    .map((name) => readFileSync(join(folder, name), "utf8"));
  const words = new Set(texts.flatMap((text) => text.match(/\w+/g) ?? []));

  it("are at least twenty", () => assert.ok(texts.length >= 20));

  for (const [what, file, name] of api) {
    it(`use every member of ${name} (${what})`, () => {
      const members = membersOf(join(types, file), name);
      assert.ok(members.length > 0, `${name} has no members in ${file}`);
      assert.deepEqual(
        members.filter((member) => !words.has(member)),
        [],
      );
    });
  }

  it("the recorder listens to every event", () => {
    const recorder = readFileSync(join(folder, "event-recorder.ts"), "utf8");
    const names = [...recorder.matchAll(/"(\w+)"/g)].map(([, event = ""]) => event);
    assert.deepEqual(names.toSorted(), membersOf(join(types, "eventMap.ts"), "ExtensionEventMap").toSorted());
  });
});
