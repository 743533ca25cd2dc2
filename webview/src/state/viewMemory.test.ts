import assert from "node:assert/strict";
import type { MirroredState } from "@relay-harness/protocol/webview";
import { emptyMirror, ViewMemory } from "./viewMemory.ts";

describe("ViewMemory", () => {
  function memoryOf(path: string | undefined): { memory: ViewMemory; kept: MirroredState[] } {
    const kept: MirroredState[] = [];
    const memory = new ViewMemory({
      keep: (state) => kept.push(state),
      mirror: () => undefined,
      sessionPath: () => path,
    });
    return { memory, kept };
  }

  it("keeps the path of the session, so that a restored tab opens it again", () => {
    const { memory, kept } = memoryOf("/sessions/a.jsonl");
    memory.keepSession();
    assert.deepEqual(kept, [{ ...emptyMirror(), sessionPath: "/sessions/a.jsonl" }]);
  });

  it("keeps what it restores: the document may end before anything else changes", () => {
    const { memory, kept } = memoryOf(undefined);
    memory.restore({ ...emptyMirror(), draft: "half a sentence" });
    assert.deepEqual(kept, [{ ...emptyMirror(), draft: "half a sentence" }]);
  });
});
