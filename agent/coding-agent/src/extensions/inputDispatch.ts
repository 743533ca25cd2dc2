import type { ImageContent } from "@relay-harness/protocol";
import { isJsonObject } from "@relay-harness/protocol";
import { isSendableMessage } from "../sessions/entryShape.ts";
import type { DispatchOptions, Dispatcher } from "./dispatcher.ts";
import { jsonProblem, restoreBadPromptFields } from "./valueChecks.ts";
import type {
  BeforeAgentStartEvent,
  CustomMessageInput,
  InputEvent,
  MessageEndEvent,
} from "./types/agentEvents.ts";
import type { SystemPromptOptions } from "./types/systemPrompt.ts";

/** What became of entered text. */
export type InputOutcome =
  | { handled: true; /** Of a command: why it did not do its work. */ error?: string }
  | {
      handled: false;
      text: string;
      images: readonly ImageContent[] | undefined;
      /** The text is what a command made of its call: sent as it is, and not in the user's name. */
      isFromCommand?: true;
      run?: CommandRun;
    };

/** How a command follows the run of its prompt. Neither throws. */
export interface CommandRun {
  onStart: () => void;
  /** Text: what the run was to do and did not. */
  onSettled: () => string | undefined;
}

/** What a command leaves to be done. `report` is told what its callbacks throw. */
export function commandOutcome(result: unknown, report: (error: unknown) => void): InputOutcome {
  if (!isJsonObject(result)) return { handled: true };
  const { action, text, images, error, onStart, onSettled } = result;
  if (action === "failed" && typeof error === "string") return { handled: true, error };
  if (action !== "transform" || typeof text !== "string") return { handled: true };
  const call = (callback: unknown): unknown => {
    if (typeof callback !== "function") return undefined;
    try {
      return (callback as () => unknown)();
    } catch (thrown) {
      return report(thrown);
    }
  };
  const settled = (): string | undefined => {
    const failure = call(onSettled);
    return typeof failure === "string" ? failure : undefined;
  };
  return {
    handled: false,
    text,
    images: Array.isArray(images) ? (images as ImageContent[]) : undefined,
    isFromCommand: true,
    ...((onStart !== undefined || onSettled !== undefined) && {
      run: { onStart: () => void call(onStart), onSettled: settled },
    }),
  };
}

/** Transforms chain; the first that handles the input ends the dispatch. */
export async function dispatchInput(dispatcher: Dispatcher, event: InputEvent): Promise<InputOutcome> {
  let { text, images } = event;
  let isHandled = false;
  await dispatcher.run(
    "input",
    () => ({ ...event, text, ...(images && { images }) }),
    (outcome) => {
      const result: unknown = outcome.ok ? outcome.value : undefined;
      if (!isJsonObject(result)) return "go-on";
      if (result.action === "handled") {
        isHandled = true;
        return "stop";
      }
      if (result.action === "transform" && typeof result.text === "string") {
        text = result.text;
        if (Array.isArray(result.images)) images = result.images as ImageContent[];
      }
      return "go-on";
    },
  );
  return isHandled ? { handled: true } : { handled: false, text, images };
}

type Distributive<T> = T extends unknown ? Omit<T, "systemPrompt" | "systemPromptOptions" | "type"> : never;

/** What starts the run. */
export type RunTrigger = Distributive<BeforeAgentStartEvent>;

export interface BeforeAgentStartOutcome {
  /** In the order they were returned. */
  messages: CustomMessageInput[];
  /** As the handlers left them; a forced prompt is in `forceSystemPrompt`. */
  options: SystemPromptOptions;
}

/** Collects messages; changes of the prompt options, and a prompt that replaces all, are seen by later handlers. */
export async function dispatchBeforeAgentStart(
  dispatcher: Dispatcher,
  {
    trigger,
    options,
    renderPrompt,
    ...dispatch
  }: DispatchOptions & {
    trigger: RunTrigger;
    options: SystemPromptOptions;
    /** The prompt that the options give. */
    renderPrompt: (options: SystemPromptOptions) => string;
  },
): Promise<BeforeAgentStartOutcome> {
  const messages: CustomMessageInput[] = [];
  const before = structuredClone(options);
  await dispatcher.run(
    "before_agent_start",
    () => ({
      type: "before_agent_start",
      ...trigger,
      systemPrompt: options.forceSystemPrompt ?? renderPrompt(options),
      systemPromptOptions: options,
    }),
    (outcome) => {
      const bad = restoreBadPromptFields(options, before);
      if (bad.length > 0) {
        const problem = `What was put into systemPromptOptions is left out: ${bad.join(", ")}`;
        dispatcher.report(outcome.extension, "before_agent_start", new TypeError(problem));
      }
      const result: unknown = outcome.ok ? outcome.value : undefined;
      if (!isJsonObject(result)) return "go-on";
      if (typeof result.systemPrompt === "string") options.forceSystemPrompt = result.systemPrompt;
      const { message } = result;
      if (message !== undefined) {
        if (isCustomMessage(message)) messages.push(message);
        else dispatcher.report(outcome.extension, "before_agent_start", new TypeError(invalidMessage));
      }
      return "go-on";
    },
    dispatch,
  );
  return { messages, options };
}

const invalidMessage = "The returned message needs a customType, content and display";

/** Fields that a stored custom message cannot do without. */
export function isCustomMessage(message: unknown): message is CustomMessageInput {
  return (
    isJsonObject(message) &&
    typeof message.customType === "string" &&
    (typeof message.content === "string" || Array.isArray(message.content)) &&
    typeof message.display === "boolean"
  );
}

/** Each handler sees what the one before made of the message; its role has to stay. */
export async function dispatchMessageEnd(
  dispatcher: Dispatcher,
  message: MessageEndEvent["message"],
  options: DispatchOptions,
): Promise<MessageEndEvent["message"]> {
  const before = structuredClone(message);
  let current = message;
  const refuse = (extension: Parameters<Dispatcher["report"]>[0]): void => {
    const problem = `The message must keep the role "${before.role}" and hold what that role needs`;
    dispatcher.report(extension, "message_end", new TypeError(problem));
  };
  const fits = (value: unknown): boolean =>
    isJsonObject(value) &&
    value.role === before.role &&
    isSendableMessage(value) &&
    jsonProblem(value) === undefined;
  await dispatcher.run(
    "message_end",
    () => ({ type: "message_end", message: current }),
    (outcome) => {
      // A handler may also have changed the message that it got.
      if (!fits(current)) {
        refuse(outcome.extension);
        current = structuredClone(before);
      }
      const result: unknown = outcome.ok ? outcome.value : undefined;
      if (!isJsonObject(result) || result.message === undefined) return "go-on";
      const replacement = result.message;
      if (fits(replacement)) current = replacement as MessageEndEvent["message"];
      else refuse(outcome.extension);
      return "go-on";
    },
    options,
  );
  return current;
}
