import type { Component } from "../types/ui.ts";
import { truncateToWidth, visibleWidth } from "./width.ts";

/** The first line of a text, cut to the width. */
export class TruncatedText implements Component {
  constructor(
    private readonly text: string,
    private readonly paddingX = 0,
    private readonly paddingY = 0,
  ) {}

  invalidate(): void {
    // Nothing is kept between renderings.
  }

  render(width: number): string[] {
    const side = " ".repeat(this.paddingX);
    const [first = ""] = this.text.split("\n");
    const shown = side + truncateToWidth(first, Math.max(1, width - 2 * this.paddingX));
    const empty = Array<string>(this.paddingY).fill(" ".repeat(width));
    return [...empty, shown + " ".repeat(Math.max(0, width - visibleWidth(shown))), ...empty];
  }
}
