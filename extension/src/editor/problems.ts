import { relative } from "node:path";
import { DiagnosticSeverity, languages } from "vscode";
import type { Diagnostic, Uri } from "vscode";
import { isInside } from "./openPlaces.ts";

const maxProblems = 200;
const severities: Record<DiagnosticSeverity, string> = {
  [DiagnosticSeverity.Error]: "error",
  [DiagnosticSeverity.Warning]: "warning",
  [DiagnosticSeverity.Information]: "info",
  [DiagnosticSeverity.Hint]: "hint",
};

/** The editor's problems of a folder, or of one file, a line each, errors first. */
export function problemsText(cwd: string, only?: Uri): string {
  const all = only ? [[only, languages.getDiagnostics(only)] as const] : languages.getDiagnostics();
  const rows = all
    .filter(([uri]) => uri.scheme === "file" && isInside(uri.fsPath, cwd))
    .flatMap(([uri, diagnostics]) => diagnostics.map((diagnostic) => ({ uri, diagnostic })))
    .sort((left, right) => left.diagnostic.severity - right.diagnostic.severity);
  const lines = rows.slice(0, maxProblems).map(({ uri, diagnostic }) => problemLine(uri, diagnostic, cwd));
  if (rows.length > maxProblems) lines.push(`… ${rows.length - maxProblems} more`);
  return lines.join("\n");
}

function problemLine(uri: Uri, { range, severity, message, source, code }: Diagnostic, cwd: string): string {
  const path = relative(cwd, uri.fsPath).replaceAll("\\", "/");
  const name = typeof code === "object" ? code.value : code;
  const from = [source, name].filter((part) => part !== undefined).join(" ");
  const place = `${path}:${range.start.line + 1}:${range.start.character + 1}`;
  return `${place} ${severities[severity]}: ${message.replace(/\s+/g, " ")}${from ? ` (${from})` : ""}`;
}
