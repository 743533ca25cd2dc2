import type { Answer, AnsweredQuestionnaire } from "./readAnswers.ts";

/** The answers as Markdown (harness.md §11, Reading answers). */
export function formatAnswers({ title, questions, anythingElse }: AnsweredQuestionnaire): string {
  const parts = [`# ${oneLine(title)}`];
  let group: string | undefined;
  for (const question of questions) {
    if (question.group !== group) parts.push(`## ${oneLine(question.group)}`);
    ({ group } = question);
    parts.push([`${question.number}. ${oneLine(question.text)}`, answerText(question.answer)].join("\n"));
  }
  if (anythingElse) parts.push(`## ${anythingElse.heading}`, ...anythingElse.paragraphs.map(asParagraph));
  return `${parts.join("\n\n")}\n`;
}

/** Numbers of the questions that should have been answered and were not. */
export function unanswered({ questions }: AnsweredQuestionnaire): number[] {
  return questions
    .filter(({ answer }) => answer.kind === "none" || answer.kind === "missing")
    .map(({ number }) => number);
}

function answerText(answer: Answer): string {
  switch (answer.kind) {
    case "marked":
      return answer.labels
        .map(({ label, text }) => `- ${oneLine(label)}${text === undefined ? "" : `: ${oneLine(text)}`}`)
        .join("\n");
    case "text":
      return answer.paragraphs.map(asParagraph).join("\n\n");
    case "table":
      return [answer.header, answer.header.map(() => "---"), ...answer.rows]
        .map((cells) => `| ${cells.map(asCell).join(" | ")} |`)
        .join("\n");
    case "none":
      return "- (no answer)";
    case "not-due":
      return "- (does not apply)";
    case "missing":
      return "- (not found)";
  }
}

/** What would start a heading, a list or a question here stays text. */
function asParagraph(text: string): string {
  return text.replace(/^(?=#{1,6}\s|[-*+>]\s)/gmu, "\\").replace(/^(\d+)(?=[.)]\s)/gmu, "$1\\");
}

function asCell(text: string): string {
  return text.replaceAll("|", "\\|").replace(/\s*\n\s*/gu, "<br>");
}

function oneLine(text: string): string {
  return text.replace(/\s+/gu, " ").trim();
}
