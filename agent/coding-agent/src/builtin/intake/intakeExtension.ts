import type { ExtensionAPI } from "../../extensions/types/api.ts";
import { questionnaireDescription, questionnaireParameters } from "./questionnaireSchema.ts";
import { IntakeState } from "./intakeState.ts";

export const toolName = "intake_questionnaire";

/** `/intake` and its tool (seeds/intake.md). What they do is loaded when they are called. */
export function intakeExtension(relay: ExtensionAPI): void {
  const state = new IntakeState();
  relay.registerTool({
    name: toolName,
    label: "questionnaire",
    description: questionnaireDescription,
    parameters: questionnaireParameters,
    exposure: "deferred",
    executionMode: "sequential",
    execute: async (_toolCallId, params, signal, _onUpdate, ctx) => {
      const { writeQuestionnaire } = await import("./writeQuestionnaire.ts");
      return writeQuestionnaire(params, { cwd: ctx.cwd, state, signal });
    },
  });
  relay.registerCommand("intake", {
    description: "Turn a vague request into a Word questionnaire for its authors",
    handler: async (args, ctx) => {
      const { runIntake } = await import("./command/runIntake.ts");
      return runIntake(args, { relay, ctx, state });
    },
  });
}
