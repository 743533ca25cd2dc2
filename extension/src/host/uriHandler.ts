import type { Uri } from "vscode";
import { localize } from "../base/localize.ts";
import type { Host } from "./host.ts";
import { parseOpenUri } from "./parseOpenUri.ts";

/** `vscode://relay-harness.relay/open?prompt=…&session=…` fills the composer, and never sends (vscode.md 2). */
export async function openFromUri(host: Host, uri: Uri): Promise<void> {
  const request = parseOpenUri(uri.path, uri.query);
  if (typeof request === "string") throw new Error(request);
  const { prompt, sessionId } = request;
  const surface = await host.chatSurface();
  await surface.session.start();
  if (sessionId !== undefined) {
    const { sessions } = await surface.session.request({ type: "list_sessions", query: sessionId });
    const found = sessions.find(({ id }) => id === sessionId);
    if (!found) throw new Error(localize("This folder has no such session"));
    await host.sessions.resume(surface, found.path, found.cwd);
  }
  await host.fillComposer(surface.session, prompt);
}
