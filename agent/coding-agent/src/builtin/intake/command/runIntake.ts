import type { CommandResult, ExtensionAPI } from "../../../extensions/types/api.ts";
import type { ExtensionCommandContext } from "../../../extensions/types/context.ts";
import { toolName } from "../intakeExtension.ts";
import type { IntakeState, PendingIntake } from "../intakeState.ts";
import { readSources } from "../sources/readSources.ts";
import { parseIntake } from "./parseIntake.ts";
import { intakePrompt, type PromptParts } from "./prompt.ts";
import { requestLanguage } from "./requestLanguage.ts";

const maxDescriptionCharacters = 200_000;
const busyText = "/intake starts a run of its own. Call it when the current response has finished.";

export interface IntakeContext {
  relay: ExtensionAPI;
  ctx: ExtensionCommandContext;
  state: IntakeState;
}

/** `/intake`: what it returns goes on as a prompt. */
export async function runIntake(
  args: string,
  { relay, ctx, state }: IntakeContext,
): Promise<CommandResult | undefined> {
  const fail = (message: string): CommandResult | undefined => {
    if (!ctx.hasUI) return { action: "failed", error: message };
    ctx.ui.notify(message, "error");
    return undefined;
  };
  const call = parseIntake(args);
  if (call.kind === "usage") return fail(call.error);
  if (call.kind === "answers") {
    const { addAnswers } = await import("../answers/addAnswers.ts");
    return addAnswers(call.file, { relay, ctx }).catch((error: unknown) => fail(textOf(error)));
  }
  // Beside another run, the tool could not tell whose questionnaire it writes.
  if (!ctx.isIdle()) return fail(busyText);
  const { description, out } = call;
  if (description.length > maxDescriptionCharacters) {
    return fail(
      `The description has ${description.length} characters; /intake takes ${maxDescriptionCharacters}. Put it into files and name those.`,
    );
  }
  const { sources, failures, skipped } = await readSources(description, { cwd: ctx.cwd, signal: ctx.signal });
  if (failures.length > 0) {
    return fail([...failures, "Nothing was started. Correct or leave out what cannot be read."].join("\n"));
  }
  relay.setActiveTools([...relay.getActiveTools(), toolName]);
  if (!relay.getActiveTools().includes(toolName)) {
    return fail(`/intake needs the tool ${toolName}, which the options of this session turn off.`);
  }
  const language = requestLanguage(description, sources.map(({ text }) => text).join("\n"));
  const pending: PendingIntake = { description, language, ...(out !== undefined && { out }) };
  const parts = { description, language, out, sources, skipped, toolName };
  return {
    action: "transform",
    text: ctx.model?.provider === "offline" ? await offlineText(parts, ctx.cwd) : intakePrompt(parts),
    onStart: () => void (state.pending = pending),
    onSettled: () => {
      if (state.pending !== pending) return undefined;
      state.pending = undefined;
      const failure = nothingWritten(pending);
      if (!ctx.hasUI) return failure;
      ctx.ui.notify(failure, "error");
      return undefined;
    },
  };
}

async function offlineText(parts: PromptParts, cwd: string): Promise<string> {
  const { offlinePrompt } = await import("../offline/offlinePrompt.ts");
  return offlinePrompt({ ...parts, cwd });
}

function nothingWritten({ failure = "the answer ended without one." }: PendingIntake): string {
  return `No questionnaire was written: ${failure}`;
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
