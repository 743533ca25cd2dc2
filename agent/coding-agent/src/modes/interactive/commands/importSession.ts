import { resolve } from "node:path";
import { expandTilde, pathExists } from "../../../base/paths.ts";
import { confirm } from "../confirm.ts";
import type { LineCommandContext } from "./lineCommand.ts";
import { openElsewhere } from "./openElsewhere.ts";
import { pathArgument } from "./pathArgument.ts";

export async function importSession(context: LineCommandContext): Promise<void> {
  const { runtime, transcript, ask, argument, showSession } = context;
  const given = pathArgument(argument);
  if (given === "") return transcript.line("Usage: /import <path.jsonl>");
  const path = resolve(runtime.session.sessionManager.getCwd(), expandTilde(given));
  // A path with a typing error is refused before anything is asked.
  const isSure = !(await pathExists(path)) || (await confirm(ask, `Open a copy of ${path}?`, "yes"));
  if (!isSure) return transcript.line("Nothing was imported.");
  const open = (cwd?: string): Promise<{ cancelled: boolean }> => runtime.importFromJsonl(path, cwd);
  if (await openElsewhere(context, path, open)) showSession();
}
