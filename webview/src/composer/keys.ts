import type { ChatSettings } from "@relay-harness/protocol/webview";

export type SendMode = "send" | "steer" | "queue";

/** The part of a keyboard event that decides. */
export interface KeyPress {
  readonly key: string;
  readonly keyCode: number;
  readonly isComposing: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}

/** An input method is composing: no key of it is meant for us, in any field. */
export function isInputMethod({ isComposing, keyCode }: Pick<KeyPress, "isComposing" | "keyCode">): boolean {
  return isComposing || keyCode === 229;
}

/** What Enter means in the composer; `undefined` = a new line. */
export function sendModeOf(
  press: KeyPress,
  settings: Pick<ChatSettings, "sendOnEnter" | "enterWhileRunning">,
  isRunning: boolean,
): SendMode | undefined {
  if (press.key !== "Enter" || isInputMethod(press) || press.shiftKey) return undefined;
  const isModified = press.ctrlKey || press.metaKey;
  if (press.altKey && isRunning) return settings.enterWhileRunning === "steer" ? "queue" : "steer";
  if (press.altKey || isModified === settings.sendOnEnter) return undefined;
  return isRunning ? settings.enterWhileRunning : "send";
}

/** Enter of a single-line field or of a button row, not of an input method. */
export function isSubmit(press: KeyPress): boolean {
  return press.key === "Enter" && !isInputMethod(press) && !press.shiftKey && !press.altKey;
}
