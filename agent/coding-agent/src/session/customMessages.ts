import type { Agent } from "@relay-harness/agent-core";
import type { AgentMessage, CustomMessage } from "@relay-harness/protocol";
import { isCustomMessage } from "../extensions/inputDispatch.ts";
import type { CustomMessageInput } from "../extensions/types/agentEvents.ts";
import type { SendMessageOptions } from "../extensions/types/context.ts";

export interface CustomMessagesDeps {
  agent: Pick<Agent, "steer" | "followUp" | "state">;
  isBusy: () => boolean;
  /** Stores a message and announces it, outside of the messages of a run. */
  store: (message: CustomMessage) => Promise<void>;
  /** Starts a run with the message. */
  startRun: (message: CustomMessage) => Promise<void>;
}

/** Messages of extensions, and when they reach the session (extension-api.md §13). */
export class CustomMessages {
  private afterTurn: CustomMessage[] = [];
  private nextTurn: CustomMessage[] = [];

  constructor(private readonly deps: CustomMessagesDeps) {}

  /** Resolves when the message is queued or stored, or when the run that it starts has settled. */
  async send(input: CustomMessageInput, { triggerTurn, deliverAs }: SendMessageOptions): Promise<void> {
    const message = customMessage(input);
    if (deliverAs === "nextTurn") {
      this.nextTurn.push(message);
      return;
    }
    const { agent, isBusy, store, startRun } = this.deps;
    if (!isBusy()) {
      await (triggerTurn === true ? startRun(message) : store(message));
    } else if (triggerTurn === false) {
      if (agent.state.isStreaming) this.afterTurn.push(message);
      else await store(message);
    } else if (deliverAs === "followUp") {
      agent.followUp(message);
    } else {
      agent.steer(message);
    }
  }

  /** A turn has ended: what waited for it is stored. */
  flushAfterTurn(): void | Promise<void> {
    if (this.afterTurn.length > 0) return this.storeAll(this.afterTurn.splice(0));
  }

  /** What goes along with a starting run. */
  takeNextTurn(): AgentMessage[] {
    return this.nextTurn.splice(0);
  }

  private async storeAll(messages: readonly CustomMessage[]): Promise<void> {
    for (const message of messages) await this.deps.store(message);
  }
}

/** Throws when a field is missing that the session file cannot do without. */
export function customMessage(input: CustomMessageInput): CustomMessage {
  if (!isCustomMessage(input)) {
    throw new TypeError("A custom message needs a customType, content and display");
  }
  const { customType, content, display, details } = input;
  return {
    role: "custom",
    customType,
    content,
    display,
    ...(details !== undefined && { details }),
    timestamp: Date.now(),
  };
}
