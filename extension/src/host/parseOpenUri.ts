import { localize } from "../base/localize.ts";

const maxBytes = 8 * 1024;

/** Controls, marks that turn the direction of text, and what has no width: a prompt must read as it is sent. */
const hidden = /[^\P{Cc}\n\t]|[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/gu;

/**
 * What a link to the chat asks for, or why it is refused. `query` is decoded already, as the editor hands it
 * over: so a prompt may hold `&`, `+` and `%`, and only a `session` at either end is one.
 */
export function parseOpenUri(path: string, query: string): { prompt: string; sessionId?: string } | string {
  if (path !== "/open") return localize("Relay has no {0}", path.slice(0, 100));
  if (Buffer.byteLength(query) > maxBytes) return localize("The link is longer than 8 KB");
  const { rest, sessionId } = takeSession(query);
  if (sessionId !== undefined && !/^[\w-]{1,64}$/.test(sessionId))
    return localize("The link names no session");
  const written = /^(?:[\s\S]*?&)??prompt=([\s\S]*)$/.exec(rest)?.[1] ?? "";
  const prompt = written.replace(/\r\n?/g, "\n").replace(hidden, "");
  return { prompt, ...(sessionId !== undefined && { sessionId }) };
}

function takeSession(query: string): { rest: string; sessionId?: string } {
  const first = /^session=([^&]*)(?:&|$)/.exec(query);
  if (first) return { rest: query.slice(first[0].length), sessionId: first[1] ?? "" };
  const last = /(?:^|&)session=([^&\s]*)$/.exec(query);
  return last ? { rest: query.slice(0, last.index), sessionId: last[1] ?? "" } : { rest: query };
}
