import { isAbsolute, join } from "node:path";
import { Diagnostic, DiagnosticSeverity, languages, Range, Uri } from "vscode";
import type { Disposable } from "vscode";
import type { HarnessSkillFinding } from "@relay-harness/protocol";
import type { Host } from "./host.ts";

/** What the harness finds wrong in skills, as problems of their files (vscode.md 5). */
export function showSkillFindings(host: Host): Disposable {
  const collection = languages.createDiagnosticCollection("relay-skills");
  let shown: readonly HarnessSkillFinding[] = [];
  const stop = host.sessions.changes.add(() => {
    const { active } = host.sessions;
    const audit = active?.state.harness?.audit ?? [];
    if (!active || audit === shown) return;
    shown = audit;
    collection.clear();
    for (const [path, findings] of findingsByPath(audit)) {
      const uri = Uri.file(isAbsolute(path) ? path : join(active.cwd, path));
      collection.set(uri, findings.map(diagnosticOf));
    }
  });
  return {
    dispose: () => {
      stop();
      collection.dispose();
    },
  };
}

function findingsByPath(audit: readonly HarnessSkillFinding[]): Map<string, HarnessSkillFinding[]> {
  const byPath = new Map<string, HarnessSkillFinding[]>();
  for (const finding of audit) {
    const { path } = finding;
    if (path !== undefined) byPath.set(path, [...(byPath.get(path) ?? []), finding]);
  }
  return byPath;
}

function diagnosticOf({ skill, rule, message }: HarnessSkillFinding): Diagnostic {
  const diagnostic = new Diagnostic(
    new Range(0, 0, 0, 0),
    `${skill}: ${message}`,
    DiagnosticSeverity.Warning,
  );
  diagnostic.source = "Relay";
  diagnostic.code = rule;
  return diagnostic;
}
