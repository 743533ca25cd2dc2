import { literal, type Argument } from "../walk/argument.ts";
import type { Finding } from "./finding.ts";

/** Longer texts are data loads; what they change stands in front. */
const maximumLength = 200_000;

/** The destructive statements of an SQL text. */
export function sqlFindings(text: string): Finding[] {
  return withoutNoise(text.slice(0, maximumLength))
    .split(";")
    .flatMap((statement) => statementFinding(statement.trim()) ?? []);
}

/** Comments and the contents of strings say nothing about what a statement does. */
function withoutNoise(text: string): string {
  return text.replace(
    /--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|'(?:[^'\\]|''|\\.)*(?:'|$)|\$(\w*)\$[\s\S]*?(?:\$\1\$|$)/g,
    (noise) => (noise.startsWith("'") || noise.startsWith("$") ? "''" : " "),
  );
}

const name = String.raw`((?:["\`\[]?[\w$.{}-]+["\`\]]?\.?)+)`;

const truncatePattern = new RegExp(`^truncate\\s+(?:table\\s+)?(?:only\\s+)?${name}`, "i");
const deletePattern = new RegExp(`(?:^|\\)\\s*)delete\\s+(?:from\\s+)?(?:only\\s+)?${name}`, "i");
const updatePattern = /(?:^|\)\s*)update\s+(?!statistics\b)[\s\S]+?\bset\b/i;
const alterPattern = new RegExp(
  `^alter\\s+\\w+\\s+(?:if\\s+exists\\s+)?(?:only\\s+)?${name}[\\s\\S]*?\\bdrop\\b`,
  "i",
);
const dropPattern =
  /^drop\s+((?:materialized\s+|foreign\s+|unique\s+|event\s+)?\w+)\s+(?:concurrently\s+)?(?:if\s+exists\s+)?([\s\S]*)$/i;

function statementFinding(statement: string): Finding | undefined {
  const dropped = dropPattern.exec(statement);
  if (dropped) {
    const label = `DROP ${(dropped[1] ?? "").replace(/\s+/g, " ").toUpperCase()}`;
    return { id: "sql.drop", label, targets: names(dropped[2] ?? "") };
  }
  const truncated = truncatePattern.exec(statement);
  if (truncated) return { id: "sql.truncate", label: "TRUNCATE", targets: names(truncated[1] ?? "") };
  const altered = alterPattern.exec(statement);
  if (altered) return { id: "sql.alter-drop", label: "ALTER TABLE DROP", targets: names(altered[1] ?? "") };
  if (hasCondition(statement)) return undefined;
  const deleted = deletePattern.exec(statement);
  if (deleted) return { id: "sql.delete", label: "DELETE", targets: names(deleted[1] ?? "") };
  return updatePattern.test(statement) ? { id: "sql.update", label: "UPDATE" } : undefined;
}

/** `WHERE 1=1` is none. */
function hasCondition(statement: string): boolean {
  const condition = /\bwhere\b([\s\S]*)$/i.exec(statement)?.[1]?.trim().toLowerCase();
  if (condition === undefined) return false;
  return !/^\(?\s*(true|1|1\s*=\s*1|''\s*=\s*'')\s*\)?$/.test(condition);
}

function names(list: string): Argument[] {
  return list
    .split(",")
    .map(
      (part) =>
        part
          .trim()
          .split(/\s+/)[0]
          ?.replace(/["`[\]]/g, "") ?? "",
    )
    .filter((part) => part !== "")
    .map((part) => (/[${}]/.test(part) ? { ...literal(part), kind: "dynamic" } : literal(part)));
}
