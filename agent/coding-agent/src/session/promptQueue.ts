import type { Agent } from "@relay-harness/agent-core";
import { textOf, type AgentMessage, type StreamingBehavior, type UserMessage } from "@relay-harness/protocol";
import type { SessionEvents } from "./events.ts";

/** Steering and follow-up messages of the user that wait for delivery, announced on every change. */
export class PromptQueue {
  constructor(
    private readonly agent: Agent,
    private readonly events: SessionEvents,
  ) {}

  get length(): number {
    const { steering, followUp } = this.agent.peekQueuedMessages();
    return steering.length + followUp.length;
  }

  /** User messages only; those of images alone are `""`. */
  texts(): { steering: string[]; followUp: string[] } {
    const { steering, followUp } = this.agent.peekQueuedMessages();
    return { steering: userTexts(steering), followUp: userTexts(followUp) };
  }

  add(kind: StreamingBehavior, message: UserMessage): void | Promise<void> {
    if (kind === "steer") this.agent.steer(message);
    else this.agent.followUp(message);
    return this.announce();
  }

  /** Empties both queues. The update is announced even when nothing was queued. */
  async clear(): Promise<{ steering: string[]; followUp: string[] }> {
    const steering = userTexts(this.agent.clearSteeringQueue());
    const followUp = userTexts(this.agent.clearFollowUpQueue());
    await this.announce();
    return { steering, followUp };
  }

  /** Tells listeners what is queued now. */
  announce(): void | Promise<void> {
    return this.events.emit({ type: "queue_update", ...this.texts() });
  }
}

function userTexts(messages: readonly AgentMessage[]): string[] {
  return messages.filter((message) => message.role === "user").map((message) => textOf(message.content));
}
