import { convertToLlm } from "@relay-harness/agent-core/loop";
import type { StreamOptions } from "@relay-harness/ai";
import type { AgentMessage, LlmMessage, Model } from "@relay-harness/protocol";
import type { DispatchOptions } from "../../extensions/dispatcher.ts";
import type { ExtensionRunner } from "../../extensions/extensionRunner.ts";
import { replaySystemMessages, systemCheckpoint } from "../../sessions/systemState.ts";

/** The messages of one request after `context` and `context_with_system` (extension-api.md §6.3). */
export async function transformedContext(
  runner: ExtensionRunner,
  messages: readonly AgentMessage[],
  options: DispatchOptions,
): Promise<AgentMessage[]> {
  let current = [...messages];
  if (runner.hasHandlers("context")) {
    const conversation = current.filter(({ role }) => role !== "system");
    const changed = await runner.context(conversation, options);
    if (changed) current = [...foldedSystem(current), ...changed];
  }
  if (runner.hasHandlers("context_with_system")) {
    current = await runner.contextWithSystem(current, options);
  }
  return current;
}

/** One message that declares prompt and tools as they are after all of them. */
function foldedSystem(messages: readonly AgentMessage[]): AgentMessage[] {
  const state = replaySystemMessages(messages);
  return state ? [systemCheckpoint(state, messages[0]?.timestamp ?? Date.now())] : [];
}

/** Puts a text in the place of the prompt; tools stay declared. */
export function withForcedPrompt(messages: readonly AgentMessage[], prompt: string): LlmMessage[] {
  const [system] = foldedSystem(messages);
  const timestamp = system?.timestamp ?? Date.now();
  const tools = system?.role === "system" ? system.toolsAdded : undefined;
  const head: AgentMessage = {
    role: "system",
    content: prompt,
    ...(tools?.length && { toolsAdded: tools }),
    timestamp,
  };
  return convertToLlm([head, ...messages.filter(({ role }) => role !== "system")]);
}

/** Hooks of one request; only those that a handler wants to hear of. */
export function providerHooks(
  runner: ExtensionRunner,
  options: () => DispatchOptions,
): Partial<StreamOptions> {
  return {
    ...(runner.hasHandlers("before_provider_headers") && {
      transformHeaders: (headers: Record<string, string>) => headerPatch(runner, headers, options()),
    }),
    ...(runner.hasHandlers("before_provider_request") && {
      onPayload: (payload: unknown) => runner.providerRequest(payload, options()),
    }),
    ...(runner.hasHandlers("after_provider_response") && {
      onResponse: async ({ status, headers }: { status: number; headers: Record<string, string> }) => {
        await runner.emit({ type: "after_provider_response", status, headers: { ...headers } }, options());
      },
    }),
    ...(runner.hasHandlers("provider_stream_event") && {
      onProviderStreamEvent: async (data: unknown, { provider, api, id }: Model) => {
        await runner.emit({ type: "provider_stream_event", provider, api, model: id, data }, options());
      },
    }),
  };
}

async function headerPatch(
  runner: ExtensionRunner,
  headers: Readonly<Record<string, string>>,
  options: DispatchOptions,
): Promise<Record<string, string | null>> {
  const changed: Record<string, string | null> = { ...headers };
  await runner.providerHeaders(changed, options);
  const gone = Object.keys(headers).filter((name) => !(name in changed));
  return { ...changed, ...Object.fromEntries(gone.map((name) => [name, null])) };
}
