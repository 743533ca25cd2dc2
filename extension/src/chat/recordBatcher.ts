import type { ChatRecord, RecordBatch } from "@relay-harness/protocol/webview";
import type { Clock } from "../session/dialogs.ts";

const frameMs = 16;
const maxUnackedBytes = 2 * 1024 * 1024;
const ackTimeoutMs = 10_000;

export interface RecordBatcherDeps {
  clock: Clock;
  post: (batch: RecordBatch) => void;
  /** The view took nothing for too long: it has to be built anew. */
  onStalled: () => void;
}

/**
 * Sends records to one document: in order, a batch per frame, no more than it can take (vscode.md 4). Begins
 * with `open`; nothing is sent before.
 */
export class RecordBatcher {
  private epoch = 0;
  private sequence = 0;
  private waiting: ChatRecord[] = [];
  private unacked: { sequence: number; bytes: number }[] = [];
  private cancelFrame: (() => void) | undefined;
  private cancelAckTimer: (() => void) | undefined;
  private isOpen = false;

  constructor(private readonly deps: RecordBatcherDeps) {}

  /** A transcript begins anew: what was waiting belongs to the old one. */
  open(): { epoch: number; nextSequence: number } {
    this.close();
    this.isOpen = true;
    this.epoch++;
    this.sequence = 0;
    return { epoch: this.epoch, nextSequence: 1 };
  }

  push(record: ChatRecord): void {
    if (!this.isOpen) return;
    this.waiting.push(record);
    this.schedule();
  }

  /** Everything up to that batch is drawn. */
  ack(sequence: number): void {
    this.unacked = this.unacked.filter((batch) => batch.sequence > sequence);
    this.watchAcks();
    this.schedule();
  }

  close(): void {
    this.isOpen = false;
    this.cancelFrame?.();
    this.cancelFrame = undefined;
    this.waiting = [];
    this.unacked = [];
    this.watchAcks();
  }

  private schedule(): void {
    if (this.cancelFrame || this.waiting.length === 0 || this.isFull) return;
    this.cancelFrame = this.deps.clock.after(frameMs, () => {
      this.cancelFrame = undefined;
      this.flush();
    });
  }

  private get isFull(): boolean {
    return this.unacked.reduce((sum, { bytes }) => sum + bytes, 0) > maxUnackedBytes;
  }

  private flush(): void {
    const records = this.waiting;
    this.waiting = [];
    this.sequence++;
    this.unacked.push({ sequence: this.sequence, bytes: JSON.stringify(records).length });
    if (!this.cancelAckTimer) this.watchAcks();
    this.deps.post({ epoch: this.epoch, sequence: this.sequence, records });
  }

  private watchAcks(): void {
    this.cancelAckTimer?.();
    this.cancelAckTimer = undefined;
    if (this.unacked.length === 0) return;
    this.cancelAckTimer = this.deps.clock.after(ackTimeoutMs, () => this.deps.onStalled());
  }
}
