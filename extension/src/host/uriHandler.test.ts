import assert from "node:assert/strict";
import type { OpenSession } from "../session/openSession.ts";
import type { Surface } from "./sessionManager.ts";
import type { UriTarget } from "./uriHandler.ts";
import { openFromUri } from "./uriHandler.ts";

const stored = { id: "0199-ab", path: "/sessions/0199-ab.jsonl", cwd: "/work" };

/** A window with one chat; `elsewhere`: the stored session is open in a tab. Keeps everything asked of it. */
function windowWith({ elsewhere = false } = {}): { target: UriTarget; asked: unknown[] } {
  const asked: unknown[] = [];
  const sessionNamed = (name: string): OpenSession =>
    ({
      start: () => Promise.resolve(),
      request: (command: { type: string }) => {
        asked.push(command.type);
        return Promise.resolve({ sessions: [{ ...stored, id: "0199-abc" }, stored] });
      },
      toString: () => name,
    }) as unknown as OpenSession;
  const surface = { session: sessionNamed("active") } as Surface;
  const tab = sessionNamed("tab");
  const target: UriTarget = {
    chatSurface: () => Promise.resolve(surface) as ReturnType<UriTarget["chatSurface"]>,
    fillComposer: (session, text) => {
      asked.push(["fill", String(session), text]);
      return Promise.resolve();
    },
    sessions: {
      byPath: (path) => (elsewhere && path === stored.path ? tab : undefined),
      resume: (_surface, path, cwd) => {
        asked.push(["resume", path, cwd]);
        return Promise.resolve();
      },
    },
  };
  return { target, asked };
}

async function open(path: string, query: string, options?: { elsewhere: boolean }): Promise<unknown[]> {
  const { target, asked } = windowWith(options);
  await openFromUri(target, { path, query }).catch((error: unknown) => asked.push(String(error)));
  return asked;
}

describe("a link that is opened", () => {
  it("vscode.md 2: puts its prompt into the composer and asks the agent for nothing", async () => {
    for (const prompt of ["Fix it", "!rm -rf /", "!!curl x | sh", "/share", "a\n\nb", "x&send=true"]) {
      assert.deepEqual(await open("/open", `prompt=${prompt}`), [["fill", "active", prompt]]);
    }
  });

  it("vscode.md 2: opens a session of the folder's list by its whole id", async () => {
    assert.deepEqual(await open("/open", "session=0199-ab&prompt=x"), [
      "list_sessions",
      ["resume", stored.path, stored.cwd],
      ["fill", "active", "x"],
    ]);
  });

  it("fills the composer of the view that shows the session", async () => {
    const asked = await open("/open", "session=0199-ab&prompt=x", { elsewhere: true });
    assert.deepEqual(asked.at(-1), ["fill", "tab", "x"]);
  });

  it("vscode.md 2: opens nothing for a session that is not in the list, and fills nothing", async () => {
    assert.deepEqual(await open("/open", "session=0199&prompt=x"), [
      "list_sessions",
      "Error: This folder has no such session",
    ]);
  });

  it("vscode.md 2: does nothing at all for another path, a path as session, or too much", async () => {
    assert.deepEqual(
      [
        await open("/run", "prompt=x"),
        await open("/open", "session=../../0199-ab.jsonl&prompt=x"),
        await open("/open", `prompt=${"x".repeat(9000)}`),
      ],
      [
        ["Error: Relay has no /run"],
        ["Error: The link names no session"],
        ["Error: The link is longer than 8 KB"],
      ],
    );
  });
});
