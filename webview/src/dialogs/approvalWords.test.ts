import assert from "node:assert/strict";
import { effectLabels, effectWords, reasonWords } from "./approvalWords.ts";

describe("words of an approval", () => {
  it("vscode.md 7: say what the command does and why it is asked", () => {
    assert.deepEqual(
      [
        effectWords(["fs.delete", "git.push.force", "git.reset.hard", "new.thing"]),
        reasonWords("target not named"),
        reasonWords("As the extension says"),
      ],
      [
        ["Deletes files", "Overwrites what others have pushed", "Discards work in git", "new.thing"],
        "Your message does not name these targets.",
        "As the extension says",
      ],
    );
  });

  it("name the parts of the command, once each", () => {
    const message =
      "destructive: rm -r\ndestructive, external: git push --force\ndestructive: rm -r\n\nrm: x\nin /a";
    assert.deepEqual(effectLabels(message), ["rm -r", "git push --force"]);
  });
});
