import type { Questionnaire } from "../questionnaire.ts";
import { printable } from "./printable.ts";

/** The same with texts that XML can hold: what is printed and what travels along are compared later. */
export function printableQuestionnaire(questionnaire: Questionnaire): Questionnaire {
  return clean(questionnaire) as Questionnaire;
}

function clean(value: unknown): unknown {
  if (typeof value === "string") return printable(value);
  if (Array.isArray(value)) return value.map(clean);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, clean(part)]));
}
