import type { Model } from "@relay-harness/protocol";
import { chooseFromList } from "../numberedList.ts";
import type { LineCommandContext } from "./lineCommand.ts";
import { modelReference } from "./model.ts";
import { screenOf } from "./screenOf.ts";

export async function chooseScopedModels(context: LineCommandContext): Promise<void> {
  const { runtime, transcript } = context;
  const { session } = runtime;
  const models = await runtime.availableModels();
  if (models.length === 0) return transcript.line("No models available. Store a key with /login.");
  const find = (model: Model): number =>
    session.scopedModels.findIndex((entry) => modelReference(entry.model) === modelReference(model));
  const toggle = (model: Model): void => {
    const at = find(model);
    session.setScopedModels(
      at === -1
        ? [...session.scopedModels, { model }]
        : session.scopedModels.filter((_, index) => index !== at),
    );
  };
  await chooseFromList<Model>({
    screen: screenOf(context),
    noun: "model",
    title: () => "Models that this session cycles through; without a mark, all",
    emptyText: "There are none.",
    load: (text) =>
      models.filter((model) => modelReference(model).toLowerCase().includes(text.toLowerCase())),
    describe: (model) => `${find(model) === -1 ? "[ ]" : "[x]"} ${modelReference(model)}`,
    onChoice: toggle,
    actions: {
      x: { form: "alone", description: "remove all", run: () => session.setScopedModels([]) },
      w: {
        form: "alone",
        description: "save the choice for new sessions (enabledModels)",
        run: async () => {
          const patterns = session.scopedModels.map(({ model, thinkingLevel }) =>
            thinkingLevel === undefined ? modelReference(model) : `${modelReference(model)}:${thinkingLevel}`,
          );
          await session.settingsManager.set("enabledModels", patterns);
          transcript.line("Saved.");
        },
      },
    },
  });
}
