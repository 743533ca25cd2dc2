import assert from "node:assert/strict";
import { ScriptedSession } from "../../../agent/protocol/fixtures/scriptedRun.ts";
import { matchesIn } from "./pages.ts";

describe("find", () => {
  it("vscode.md 5: looks in what users, models, tools and shell commands said", () => {
    const session = new ScriptedSession();
    session.user("Fix the Parser");
    session.assistant([{ type: "text", text: "The parser is fixed; the PARSER test passes." }]);
    session.toolResult("c1", "read", "parser.ts");
    const { matches, isCut } = matchesIn(session.entries, "parser");
    assert.deepEqual(
      matches.map(({ snippet, start, end }) => snippet.slice(start, end)),
      ["Parser", "parser", "PARSER", "parser"],
    );
    assert.equal(isCut, false);
  });

  it("takes the query for text, whatever signs it has", () => {
    const session = new ScriptedSession();
    const id = session.user("a.*(b) [c] \\d {e}|f^$-/?+");
    for (const query of [".*(", "[c]", "\\d", "{e}|", "^$-/?+"]) {
      assert.equal(matchesIn(session.entries, query).matches[0]?.entryId, id, query);
    }
    assert.deepEqual(matchesIn(session.entries, "x.*").matches, []);
  });

  it("keeps places right behind letters that change their length, and shows one line", () => {
    const session = new ScriptedSession();
    session.user("İİİ\nneedle\nend");
    const [match] = matchesIn(session.entries, "NEEDLE").matches;
    assert.deepEqual([match?.snippet, match?.start, match?.end], ["İİİ needle end", 4, 10]);
  });

  it("lists 500 matches at most", () => {
    const session = new ScriptedSession();
    session.user("x".repeat(501));
    const { matches, isCut } = matchesIn(session.entries, "x");
    assert.deepEqual([matches.length, isCut], [500, true]);
  });
});
