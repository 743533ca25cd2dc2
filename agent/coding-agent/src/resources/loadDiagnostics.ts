import type { LoadDiagnostic } from "@relay-harness/protocol";
import { describeDiagnostic } from "./diagnostics.ts";
import type { ResourceLoader } from "./resourceLoader.ts";

/** What a loader has to say about everything that it found. */
export function loadDiagnostics(loader: ResourceLoader): LoadDiagnostic[] {
  const { errors = [], warnings = [] } = loader.getExtensions?.() ?? {};
  const found = [loader.getSkills(), loader.getPrompts(), loader.getThemes()];
  return [
    ...errors.map(({ path, error }) => ({ type: "error" as const, message: `${path}: ${error}` })),
    ...warnings.map(({ path, warning }) => ({ type: "warning" as const, message: `${path}: ${warning}` })),
    ...found
      .flatMap(({ diagnostics }) => diagnostics)
      .map((diagnostic) => ({ type: diagnostic.type, message: describeDiagnostic(diagnostic) })),
  ];
}
