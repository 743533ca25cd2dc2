import { extname } from "node:path";
import { pathExists } from "../../../base/paths.ts";
import type { ExportSource } from "../../../export/exportSource.ts";
import type { SystemState } from "../../../sessions/systemState.ts";
import { exportSnapshot } from "../../../session/exportSnapshot.ts";
import { confirm } from "../confirm.ts";
import type { LineCommandContext } from "./lineCommand.ts";
import { pathArgument } from "./pathArgument.ts";

export async function exportOpenSession(context: LineCommandContext): Promise<void> {
  const { runtime, transcript, ask, argument } = context;
  const given = pathArgument(argument) || undefined;
  const { source, system, cwd } = exportSnapshot(runtime.session.sessionManager);
  const [{ exportPath, demandConversation }, write] = await Promise.all([
    import("../../../export/exportSource.ts"),
    given !== undefined && extname(given) === ".jsonl" ? loadJsonl() : loadHtml(),
  ]);
  if (write.needsConversation) demandConversation(source);
  const path = exportPath(source, { cwd, outputPath: given, extension: "html" });
  // The default name is the session's own; a name that was typed may be that of a source file.
  const isTaken = given !== undefined && (await pathExists(path));
  if (isTaken && !(await confirm(ask, `${path} exists. Overwrite it?`, "no"))) {
    return transcript.line("Nothing was exported.");
  }
  try {
    await write.run(source, path, system);
  } catch (cause) {
    if (!(cause instanceof Error && "code" in cause && cause.code === "ENOENT")) throw cause;
    throw new Error(`${cause.message}\nMake the folder first, or name another place.`, { cause });
  }
  transcript.line(`Exported to: ${path}`);
  transcript.line("Review it before you pass it on: it holds the whole conversation.");
}

interface Format {
  needsConversation: boolean;
  run: (source: ExportSource, path: string, system?: SystemState) => Promise<void>;
}

async function loadHtml(): Promise<Format> {
  const { exportHtml } = await import("../../../export/html/exportHtml.ts");
  return { needsConversation: true, run: exportHtml };
}

async function loadJsonl(): Promise<Format> {
  const { exportJsonl } = await import("../../../export/exportJsonl.ts");
  return { needsConversation: false, run: exportJsonl };
}
