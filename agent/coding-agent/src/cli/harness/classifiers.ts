import {
  claims,
  detectConstraints,
  detectCorrection,
  effectClasses,
  lang,
  turnKind,
  type ShellFacts,
  type ShellLanguage,
} from "@relay-harness/agent-core/harness";
import { layProblemCodes } from "../../builtin/intake/validate/layText.ts";
import { analyze, judgeCommand } from "./judgeCommand.ts";

/** What a line says beside its input. */
export interface ClassifyOptions {
  /** Language of the conversation before the input. */
  lang?: "en" | "pt" | "es";
  /** Shell of a command. */
  shell?: ShellLanguage;
}

type Classifier = (input: string, options: ClassifyOptions) => unknown;

/** Each kind's answer about an input (cli.md §2). A pure function: where it runs makes no difference. */
export const classifiers: Readonly<Record<string, Classifier>> = {
  constraint: (input, { lang }) =>
    detectConstraints(input, lang === undefined ? {} : { language: lang }).length > 0,
  authorization,
  question: (input) => turnKind(input),
  correction: (input) => detectCorrection(input, { afterWork: true }),
  claim: (input) => [...claims(input)].sort(),
  masked,
  intake: (input, { lang: language }) => layProblemCodes(input, language ?? lang(input)),
};

/** A place that no machine has: an answer must not depend on the folder or the files of who asks. */
const facts: ShellFacts = {
  cwd: "/home/me/app",
  workspace: "/home/me/app",
  home: "/home/me",
  tempDirs: ["/tmp", "/var/tmp"],
  platform: "posix",
};

/** Names no operation, so that it allows none. */
const plainRequest = "fix the bug";

async function authorization(input: string, { shell }: ClassifyOptions): Promise<object> {
  const { message, command } = splitInput(input);
  const { analysis, decision, reason } = await judgeCommand(command, message, { facts, shell });
  const { operations } = analysis;
  return {
    gated: operations.length > 0,
    classes: effectClasses(operations),
    ops: [...new Set(operations.map(({ id }) => id))],
    decision,
    reason,
  };
}

/** Lines of the developer's message, then `$ ` and the command to the end. */
function splitInput(input: string): { message: string; command: string } {
  const [, before = "", command] = /^((?:(?!\$ ).*\n)*)\$ ([^]*)$/.exec(input) ?? [];
  if (command === undefined) {
    throw new Error('input must hold a line that starts with "$ " and the command');
  }
  const message = before.replace(/\n$/, "");
  return { message: message.trim() === "" ? plainRequest : message, command };
}

async function masked(input: string, { shell }: ClassifyOptions): Promise<object | null> {
  const { checks } = await analyze(input, { facts, shell });
  const [first] = checks;
  return first ? { kind: first.kind, counts: first.counts, narrowed: first.narrowed } : null;
}
