import { createHash } from "node:crypto";

/** What a provider accepts as the id of a tool call (models.md §16.2 rule 5). */
export type ToolCallIdForm = "anthropic" | "openai" | "responses" | "mistral" | "verbatim";

const maxLength: Record<ToolCallIdForm, number> = {
  anthropic: 64,
  openai: 40,
  responses: 64,
  mistral: 9,
  verbatim: Infinity,
};
const hashDigits = 8;

/** Hands out ids in one provider's form, unique within a request and the same in every request. */
export class ToolCallIds {
  private readonly form: ToolCallIdForm;
  private readonly used = new Set<string>();

  constructor(form: ToolCallIdForm) {
    this.form = form;
  }

  /** Id for the next call whose stored id is `id`. A stored id that occurs again gets another one. */
  next(id: string): string {
    let mapped = this.natural(id);
    for (let round = 0; mapped === undefined || this.used.has(mapped); round++) {
      mapped = this.hashed(id, round === 0 ? id : `${id}#${round}`);
    }
    this.used.add(mapped);
    return mapped;
  }

  /** The id itself as far as the form allows it. */
  private natural(id: string): string | undefined {
    if (this.form === "mistral") return /^[A-Za-z0-9]{9}$/.test(id) ? id : undefined;
    const legal = this.legal(id);
    return legal.length > 0 && legal.length <= maxLength[this.form] ? legal : undefined;
  }

  private hashed(id: string, seed: string): string {
    const hash = createHash("sha256").update(seed).digest();
    if (this.form === "mistral") return base62(hash, maxLength.mistral);
    const room = maxLength[this.form] - hashDigits - 1;
    return `${this.legal(id).slice(0, room)}_${hash.toString("hex").slice(0, hashDigits)}`;
  }

  private legal(id: string): string {
    if (this.form === "anthropic") return id.replace(/[^A-Za-z0-9_-]/g, "_");
    return this.form === "responses" ? callIdOf(id) : id;
  }
}

/** Responses ids are stored as `call_id|item_id`. */
function callIdOf(id: string): string {
  const bar = id.indexOf("|");
  return bar < 0 ? id : id.slice(0, bar);
}

/** The item half of a Responses id, if it names a function or custom call. */
export function responsesItemId(id: string): string | undefined {
  const bar = id.indexOf("|");
  const item = bar < 0 ? "" : id.slice(bar + 1);
  return item.startsWith("fc_") || item.startsWith("ctc_") ? item : undefined;
}

function base62(bytes: Buffer, length: number): string {
  const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  let value = BigInt(`0x${bytes.toString("hex")}`);
  let text = "";
  for (let i = 0; i < length; i++) {
    text += digits[Number(value % 62n)];
    value /= 62n;
  }
  return text;
}
