import type { Uri } from "vscode";
import { localize } from "../base/localize.ts";
import type { OpenSession } from "../session/openSession.ts";
import type { Host } from "./host.ts";
import { parseOpenUri } from "./parseOpenUri.ts";
import type { SessionManager, Surface } from "./sessionManager.ts";

/** What a link may do to a window. */
export type UriTarget = Pick<Host, "chatSurface" | "fillComposer"> & {
  readonly sessions: Pick<SessionManager, "byPath" | "resume">;
};

/** `vscode://relay-harness.relay/open?prompt=…&session=…` fills the composer, and never sends (vscode.md 2). */
export async function openFromUri(host: UriTarget, uri: Pick<Uri, "path" | "query">): Promise<void> {
  const request = parseOpenUri(uri.path, uri.query);
  if (typeof request === "string") throw new Error(request);
  const { prompt, sessionId } = request;
  const surface = await host.chatSurface();
  await surface.session.start();
  const session = sessionId === undefined ? surface.session : await resumeById(host, surface, sessionId);
  await host.fillComposer(session, prompt);
}

/** The session may be open in another view than the active one. */
async function resumeById(host: UriTarget, surface: Surface, sessionId: string): Promise<OpenSession> {
  const { sessions } = await surface.session.request({ type: "list_sessions", query: sessionId });
  const found = sessions.find(({ id }) => id === sessionId);
  if (!found) throw new Error(localize("This folder has no such session"));
  await host.sessions.resume(surface, found.path, found.cwd);
  return host.sessions.byPath(found.path) ?? surface.session;
}
