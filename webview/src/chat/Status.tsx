import { useEffect, useState } from "preact/hooks";
import { useApp } from "../app.ts";
import { text } from "../strings/text.ts";
import { showHidden } from "../text/hidden.ts";
import { Icon, Spinner } from "../ui/Icon.tsx";
import { Link } from "../ui/Link.tsx";
import { statusLine } from "./statusLine.ts";

/** What goes on, seen and read out: starts, tools, waiting, the end; never the words of an answer. */
export function Status() {
  const { chat, store } = useApp();
  const isWaiting = chat.dialogs.value.some(({ isExpired }) => !isExpired);
  const newestId = store.timeline.value.at(-1)?.id;
  const newest = newestId === undefined ? undefined : store.item(newestId);
  const call = store.runningCall();
  const isStarting = chat.agent.value.kind === "starting";
  const line = statusLine({
    isStarting,
    run: chat.run.value,
    status: store.status.value,
    isWaiting,
    newest,
    call,
  });
  const said = useAnnounced(line?.words, chat.run.value.isRunning);
  return (
    <>
      {line && (
        <div class="rl-status">
          {line.icon === "loading" ? <Spinner /> : <Icon name="bell-dot" class="warn" />}
          <span class="ellipsis">{showHidden(line.words)}</span>
        </div>
      )}
      <EditingNote />
      <div class="visually-hidden" role="status" aria-label={text("relayStatus")} aria-live="polite">
        {showHidden(said)}
      </div>
    </>
  );
}

/** What is read out: the line, and the end of a run. */
function useAnnounced(words: string | undefined, isRunning: boolean): string {
  const [said, setSaid] = useState("");
  useEffect(() => {
    if (words !== undefined) setSaid(words);
    else setSaid((last) => (last === "" || isRunning ? last : text("statusDone")));
  }, [words, isRunning]);
  return said;
}

/** An earlier message is in the composer: sending it starts a branch. */
function EditingNote() {
  const { navigation, host, act, memory } = useApp();
  const editing = navigation.editing.value;
  if (!editing) return null;
  const cancel = async (): Promise<void> => {
    await host.request("entry/goTo", { entryId: editing.backTo });
    navigation.editing.value = null;
    memory.setDraft(editing.draft, [editing.draft.length, editing.draft.length]);
  };
  return (
    <div class="rl-status">
      <Icon name="edit" />
      <span class="ellipsis">{text("editingEarlier")}</span>
      <Link onClick={() => act(cancel())}>{text("cancel")}</Link>
    </div>
  );
}
