import { open } from "node:fs/promises";
import { readAnswers, type AnsweredQuestionnaire } from "./readAnswers.ts";

/** With pictures that somebody added. */
const maxFileBytes = 100 * 1024 * 1024;

/** Reads an answered questionnaire. Throws the texts of harness.md §11. */
export async function loadAnswers(path: string, shown = path): Promise<AnsweredQuestionnaire> {
  let answers: AnsweredQuestionnaire | undefined;
  try {
    answers = readAnswers(await readWhole(path));
  } catch (cause) {
    throw new Error(`Cannot read ${shown}: ${reasonOf(cause)}`, { cause });
  }
  if (!answers) throw new Error(`Not a questionnaire made by /intake: ${shown}`);
  return answers;
}

async function readWhole(path: string): Promise<Uint8Array> {
  const file = await open(path, "r");
  try {
    const info = await file.stat();
    if (info.isDirectory()) throw new Error("it is a folder");
    if (!info.isFile()) throw new Error("it is no file");
    if (info.size > maxFileBytes) throw new Error(`it has more than ${maxFileBytes / 1024 / 1024} MB`);
    return await file.readFile();
  } finally {
    await file.close();
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  EACCES: "no permission",
};

function reasonOf(cause: unknown): string {
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  return reasons[code] ?? (cause instanceof Error ? cause.message : String(cause));
}
