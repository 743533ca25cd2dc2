import assert from "node:assert/strict";
import {
  addSummaryDetails,
  collectFileOperations,
  emptyFileOperations,
  fileListBlocks,
  fileLists,
} from "./fileOperations.ts";
import { prepareCompaction } from "./preparation.ts";
import { History } from "./testing/history.ts";

const settings = { enabled: true, reserveTokens: 0, keepRecentTokens: 10 };

function filesOf(history: History): unknown {
  const preparation = prepareCompaction(history.path, 0, settings);
  assert.ok(typeof preparation !== "string", String(preparation));
  return fileLists(preparation.fileOps);
}

describe("file operations of a summary", () => {
  it("sessions-and-tools.md 36: files that were read, and those that were changed", () => {
    const history = new History();
    history.user(1);
    history.assistant(1, history.call("read", { path: "r.txt" }), history.call("read", { path: "e.txt" }));
    history.assistant(1, history.call("write", { path: "w.txt" }), history.call("edit", { path: "e.txt" }));
    history.assistant(1, history.call("bash", { path: "no.txt" }), history.call("read", { path: 5 }));
    history.user(10);
    const expected = { readFiles: ["r.txt"], modifiedFiles: ["e.txt", "w.txt"] };
    assert.deepEqual(filesOf(history), expected);

    history.manager.appendCompaction("s", history.path.at(-1)?.id ?? null, 1, expected);
    history.assistant(1, history.call("read", { path: "a.txt" }), history.call("write", { path: "r.txt" }));
    history.user(10);
    assert.deepEqual(filesOf(history), { readFiles: ["a.txt"], modifiedFiles: ["e.txt", "r.txt", "w.txt"] });
  });

  it("does not trust the details of an extension's compaction", () => {
    const history = new History();
    const kept = history.user(1);
    history.manager.appendCompaction("s", kept, 1, { readFiles: ["x"], modifiedFiles: ["y"] }, true);
    history.assistant(1, history.call("read", { path: "a.txt" }));
    history.user(10);
    assert.deepEqual(filesOf(history), { readFiles: ["a.txt"], modifiedFiles: [] });
  });

  it("counts calls that another tool made", () => {
    const history = new History();
    const operations = emptyFileOperations();
    history.manager.appendMessage({
      role: "toolResult",
      toolCallId: "c1",
      toolName: "codemode",
      content: [],
      nestedCalls: {
        complete: true,
        calls: [
          { id: "c1/1", name: "write", arguments: { path: "n.txt" }, status: "ok" },
          { id: "c1/2", name: "read", argumentsBytes: 99_999, status: "ok" },
        ],
      },
      isError: false,
      timestamp: 1,
    });
    collectFileOperations(history.manager.buildSessionContext().messages, operations);
    assert.deepEqual(fileLists(operations), { readFiles: [], modifiedFiles: ["n.txt"] });
  });

  it("ignores details of another shape", () => {
    for (const details of [
      undefined,
      null,
      5,
      "x",
      { readFiles: "a" },
      { readFiles: [5], modifiedFiles: {} },
    ]) {
      const operations = emptyFileOperations();
      addSummaryDetails(details, operations);
      assert.deepEqual(fileLists(operations), { readFiles: [], modifiedFiles: [] });
    }
  });

  it("are listed in blocks, each only when it holds something", () => {
    const rows: [readFiles: string[], modifiedFiles: string[], text: string][] = [
      [[], [], ""],
      [["a", "b"], [], "\n\n<read-files>\na\nb\n</read-files>"],
      [[], ["c"], "\n\n<modified-files>\nc\n</modified-files>"],
      [["a"], ["c"], "\n\n<read-files>\na\n</read-files>\n\n<modified-files>\nc\n</modified-files>"],
    ];
    for (const [readFiles, modifiedFiles, text] of rows) {
      assert.equal(fileListBlocks({ readFiles, modifiedFiles }), text);
    }
  });
});
