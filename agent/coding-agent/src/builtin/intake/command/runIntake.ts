import type { ExtensionAPI } from "../../../extensions/types/api.ts";
import type { ExtensionCommandContext } from "../../../extensions/types/context.ts";
import { toolName } from "../intakeExtension.ts";
import type { IntakeState } from "../intakeState.ts";
import { readSources } from "../sources/readSources.ts";
import { parseIntake } from "./parseIntake.ts";
import { intakePrompt } from "./prompt.ts";
import { requestLanguage } from "./requestLanguage.ts";

const maxDescriptionCharacters = 200_000;

export interface IntakeContext {
  relay: ExtensionAPI;
  ctx: ExtensionCommandContext;
  state: IntakeState;
}

/** `/intake`: what it returns goes on as a prompt. */
export async function runIntake(
  args: string,
  { relay, ctx, state }: IntakeContext,
): Promise<{ action: "transform"; text: string } | undefined> {
  const fail = (message: string): undefined => {
    if (!ctx.hasUI) throw new Error(message);
    ctx.ui.notify(message, "error");
    return undefined;
  };
  const call = parseIntake(args);
  if (call.kind === "usage") return fail(call.error);
  if (call.kind === "answers") {
    const { addAnswers } = await import("../answers/addAnswers.ts");
    return addAnswers(call.file, { relay, ctx }).catch((error: unknown) => fail(textOf(error)));
  }
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
  state.pending = { description, language, ...(out !== undefined && { out }) };
  const parts = { description, language, sources, skipped, toolName };
  if (ctx.model?.provider !== "offline") return { action: "transform", text: intakePrompt(parts) };
  const { offlinePrompt } = await import("../offline/offlinePrompt.ts");
  return { action: "transform", text: await offlinePrompt({ ...parts, cwd: ctx.cwd }) };
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
