import type { CheckKind } from "../types.ts";

const never = /^(fix|write|update|watch|dev|serve|start|preview)$/;
const format = /^(format|fmt|prettier|formatting)$/;
const lint = /^(lint|linter|eslint|stylelint|oxlint|biome|ruff|flake8|pylint|clippy|rubocop|phpstan|phpcs)$/;
const types = /^(typecheck|typechecks|type|types|typing|tsc|mypy|pyright)$/;
const build = /^(build|compile)$/;
const test =
  /^(test|tests|testing|spec|specs|unit|e2e|integration|coverage|vitest|jest|mocha|pytest|cypress|playwright)$/;

function partsOf(name: string): string[] {
  return name
    .replace(/([a-z])([A-Z])/g, "$1-$2")
    .toLowerCase()
    .split(/[:_\s./-]+/)
    .filter((part) => part !== "");
}

/** The kind of a package script or target by the most specific part of its name. */
export function kindOfName(name: string): CheckKind | undefined {
  const parts = partsOf(name);
  const has = (pattern: RegExp): boolean => parts.some((part) => pattern.test(part));
  if (has(never)) return undefined;
  if (has(format)) return has(/^(check|ci|verify|test|lint)$/) ? "lint" : undefined;
  if (has(lint)) return "lint";
  if (has(types)) return "types";
  if (has(build)) return "build";
  if (has(test) || has(/^(ci|verify)$/)) return "test";
  return has(/^(check|checks|validate)$/) ? "lint" : undefined;
}

/** The kind of a script file by its base name. */
export function kindOfScript(file: string): CheckKind | undefined {
  const parts = partsOf(file.replace(/\.(sh|bash|zsh|ps1|bat|cmd|[cm]?[jt]sx?|py|rb|php|pl|exs?)$/i, ""));
  const has = (pattern: RegExp): boolean => parts.some((part) => pattern.test(part));
  if (has(/^(fix|watch|update)$/)) return undefined;
  if (has(/^lint$/)) return "lint";
  if (has(/^(test|tests|spec|check|verify|ci)$/)) return "test";
  return has(/^build$/) ? "build" : undefined;
}
