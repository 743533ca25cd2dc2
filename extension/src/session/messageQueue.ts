import type { ImageContent } from "@relay-harness/protocol";
import type { QueueItem } from "@relay-harness/protocol/webview";

/** What the user wrote, as it was sent. */
export interface QueuedMessage {
  kind: QueueItem["kind"];
  /** As typed, for the draft. */
  text: string;
  /** As sent: with captured texts at its end. */
  message: string;
  images: ImageContent[];
  attachments: string[];
}

interface Slot extends QueuedMessage {
  id: string;
  /** The agent's own wording, once it has told it. */
  shown?: string;
}

type Lists = { steering: readonly string[]; followUp: readonly string[] };

/**
 * The queue of the agent with what the agent does not keep: raw texts and images. Follows `queue_update`, in
 * which messages leave at the front when they are delivered and come in at the end.
 */
export class MessageQueue {
  private slots: Slot[] = [];
  /** Sent, and not seen in the agent's queue yet. */
  private sent: QueuedMessage[] = [];
  private nextId = 1;

  get items(): QueueItem[] {
    return this.slots.map(({ id, kind, text, attachments }) => ({ id, kind, text, attachments }));
  }

  /** A message is on its way to the queue. */
  expect(message: QueuedMessage): void {
    this.sent.push(message);
  }

  /** It did not get there: the agent took or refused it at once. */
  unexpect(message: QueuedMessage): void {
    this.sent = this.sent.filter((other) => other !== message);
  }

  /** What the agent's queue holds now. */
  update(lists: Lists): void {
    this.slots = [...this.follow("steer", lists.steering), ...this.follow("followUp", lists.followUp)];
  }

  get(id: string): QueuedMessage | undefined {
    return this.slots.find((slot) => slot.id === id);
  }

  /** Takes everything out, in order: the agent's queue was cleared and had held `lists`. */
  drain(lists: Lists): (QueuedMessage & { id: string })[] {
    this.update(lists);
    const drained = this.slots;
    this.slots = [];
    return drained;
  }

  clear(): void {
    this.slots = [];
    this.sent = [];
  }

  private follow(kind: QueueItem["kind"], texts: readonly string[]): Slot[] {
    const known = this.slots.filter((slot) => slot.kind === kind);
    let delivered = Math.max(0, known.length - texts.length);
    while (!known.slice(delivered).every((slot, index) => slot.shown === texts[index])) delivered++;
    const kept = known.slice(delivered);
    return [...kept, ...texts.slice(kept.length).map((shown) => this.slotOf(kind, shown))];
  }

  /** The oldest message that was sent, or one that came from elsewhere, such as an extension. */
  private slotOf(kind: QueueItem["kind"], shown: string): Slot {
    const message = this.sent.find((sent) => sent.kind === kind);
    if (message) this.unexpect(message);
    const own = message ?? { kind, text: shown, message: shown, images: [], attachments: [] };
    return { ...own, id: `q${this.nextId++}`, shown };
  }
}
