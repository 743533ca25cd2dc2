import assert from "node:assert/strict";
import { tokens } from "./tokens.ts";

describe("tokens", () => {
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ["don't push.", ["don't", "push"]],
    ["edit src/api/a.ts, *.md and .env", ["edit", "src/api/a.ts", "*.md", "and", ".env"]],
    ["run ⟦c⟧ - now...", ["run", "⟦c⟧", "now"]],
    ["git push --force @team #12", ["git", "push", "--force", "@team", "#12"]],
    ["**bold** 'x'", ["bold", "x"]],
    ["não, só!", ["não", "só"]],
    ["... - * ''", []],
  ];
  for (const [text, expected] of cases) {
    it(`harness.md §1: ${text}`, () => assert.deepEqual(tokens(text), expected));
  }
});
