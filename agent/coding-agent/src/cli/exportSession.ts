import { statSync } from "node:fs";
import { basename, extname, resolve } from "node:path";
import { expandTilde } from "../base/paths.ts";
import { ExportError } from "../export/exportError.ts";
import { exportPath, readSource } from "../export/exportSource.ts";
import { exportHtml } from "../export/html/exportHtml.ts";
import type { RunContext } from "./main.ts";
import { printOut } from "./printOut.ts";
import { StartError } from "./startError.ts";

/**
 * Writes a session file as a page, into the current folder unless the first message names another place,
 * and prints where it is. Resolves with the exit code (cli.md §1.9).
 */
export async function exportSession(given: string, { args, cwd }: RunContext): Promise<number> {
  const path = resolve(cwd, expandTilde(given));
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) throw new StartError(`File not found: ${path}`);
  const source = stats.isFile() ? readSource(path) : undefined;
  if (!source) throw new StartError(`Session file is not a valid relay session: ${path}`);
  const named = { ...source, stem: basename(path, extname(path)) };
  const target = exportPath(named, { cwd, outputPath: args.messages[0], extension: "html" });
  try {
    await exportHtml(named, target);
  } catch (error) {
    if (ExportError.is(error)) throw new StartError(error.message, { cause: error });
    throw error;
  }
  await printOut(`Exported to: ${target}\n`);
  return 0;
}
