import type { ListScreen } from "./numberedList.ts";

/** Asks a yes-or-no question; anything but one of the words is the default. No answer is `undefined`. */
export async function confirm(
  ask: ListScreen["ask"],
  question: string,
  standard: "yes" | "no",
): Promise<boolean | undefined> {
  const answer = await ask(`${question} ${standard === "yes" ? "[Y/n]" : "[y/N]"} `);
  if (answer === undefined) return undefined;
  const word = answer.trim().toLowerCase();
  if (standard === "yes") return word !== "n" && word !== "no";
  return word === "y" || word === "yes";
}
