import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { useApp } from "../app.ts";
import { text } from "../strings/text.ts";
import { optionId, Popup } from "../ui/Popup.tsx";
import { Attachments } from "./Attachments.tsx";
import { droppedUris, readImage } from "./images.ts";
import { isInputMethod, sendModeOf } from "./keys.ts";
import { PromptHistory } from "./promptHistory.ts";
import { replaced } from "./completion.ts";
import { Toolbar } from "./Toolbar.tsx";
import { useCompletion } from "./useCompletion.ts";

const listId = "rl-completion";

/** Where the message is written. */
export function Composer() {
  const { chat, memory, composing, host, store, act } = useApp();
  const field = useRef<HTMLTextAreaElement>(null);
  const history = useRef<PromptHistory>(undefined);
  history.current ??= new PromptHistory();
  const draft = memory.draft.value;
  const [cursor, setCursor] = useState(memory.draftSelection[1]);
  const completion = useCompletion(draft, cursor, setCursor);
  const { isRunning } = chat.run.value;
  const hasAttachments = chat.attachments.value.length > 0;

  useLayoutEffect(() => {
    const [start, end] = memory.draftSelection;
    const element = field.current;
    if (element && (element.selectionStart !== start || element.selectionEnd !== end)) {
      element.setSelectionRange(start, end);
    }
    setCursor(end);
  }, [draft]);
  const focusRequests = composing.focusRequests.value;
  useLayoutEffect(() => {
    if (focusRequests > 0) field.current?.focus();
  }, [focusRequests]);

  const remember = (): void => {
    const element = field.current;
    if (!element) return;
    memory.setDraft(element.value, [element.selectionStart, element.selectionEnd]);
    setCursor(element.selectionEnd);
  };
  const insert = (words: string): void => {
    const [start, end] = memory.draftSelection;
    const next = replaced(memory.draft.peek(), start, end, words);
    memory.setDraft(next.draft, [next.cursor, next.cursor]);
  };
  const take = async (files: readonly File[], uris: readonly string[]): Promise<void> => {
    for (const file of files) {
      const image = await readImage(file);
      if (!image) throw new Error(text("imageTooLarge", file.name));
      await host.request("attachment/addImage", image);
    }
    if (uris.length === 0) return;
    const { insert: words, refused } = await host.request("attachment/drop", { uris: [...uris] });
    if (words.length > 0) insert(`${words.join(" ")} `);
    if (refused.length > 0)
      throw new Error(refused.map(({ name, reason }) => `${name}: ${reason}`).join("\n"));
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    if (isInputMethod(event)) return;
    if (completion.isOpen && completionKey(event)) return;
    // A message on its way starts a run, or goes into one.
    const isRunning = chat.run.peek().isRunning || composing.isSending.peek();
    const mode = sendModeOf(event, chat.settings.peek(), isRunning);
    if (mode !== undefined) {
      event.preventDefault();
      act(composing.send(mode, hasAttachments));
    } else if (event.key === "ArrowUp" || event.key === "ArrowDown") recall(event);
  };

  const completionKey = (event: KeyboardEvent): boolean => {
    const { active, options } = completion;
    if (event.key === "ArrowDown") completion.setActive((active + 1) % options.length);
    else if (event.key === "ArrowUp") completion.setActive((active + options.length - 1) % options.length);
    else if ((event.key === "Enter" && !event.shiftKey) || event.key === "Tab") {
      // A command that is written out is sent, not completed again.
      if (event.key === "Enter" && isWritten()) return false;
      completion.choose(active);
    } else if (event.key === "Escape") completion.close();
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
  const isWritten = (): boolean => {
    const { completing, options, active } = completion;
    return completing?.kind === "command" && options[active]?.name === `/${completing.query}`;
  };

  const recall = (event: KeyboardEvent): void => {
    const element = field.current;
    if (!element || event.shiftKey || event.altKey || event.ctrlKey || event.metaKey) return;
    const isUp = event.key === "ArrowUp";
    const atEnd = isUp
      ? element.selectionEnd === 0 || !draft.slice(0, element.selectionStart).includes("\n")
      : !draft.slice(element.selectionEnd).includes("\n");
    if (!atEnd || element.selectionStart !== element.selectionEnd) return;
    const prompts = store.prompts();
    const next = isUp ? history.current?.older(prompts, draft) : history.current?.newer(prompts, draft);
    if (next === undefined) return;
    event.preventDefault();
    memory.setDraft(next, isUp ? [0, 0] : [next.length, next.length]);
  };

  const onPaste = (event: ClipboardEvent): void => {
    const files = [...(event.clipboardData?.files ?? [])];
    if (files.length === 0) return;
    event.preventDefault();
    act(take(files, []));
  };
  const onDrop = (event: DragEvent): void => {
    if (!event.dataTransfer) return;
    const uris = droppedUris(event.dataTransfer);
    const files = uris.length > 0 ? [] : [...event.dataTransfer.files];
    if (uris.length === 0 && files.length === 0) return;
    event.preventDefault();
    act(take(files, uris));
  };

  return (
    <>
      {completion.isOpen && (
        <Popup
          id={listId}
          label={text(completion.completing?.kind === "mention" ? "context" : "commands")}
          options={completion.options}
          active={completion.active}
          query={queryOf(completion.completing)}
          onChoose={completion.choose}
          onHover={completion.setActive}
        />
      )}
      <div class="rl-composer" onDragOver={(event) => event.preventDefault()} onDrop={onDrop}>
        <Attachments />
        <textarea
          ref={field}
          rows={1}
          aria-label={text("messageRelay")}
          aria-autocomplete="list"
          aria-controls={completion.isOpen ? listId : undefined}
          aria-activedescendant={completion.isOpen ? optionId(listId, completion.active) : undefined}
          placeholder={text(isRunning ? "placeholderRunning" : "placeholderIdle")}
          value={draft}
          onInput={remember}
          onSelect={remember}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
        />
        <Toolbar hasText={draft.trim() !== "" || hasAttachments} onInsert={insert} />
      </div>
    </>
  );
}

function queryOf(completing: ReturnType<typeof useCompletion>["completing"]): string {
  if (completing?.kind === "command") return `/${completing.query}`;
  return completing?.query ?? "";
}
