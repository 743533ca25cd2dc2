import { readFile } from "node:fs/promises";
import { readAnswers, type AnsweredQuestionnaire } from "./readAnswers.ts";

/** Reads an answered questionnaire. Throws the texts of harness.md §11. */
export async function loadAnswers(path: string, shown = path): Promise<AnsweredQuestionnaire> {
  let answers: AnsweredQuestionnaire | undefined;
  try {
    answers = readAnswers(await readFile(path));
  } catch (cause) {
    throw new Error(`Cannot read ${shown}: ${reasonOf(cause)}`, { cause });
  }
  if (!answers) throw new Error(`Not a questionnaire made by /intake: ${shown}`);
  return answers;
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  EISDIR: "it is a folder",
  EACCES: "no permission",
};

function reasonOf(cause: unknown): string {
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  return reasons[code] ?? (cause instanceof Error ? cause.message : String(cause));
}
