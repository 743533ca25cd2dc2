import type { Model, ThinkingLevel } from "@relay-harness/protocol";
import {
  exactMatches,
  fullMatches,
  fuzzyMatches,
  groupByProvider,
  preferredModel,
  splitSuffix,
} from "./matching.ts";
import { isSameModel, modelReference, type ScopeEntry } from "./types.ts";

export interface ScopeDiagnostic {
  type: "warning";
  code: "no-match" | "invalid-thinking-level" | "ambiguous";
  message: string;
  pattern: string;
}

export interface ResolvedScope {
  entries: ScopeEntry[];
  diagnostics: ScopeDiagnostic[];
}

/** Patterns of a `--models` value. */
export function splitModelPatterns(text: string): string[] {
  return text
    .split(",")
    .map((pattern) => pattern.trim())
    .filter((pattern) => pattern !== "");
}

/** The models that patterns describe, of those available (models.md §8.2). */
export function resolveScope(patterns: readonly string[], available: readonly Model[]): ResolvedScope {
  const scope: ResolvedScope = { entries: [], diagnostics: [] };
  for (const pattern of patterns) {
    const match = matchPattern(pattern.trim(), available);
    const warn = (code: ScopeDiagnostic["code"], message: string): void => {
      scope.diagnostics.push({ type: "warning", code, message, pattern });
    };
    if (!match) {
      warn("no-match", `No models match pattern "${pattern}"`);
      continue;
    }
    if (match.droppedSuffix !== undefined) {
      warn(
        "invalid-thinking-level",
        `Unknown thinking level "${match.droppedSuffix}" in pattern "${pattern}"`,
      );
    }
    if (!match.isGlob && groupByProvider(match.models).size > 1) {
      const list = match.models.map(modelReference).join(", ");
      warn("ambiguous", `Pattern "${pattern}" matches models of several providers: ${list}`);
    }
    for (const model of match.models) {
      if (scope.entries.some((entry) => isSameModel(entry.model, model))) continue;
      scope.entries.push(match.level === undefined ? { model } : { model, thinkingLevel: match.level });
    }
  }
  return scope;
}

interface PatternMatch {
  models: Model[];
  level?: ThinkingLevel;
  droppedSuffix?: string;
  isGlob?: boolean;
}

function matchPattern(pattern: string, available: readonly Model[]): PatternMatch | undefined {
  const suffixed = splitSuffix(pattern);
  const level = suffixed?.level;
  const literal = matchLiteral(pattern, available);
  if (literal) return literal;
  if (!suffixed) return matchLoosely(pattern, available);
  if (level !== undefined) {
    const match =
      matchLiteral(suffixed.prefix, available) ??
      matchLoosely(pattern, available) ??
      matchLoosely(suffixed.prefix, available);
    return match && { ...match, level };
  }
  const whole = matchLoosely(pattern, available);
  if (whole) return whole;
  const match = matchLiteral(suffixed.prefix, available) ?? matchLoosely(suffixed.prefix, available);
  return match && { ...match, droppedSuffix: suffixed.suffix };
}

function matchLiteral(text: string, available: readonly Model[]): PatternMatch | undefined {
  const matches = exactMatches(available, text);
  if (matches.length === 0) return undefined;
  const full = fullMatches(matches, text);
  return { models: full.length > 0 ? full : matches };
}

function matchLoosely(text: string, available: readonly Model[]): PatternMatch | undefined {
  if (/[*?[]/.test(text)) {
    const glob = globExpression(text);
    const models = available.filter((model) => glob.test(modelReference(model)) || glob.test(model.id));
    return models.length > 0 ? { models, isGlob: true } : undefined;
  }
  const groups = groupByProvider(fuzzyMatches(available, text));
  const models = [...groups.values()].flatMap((group) => preferredModel(group) ?? []);
  return models.length > 0 ? { models } : undefined;
}

/** Case-insensitive; `*` also crosses `/`, a `[` without its `]` is literal. */
function globExpression(glob: string): RegExp {
  const source = glob.replace(
    /\*+|\?|\[(!|\^)?([^\]]+)\]|[\\^$.|+(){}[\]]/g,
    (token, negated, characters) => {
      if (token.startsWith("*")) return ".*";
      if (token === "?") return ".";
      if (typeof characters !== "string") return `\\${token}`;
      return `[${negated ? "^" : ""}${characters.replace(/[\\\]^[]/g, "\\$&")}]`;
    },
  );
  return new RegExp(`^${source}$`, "i");
}
