import { printable } from "../../base/printable.ts";
import type { Focusable } from "./focusable.ts";
import { CURSOR_MARKER } from "./components.ts";
import { parseKey } from "./keys.ts";
import { editLine, insertText, pastedText, typedText, type EditedText } from "./lineEditing.ts";
import { truncateToWidth, visibleWidth } from "./width.ts";

/** One line to type in. */
export class Input implements Focusable {
  focused = false;
  onSubmit?: (value: string) => void;
  onEscape?: () => void;
  private state: EditedText = { text: "", cursor: 0 };

  getValue(): string {
    return this.state.text;
  }

  setValue(text: string): void {
    this.state = { text, cursor: text.length };
  }

  handleInput(data: string): void {
    const pasted = pastedText(data);
    if (pasted !== undefined) {
      this.state = insertText(this.state, oneLine(pasted));
      return;
    }
    const key = parseKey(data);
    if (key === "enter") this.onSubmit?.(this.state.text);
    else if (key === "escape" || key === "ctrl+c") this.onEscape?.();
    else {
      const edited = editLine(this.state, key);
      const typed = typedText(data);
      if (edited) this.state = edited;
      else if (typed !== undefined) this.state = insertText(this.state, typed);
    }
  }

  invalidate(): void {
    // Nothing is kept between renderings.
  }

  /** The end of what stands before the cursor is always visible. */
  render(width: number): string[] {
    const { text, cursor } = this.state;
    const room = Math.max(1, width - 3);
    let before = text.slice(0, cursor);
    while (visibleWidth(before) > room) before = before.slice(1);
    const [at = " "] = text.slice(cursor);
    const after = truncateToWidth(text.slice(cursor + at.length), room - visibleWidth(before), "");
    const cursorText = `${this.focused ? CURSOR_MARKER : ""}\u001b[7m${at}\u001b[27m`;
    const line = `> ${before}${cursorText}${after}`;
    return [line + " ".repeat(Math.max(0, width - visibleWidth(line)))];
  }
}

/** What is pasted may hold commands for the terminal, which are not to reach it. */
function oneLine(text: string): string {
  return printable(text).replaceAll("\n", "").replaceAll("\t", " ");
}
