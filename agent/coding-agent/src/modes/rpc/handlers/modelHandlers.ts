import type { Handlers } from "./handler.ts";

/** Models and thinking levels. */
export const modelHandlers: Handlers<
  | "get_available_models"
  | "set_model"
  | "cycle_model"
  | "set_thinking_level"
  | "cycle_thinking_level"
  | "get_available_thinking_levels"
  | "set_scoped_models"
> = {
  get_available_models: async (_, { runtime, session }) => ({
    models: await runtime.availableModels(),
    scoped: session.scopedModels.map(({ model, thinkingLevel }) => ({
      provider: model.provider,
      id: model.id,
      ...(thinkingLevel && { thinkingLevel }),
    })),
  }),
  set_model: ({ provider, modelId }, { session }) => session.selectModel(provider, modelId),
  cycle_model: async (_, { session }) => (await session.cycleModel()) ?? null,
  set_thinking_level: ({ level }, { session }) => session.setThinkingLevel(level).then(() => undefined),
  cycle_thinking_level: async (_, { session }) => {
    const level = await session.cycleThinkingLevel();
    return level ? { level } : null;
  },
  set_scoped_models: ({ models }, { session }) => session.scopeModels(models).then(() => undefined),
  get_available_thinking_levels: (_, { session }) => ({ levels: session.getAvailableThinkingLevels() }),
};
