import { localize } from "../base/localize.ts";
const maxBytes = 8 * 1024;

/** What a link to the chat asks for, or why it is refused. */
export function parseOpenUri(path: string, query: string): { prompt: string; sessionId?: string } | string {
  if (path !== "/open") return localize("Relay has no {0}", path);
  if (Buffer.byteLength(query) > maxBytes) return localize("The link is longer than 8 KB");
  const params = new URLSearchParams(query);
  const sessionId = params.get("session");
  const prompt = (params.get("prompt") ?? "").replace(/\r\n?/g, "\n");
  if (sessionId !== null && !/^[\w-]{1,64}$/.test(sessionId)) return localize("The link names no session");
  return { prompt, ...(sessionId !== null && { sessionId }) };
}
