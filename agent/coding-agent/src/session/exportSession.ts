import type { ExportSnapshot } from "./exportSnapshot.ts";

/** Writes the page of a session, by default into its folder. Resolves with the absolute path. */
export async function exportPage(
  { source, system, cwd }: ExportSnapshot,
  outputPath?: string,
): Promise<string> {
  const [{ exportPath }, { exportHtml }] = await Promise.all([
    import("../export/exportSource.ts"),
    import("../export/html/exportHtml.ts"),
  ]);
  const path = exportPath(source, { outputPath, cwd, extension: "html" });
  await exportHtml(source, path, system);
  return path;
}

/** Writes the active branch as a session file of its own. Resolves with the absolute path. */
export async function exportBranch({ source, cwd }: ExportSnapshot, outputPath?: string): Promise<string> {
  const [{ exportPath }, { exportJsonl }] = await Promise.all([
    import("../export/exportSource.ts"),
    import("../export/exportJsonl.ts"),
  ]);
  const path = exportPath(source, { outputPath, cwd, extension: "jsonl" });
  await exportJsonl(source, path);
  return path;
}
