import type { CreateSessionOptions } from "../createSession.ts";
import type { SessionEvents } from "../events.ts";
import type { SessionExtensions } from "../extensions/sessionExtensions.ts";
import { ModelControl } from "../modelControl.ts";

export function createModelControl(
  { sessionManager, settings, modelRuntime, model, thinkingLevel, scope }: CreateSessionOptions,
  events: SessionEvents,
  extensions: () => SessionExtensions | undefined,
): ModelControl {
  const control: ModelControl = new ModelControl(
    {
      catalog: {
        findModel: (provider, id) => modelRuntime.findModel(provider, id),
        listAvailable: async () => {
          await modelRuntime.ensureProviders("available");
          return modelRuntime.getAvailable(control.model);
        },
        hasUsableProvider: () => modelRuntime.hasUsableProvider(),
        hasConfiguredAuth: (provider) => modelRuntime.hasConfiguredAuth(provider),
      },
      events,
      configuredLevel: (candidate) =>
        settings.get("modelThinkingLevels")?.[`${candidate.provider}/${candidate.id}`],
      recordModel: (chosen) => void sessionManager.appendModelChange(chosen.provider, chosen.id),
      recordThinkingLevel: (level) => void sessionManager.appendThinkingLevelChange(level),
      onModelSelect: (change) => extensions()?.modelSelected(change),
    },
    { model, preferredLevel: thinkingLevel, ...(scope && { scope }) },
  );
  return control;
}
