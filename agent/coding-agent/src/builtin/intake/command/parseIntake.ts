/** What `/intake` is asked to do. */
export type IntakeCall =
  | { kind: "ask"; description: string; out?: string }
  /** Reads an answered questionnaire into the chat. */
  | { kind: "answers"; file: string }
  | { kind: "usage"; error: string };

const intakeUsage = "Usage: /intake [--out file.docx] <description>";
const answersUsage = "Usage: /intake answers <file.docx>";

const outOption = /^--out(?:=|\s+)(?:"([^"]*)"|'([^']*)'|(\S+))\s*/u;
const answersCall = /^answers\s+(?:"([^"]+\.docx)"|'([^']+\.docx)'|(\S+\.docx))$/iu;

/** Reads what stands behind `/intake`. Options come first: what follows is the description, as it is. */
export function parseIntake(args: string): IntakeCall {
  const text = args.trim();
  if (text === "answers") return { kind: "usage", error: answersUsage };
  const answers = answersCall.exec(text);
  if (answers) return { kind: "answers", file: answers[1] ?? answers[2] ?? answers[3] ?? "" };
  if (!/^--out(?=[=\s]|$)/u.test(text)) return ask(text);
  const option = outOption.exec(text);
  const out = option && (option[1] ?? option[2] ?? option[3] ?? "").trim();
  if (!option || !out) return { kind: "usage", error: `--out needs the name of a file. ${intakeUsage}` };
  return ask(text.slice(option[0].length), out);
}

function ask(description: string, out?: string): IntakeCall {
  const text = description.trim();
  if (text === "") return { kind: "usage", error: intakeUsage };
  return { kind: "ask", description: text, ...(out !== undefined && { out }) };
}
