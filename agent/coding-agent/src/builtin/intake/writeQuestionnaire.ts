import type { AgentToolResult } from "@relay-harness/agent-core";
import type { IntakeState } from "./intakeState.ts";
import { outputPath, type OutputPlace } from "./output/outputPath.ts";
import { NameTakenError, writeDocument } from "./output/writeDocument.ts";
import { allQuestions } from "./questionnaire.ts";
import { describeProblems, type Problem } from "./validate/problem.ts";
import { readQuestionnaire } from "./validate/readQuestionnaire.ts";

const maxAttempts = 20;

/** What a client shows of a questionnaire that was written. */
export interface QuestionnaireDetails {
  path: string;
  questions: number;
  followUps: number;
  groups: number;
}

export interface WriteContext {
  cwd: string;
  state: IntakeState;
  signal?: AbortSignal;
  /** Default: the clock. */
  now?: Date;
}

/** Checks the questionnaire and writes its document. Throws with every problem; nothing is written then. */
export async function writeQuestionnaire(
  params: unknown,
  context: WriteContext,
): Promise<AgentToolResult<QuestionnaireDetails>> {
  const { pending } = context.state;
  try {
    return await checkAndWrite(params, context);
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    // A list of texts to rewrite is for the model.
    if (pending) pending.failure = RejectedDraft.is(error) ? error.summary : text;
    throw error;
  }
}

class RejectedDraft extends Error {
  override readonly name = "RejectedDraft";
  readonly summary: string;

  constructor(problems: readonly Problem[]) {
    super(describeProblems(problems));
    this.summary = `the last draft had ${problems.length === 1 ? "1 problem" : `${problems.length} problems`}.`;
  }

  static is(error: unknown): error is RejectedDraft {
    return error instanceof RejectedDraft;
  }
}

async function checkAndWrite(
  params: unknown,
  { cwd, state, signal, now = new Date() }: WriteContext,
): Promise<AgentToolResult<QuestionnaireDetails>> {
  const { pending } = state;
  const reading = readQuestionnaire(params, { language: pending?.language, request: pending?.description });
  if ("problems" in reading) throw new RejectedDraft(reading.problems);
  const { questionnaire } = reading;
  const { renderDocument } = await import("./document/renderDocument.ts");
  const bytes = renderDocument(questionnaire);
  const out = pending?.out ?? questionnaire.out;
  const place = { cwd, title: questionnaire.title, out, isUsers: pending?.out !== undefined, now };
  signal?.throwIfAborted();
  const path = await writeSomewhere(place, bytes);
  state.pending = undefined;
  const questions = allQuestions(questionnaire);
  const details = {
    path,
    questions: questions.length,
    followUps: questions.filter(({ onlyIf }) => onlyIf).length,
    groups: questionnaire.groups.length,
  };
  return { content: [{ type: "text", text: describeDetails(details) }], details };
}

/** Another Relay may take a free name first: the next one is tried then. */
async function writeSomewhere(place: OutputPlace, bytes: Uint8Array): Promise<string> {
  for (let attempt = 1; ; attempt++) {
    const target = await outputPath(place);
    try {
      await writeDocument(target, bytes);
      return target.path;
    } catch (error) {
      if (!NameTakenError.is(error) || attempt === maxAttempts) throw error;
    }
  }
}

function describeDetails({ path, questions, followUps, groups }: QuestionnaireDetails): string {
  return `path: ${path}\nquestions: ${questions}\nfollowUps: ${followUps}\ngroups: ${groups}`;
}
