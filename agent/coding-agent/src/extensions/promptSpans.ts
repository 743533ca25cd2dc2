import type { UiPromptEvent, UiPromptKind } from "./types/agentEvents.ts";

type Announce = (event: UiPromptEvent<"ui_prompt_start"> | UiPromptEvent<"ui_prompt_end">) => void;

/** Announces when Relay begins and ends to wait for the user; prompts that overlap are one wait. */
export class PromptSpans {
  private open = 0;
  private first: { kind: UiPromptKind; title?: string } | undefined;

  /** Nobody waits for what the announcement starts. */
  constructor(private readonly announce: Announce) {}

  async during<T>(kind: UiPromptKind, title: string | undefined, work: () => Promise<T>): Promise<T> {
    this.open++;
    if (this.open === 1) {
      this.first = { kind, ...(title !== undefined && { title }) };
      this.announce({ type: "ui_prompt_start", reason: "ui_prompt", ...this.first });
    }
    try {
      return await work();
    } finally {
      this.open--;
      const { first } = this;
      if (this.open === 0 && first) {
        this.first = undefined;
        this.announce({ type: "ui_prompt_end", reason: "ui_prompt", ...first });
      }
    }
  }
}
