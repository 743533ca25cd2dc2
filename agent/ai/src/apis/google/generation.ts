import type { Model } from "@relay-harness/protocol";
import type { BudgetLevel } from "../../budgets.ts";

/** What differs between generations of Google's models (models.md §9.3, §16.2, §26.7). */
export interface Generation {
  /** How thinking is asked for: by level, by budget, or not at all. */
  thinking: "level" | "budget" | "none";
  /** Calls carry ids, and the first call of a step needs a thought signature. */
  hasSignedCalls: boolean;
  /** Images of a tool result go into its response; else into a user message behind it. */
  hasResponseImages: boolean;
  /** Arguments can be constrained to the tools' schemas. */
  hasValidatedCalls: boolean;
  budgets: Record<BudgetLevel, number>;
}

const proBudgets = { minimal: 128, low: 2048, medium: 8192, high: 32768 };
const flashBudgets = { ...proBudgets, high: 24576 };
const flashLiteBudgets = { ...flashBudgets, minimal: 512 };

export function generationOf(model: Pick<Model, "id" | "reasoning">): Generation {
  const id = model.id.toLowerCase();
  const gemma = /gemma-?(\d+)/.exec(id);
  // An alias such as `gemini-flash-latest` names the newest generation.
  const isGemini = id.includes("gemini");
  const major = Number(/gemini-(\d+)/.exec(id)?.[1] ?? (isGemini ? Infinity : 0));
  const isNew = isGemini && major >= 3;
  const takesLevel = isNew || (gemma !== null && Number(gemma[1]) >= 4);
  return {
    thinking: takesLevel ? "level" : gemma ? "none" : "budget",
    hasSignedCalls: isNew,
    hasResponseImages: isNew,
    hasValidatedCalls: isGemini && major >= 2,
    budgets: id.includes("flash-lite") ? flashLiteBudgets : id.includes("flash") ? flashBudgets : proBudgets,
  };
}
