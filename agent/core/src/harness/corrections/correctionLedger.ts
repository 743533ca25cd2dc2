import { prose } from "../text/prose.ts";
import { sentences } from "../text/sentences.ts";
import { detectCorrection, type CorrectionOptions } from "./detectCorrection.ts";

/** The custom type of the session entries below. */
export const correctionEntryType = "relay.harness.correction";

/** What a session entry of type `relay.harness.correction` holds. */
export type CorrectionData =
  | {
      readonly v: 1;
      readonly op: "add";
      readonly id: string;
      readonly text: string;
      readonly entryId: string;
    }
  | { readonly v: 1; readonly op: "retract"; readonly id: string };

export interface CorrectionRecord {
  readonly id: string;
  readonly text: string;
  /** The message that corrects. */
  readonly entryId: string;
  readonly retracted: boolean;
}

export interface CorrectionReplayOptions {
  /** Data of harness entries on other branches of the file: their ids are never used again. */
  readonly elsewhere?: Iterable<unknown>;
}

const maxTextLength = 300;
const textSentences = 2;

/** The corrections of one branch of a session. */
export class CorrectionLedger {
  readonly #corrections = new Map<string, CorrectionRecord>();
  #lastNumber = 0;

  /** `path`: data of the harness entries from the root to the leaf; what it does not know is skipped. */
  static replay(path: Iterable<unknown>, options: CorrectionReplayOptions = {}): CorrectionLedger {
    const ledger = new CorrectionLedger();
    for (const data of options.elsewhere ?? []) ledger.#reserve(parseCorrectionData(data)?.id);
    for (const data of path) {
      const known = parseCorrectionData(data);
      if (known) ledger.#apply(known);
    }
    return ledger;
  }

  /** Oldest first. */
  get all(): readonly CorrectionRecord[] {
    return [...this.#corrections.values()];
  }

  /** What a request restates: corrections that its own messages made and nobody took back. */
  restated(entryIds: Iterable<string>): readonly CorrectionRecord[] {
    const messages = new Set(entryIds);
    return this.all.filter((correction) => !correction.retracted && messages.has(correction.entryId));
  }

  /** Takes in a developer message. Returns the entry data to append; the ledger already counts with it. */
  record(message: string, entryId: string, options: CorrectionOptions): CorrectionData[] {
    if (!detectCorrection(message, options)) return [];
    const id = `k${this.#lastNumber + 1}`;
    const data: CorrectionData = { v: 1, op: "add", id, text: correctionText(message), entryId };
    this.#apply(data);
    return [data];
  }

  /** Takes a correction back; undefined when there is none with this id. */
  retract(id: string): CorrectionData | undefined {
    if (this.#corrections.get(id)?.retracted !== false) return undefined;
    const data: CorrectionData = { v: 1, op: "retract", id };
    this.#apply(data);
    return data;
  }

  #apply(data: CorrectionData): void {
    this.#reserve(data.id);
    if (data.op === "add") {
      this.#corrections.set(data.id, {
        id: data.id,
        text: data.text,
        entryId: data.entryId,
        retracted: false,
      });
      return;
    }
    const known = this.#corrections.get(data.id);
    if (known) this.#corrections.set(data.id, { ...known, retracted: true });
  }

  #reserve(id: string | undefined): void {
    const number = /^k(\d{1,9})$/u.exec(id ?? "")?.[1];
    if (number !== undefined) this.#lastNumber = Math.max(this.#lastNumber, Number(number));
  }
}

function correctionText(message: string): string {
  const text = sentences(prose(message))
    .slice(0, textSentences)
    .map((sentence) => sentence.text)
    .join(" ");
  return text.length > maxTextLength ? `${text.slice(0, maxTextLength)}…` : text;
}

/** Reads entry data written by any version of Relay; undefined for what this one does not know. */
function parseCorrectionData(data: unknown): CorrectionData | undefined {
  if (typeof data !== "object" || data === null) return undefined;
  const { v, op, id, text, entryId } = data as Record<string, unknown>;
  if (v !== 1 || typeof id !== "string") return undefined;
  if (op === "retract") return { v, op, id };
  if (op !== "add" || typeof text !== "string" || typeof entryId !== "string") return undefined;
  return { v, op, id, text, entryId };
}
