import type { AgentOptions } from "@relay-harness/agent-core/loop";
import type { AgentMessage } from "@relay-harness/protocol";
import type { CreateSessionOptions } from "../createSession.ts";
import type { SessionExtensions } from "../extensions/sessionExtensions.ts";
import type { SessionHarness } from "../harness/sessionHarness.ts";
import type { ModelControl } from "../modelControl.ts";
import type { RoutedModel } from "../modelRouter.ts";
import { imageSettings } from "./sessionSettings.ts";

/** Hooks of extensions, guarded by the harness. */
export function callHooks(
  extensions: SessionExtensions | undefined,
  harness: SessionHarness | undefined,
): Partial<AgentOptions> {
  return { ...extensions?.agentHooks, ...harness?.guard(extensions?.agentHooks ?? {}) };
}

/** What the loop asks of the rest of its session. */
export interface AgentSurroundings {
  models: ModelControl;
  prepareRequest: () => AgentMessage | undefined;
  /** `undefined`: the selected model is the one that answers. */
  route: (signal: AbortSignal) => Promise<RoutedModel> | undefined;
  context: () => AgentMessage[];
  harness: SessionHarness | undefined;
  stream: AgentOptions["streamFn"];
  extensions: () => SessionExtensions | undefined;
}

/** How the loop sends requests and runs calls: what is sent is what the session holds. */
export function agentOptions(
  { sessionManager, settings }: CreateSessionOptions,
  { models, prepareRequest, route, context, harness, stream, extensions }: AgentSurroundings,
): AgentOptions {
  const sent = async (messages: AgentMessage[]): Promise<AgentMessage[]> =>
    (await harness?.transform(messages)) ?? messages;
  return {
    ...callHooks(extensions(), harness),
    streamFn: stream,
    systemMessages: "manual",
    sessionId: sessionManager.getSessionId(),
    steeringMode: settings.get("steeringMode"),
    followUpMode: settings.get("followUpMode"),
    prepareRequest: (signal) => {
      const change = prepareRequest();
      const inject = change && { inject: [change] };
      const routing = route(signal);
      if (routing) return routing.then((routed) => ({ ...routed, ...inject }));
      return { model: models.model, thinkingLevel: models.thinkingLevel, ...inject };
    },
    // The session is the truth: what it omits or replaces is not sent, whatever the loop remembers.
    transformContext: async () => sent((await extensions()?.transform(context())) ?? context()),
    toolContext: () => ({
      model: models.model && { id: models.model.id, input: models.model.input },
      images: imageSettings(settings),
    }),
  };
}
