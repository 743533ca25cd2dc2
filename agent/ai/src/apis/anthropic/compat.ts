import { isJsonObject, type Model, type ModelCost } from "@relay-harness/protocol";

export interface FallbackModel {
  model: string;
  cost?: ModelCost;
}

/** Flags of `anthropic-messages` with their defaults (models.md §6.3). */
export interface AnthropicCompat {
  supportsEagerToolInputStreaming: boolean;
  supportsLongCacheRetention: boolean;
  sendSessionAffinityHeaders: boolean;
  sessionAffinityHeader: "x-session-affinity" | "x-session-id";
  supportsCacheControlOnTools: boolean;
  supportsTemperature: boolean;
  forceAdaptiveThinking: boolean;
  allowEmptySignature: boolean;
  supportsStrictTools: boolean;
  supportsMidConvoEffort: boolean;
  supportsMidConvoSystemMessages: boolean;
  supportsMidConvoToolChanges: boolean;
  supportsThinkingBinding: boolean;
  allowedFallbackModels: FallbackModel[];
}

export function anthropicCompat(model: Model): AnthropicCompat {
  const compat = model.compat ?? {};
  const flag = (name: string, fallback: boolean): boolean => {
    const value = compat[name];
    return typeof value === "boolean" ? value : fallback;
  };
  const isOpenRouter = model.provider === "openrouter" || model.baseUrl.includes("openrouter.ai");
  const affinityFormat = compat.sessionAffinityFormat ?? (isOpenRouter ? "openrouter" : "openai");
  const inPlace = flag("supportsMidConvoSystemMessages", false);
  return {
    supportsEagerToolInputStreaming: flag("supportsEagerToolInputStreaming", true),
    supportsLongCacheRetention: flag("supportsLongCacheRetention", true),
    sendSessionAffinityHeaders: flag("sendSessionAffinityHeaders", isOpenRouter),
    sessionAffinityHeader: affinityFormat === "openrouter" ? "x-session-id" : "x-session-affinity",
    supportsCacheControlOnTools: flag("supportsCacheControlOnTools", true),
    supportsTemperature: flag("supportsTemperature", true),
    forceAdaptiveThinking: flag("forceAdaptiveThinking", false),
    allowEmptySignature: flag("allowEmptySignature", false),
    supportsStrictTools: flag("supportsStrictTools", false),
    supportsMidConvoEffort: flag("supportsMidConvoEffort", false),
    supportsMidConvoSystemMessages: inPlace,
    supportsMidConvoToolChanges: inPlace && flag("supportsMidConvoToolChanges", false),
    supportsThinkingBinding: flag("supportsThinkingBinding", false),
    allowedFallbackModels: fallbackModels(compat.allowedFallbackModels),
  };
}

function fallbackModels(value: unknown): FallbackModel[] {
  if (!Array.isArray(value)) return [];
  return value.filter(
    (entry): entry is FallbackModel => isJsonObject(entry) && typeof entry.model === "string",
  );
}
