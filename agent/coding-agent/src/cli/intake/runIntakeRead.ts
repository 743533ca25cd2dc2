import { resolve } from "node:path";
import type { RunContext } from "../main.ts";
import { printOut } from "../printOut.ts";

const usage = "Usage: relay intake read <file.docx>";
const help = `${usage}

  read   prints an answered questionnaire as Markdown, and tells on stderr what is not answered
`;

/** `relay intake`; `argv` starts behind that word. Resolves with the exit code (cli.md §2). */
export async function runIntakeRead(
  argv: readonly string[],
  { reporter, cwd }: Pick<RunContext, "reporter" | "cwd">,
): Promise<number> {
  const [word, ...rest] = argv;
  if ([word, ...rest].some((one) => one === "-h" || one === "--help")) {
    await printOut(help);
    return 0;
  }
  const [file, ...extras] = rest[0] === "--" ? rest.slice(1) : rest;
  const error = findError(word, file, extras);
  if (error !== undefined || file === undefined) {
    if (error !== undefined) reporter.error(error);
    reporter.line(usage);
    return 1;
  }
  const [{ loadAnswers }, { formatAnswers, unanswered }, { openText }] = await Promise.all([
    import("../../builtin/intake/answers/loadAnswers.ts"),
    import("../../builtin/intake/answers/formatAnswers.ts"),
    import("../../builtin/intake/answers/openText.ts"),
  ]);
  try {
    const answers = await loadAnswers(resolve(cwd, file), file);
    await printOut(formatAnswers(answers));
    reporter.line(openText(unanswered(answers), answers.questions.length));
    return 0;
  } catch (problem) {
    reporter.error(problem instanceof Error ? problem.message : String(problem));
    return 1;
  }
}

function findError(
  word: string | undefined,
  file: string | undefined,
  extras: readonly string[],
): string | undefined {
  if (word !== "read")
    return word === undefined ? "relay intake requires a command" : `Unknown command: ${word}`;
  if (file === undefined || file === "") return "relay intake read requires a file";
  const [extra] = file.startsWith("-") ? [file] : extras;
  if (extra === undefined) return undefined;
  return extra.startsWith("-") ? `Unknown option: ${extra}` : `Unexpected argument: ${extra}`;
}
