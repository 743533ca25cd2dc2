import { printable } from "../../base/printable.ts";
import { noUi } from "../../extensions/noUi.ts";
import type { ExtensionDialogOptions, ExtensionUIContext } from "../../extensions/types/ui.ts";
import type { AskLine } from "./commands/lineCommand.ts";

export interface LineUiOptions {
  ask: AskLine;
  line: (text: string) => void;
  /** Gives the user a text to edit, as soon as something can be typed. */
  draft: (text: string) => void;
}

/** `ctx.ui` of extensions, asked and told by lines; it ends with the session. */
export interface LineUi {
  ui: ExtensionUIContext;
  close: () => void;
}

const noticeHeads = { info: "", warning: "Warning: ", error: "Error: " };

/** What needs more of a terminal than lines does nothing, or gives what an empty one would. */
export function createLineUi({ ask, line, draft }: LineUiOptions): LineUi {
  const ended = new AbortController();
  const asker = ({ signal, timeout }: ExtensionDialogOptions): AskLine => {
    const signals = [ended.signal, signal, limit(timeout)].filter((one) => one !== undefined);
    const combined = AbortSignal.any(signals);
    return (question, options) => ask(question, { ...options, isFresh: true, signal: combined });
  };
  const whileOpen = <Args extends unknown[]>(show: (...args: Args) => void) => {
    return (...args: Args): void => {
      if (!ended.signal.aborted) show(...args);
    };
  };
  const ui: ExtensionUIContext = {
    ...noUi,
    select: (title, options, dialog = {}) =>
      select(asker(dialog), `${title}${countdown(dialog)}`, options.map(oneLine)).then((index) =>
        index === undefined ? undefined : options[index],
      ),
    confirm: async (title, message, dialog = {}) => {
      const answer = await asker(dialog)(`${title}${countdown(dialog)}\n${message}\n[y/N] `);
      return /^y(es)?$/i.test(answer?.trim() ?? "");
    },
    input: (title, placeholder, dialog = {}) =>
      asker(dialog)(
        `${title}${countdown(dialog)}${placeholder ? `\n(${oneLine(placeholder)})` : ""}\n${typeHere}`,
      ),
    editor: (title, prefill = "", dialog = {}) => edit(asker(dialog), title, prefill),
    notify: whileOpen((message, type = "info") => line(`${noticeHeads[type]}${message}`)),
    setEditorText: whileOpen(draft),
    pasteToEditor: whileOpen(draft),
    setTheme: () => ({ success: false, error: "The line interface has no themes" }),
  };
  return { ui, close: () => ended.abort() };
}

const typeHere = "Answer: ";

/** Asks until the answer is one of the options, by number or by name, or none. */
async function select(ask: AskLine, title: string, options: readonly string[]): Promise<number | undefined> {
  const rows = options.map((option, index) => `  ${index + 1}  ${option}`);
  const prompt = "Number, Enter for none: ";
  let question = [title, ...rows, prompt].join("\n");
  for (;;) {
    const answer = (await ask(question))?.trim();
    if (answer === undefined || answer === "") return undefined;
    const index = /^\d+$/.test(answer) ? Number(answer) - 1 : options.indexOf(answer);
    if (index in options) return index;
    question = `There is no option ${answer}.\n${prompt}`;
  }
}

/** One line can be changed in place; of several, all are kept or all are replaced, such as by a paste. */
async function edit(ask: AskLine, title: string, prefill: string): Promise<string | undefined> {
  if (!prefill.includes("\n")) return ask(`${title}\n${typeHere}`, { initial: prefill });
  const shown = prefill.replace(/^/gm, "  ");
  const answer = await ask(`${title}\n${shown}\nEnter keeps this text, another one takes its place: `);
  return answer === "" ? prefill : answer;
}

/** Only a positive number is a limit. */
function limit(timeout: number | undefined): AbortSignal | undefined {
  return isLimit(timeout) ? AbortSignal.timeout(Math.min(Math.ceil(timeout), maxTimeoutMs)) : undefined;
}

const maxTimeoutMs = 2 ** 31 - 1;

function isLimit(timeout: number | undefined): timeout is number {
  return timeout !== undefined && Number.isFinite(timeout) && timeout > 0;
}

function countdown({ timeout }: ExtensionDialogOptions): string {
  return isLimit(timeout) ? ` (${Math.ceil(timeout / 1000)}s)` : "";
}

function oneLine(text: string): string {
  return printable(text).replace(/\s*\n\s*/g, " ");
}
