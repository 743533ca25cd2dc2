import { exportSnapshot } from "../../../session/exportSnapshot.ts";
import { ExportError } from "../../../export/exportError.ts";
import { withProgress } from "../progress.ts";
import type { LineCommandContext } from "./lineCommand.ts";

export async function shareOpenSession({ runtime, transcript, signal }: LineCommandContext): Promise<void> {
  const { source, system } = exportSnapshot(runtime.session.sessionManager);
  const { shareSession } = await import("../../../export/shareSession.ts");
  const line = (text: string): void => transcript.line(text);
  try {
    // The upload itself hears the signal, and leaves no file behind.
    const upload = shareSession(source, { system, signal });
    const { url, viewerUrl } = await withProgress("Uploading the session", upload, { line });
    line(`Gist: ${url}`);
    if (viewerUrl !== undefined) line(`Share URL: ${viewerUrl}`);
  } catch (error) {
    if (ExportError.is(error, "not-installed")) {
      const hint = "Install it from https://cli.github.com, or write a page with /export.";
      throw new ExportError("not-installed", `${error.message} ${hint}`, { cause: error });
    }
    throw error;
  }
}
