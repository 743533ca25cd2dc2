import type {
  MirroredState,
  RecordBatch,
  SessionOpening,
  WebviewKind,
} from "@relay-harness/protocol/webview";
import type { App } from "../app.ts";
import { mergeChatState } from "../state/chatSignals.ts";
import type { RecordProblem } from "../state/transcriptStore.ts";
import { emptyMirror } from "../state/viewMemory.ts";
import { setBundle } from "../strings/text.ts";
import { carryOut } from "./viewCommands.ts";

/** Feeds a chat with what the host tells. */
export function listenToHost(
  app: App,
  kind: WebviewKind,
): { ready(state: MirroredState | null): Promise<void> } {
  const { host, chat, store, memory, navigation, composing, platform } = app;
  let epoch = 0;
  let nextSequence = 1;
  let isStarting = false;
  let sessionId: string | null = null;
  // What an earlier document of this view has kept is newer than what the host has mirrored.
  let hasOwnState = false;

  const ready = async (state: MirroredState | null): Promise<void> => {
    if (isStarting) return;
    isStarting = true;
    hasOwnState = state !== null;
    try {
      const init = await host.request("ready", { kind, state });
      setBundle(init.strings);
      platform.value = init.platform;
      mergeChatState(chat, init.state);
      if (!state && init.mirrored) memory.restore(init.mirrored);
    } finally {
      isStarting = false;
    }
  };

  host.on("session/open", (opening) => {
    epoch = opening.epoch;
    nextSequence = opening.nextSequence;
    report(app, store.open(opening.page, opening.live));
    restoreView(app, hasOwnState ? { ...opening, mirrored: null } : opening, hasOwnState ? null : sessionId);
    hasOwnState = false;
    ({ sessionId } = opening);
  });
  host.on("records", (batch) => {
    if (batch.epoch !== epoch || batch.sequence < nextSequence) return;
    if (batch.sequence > nextSequence) {
      // Something is missing: only a new start can be right again.
      epoch = -1;
      void ready(memory.snapshot());
      return;
    }
    nextSequence++;
    applyBatch(app, batch);
    afterDrawing(() => host.notify("ack", { sequence: batch.sequence }));
  });
  host.on("state", (change) => mergeChatState(chat, change));
  host.on("draft/change", ({ text, mode, focus }) => {
    composing.change(text, mode);
    if (focus) composing.focus();
  });
  host.on("command", ({ name }) => carryOut(app, name));
  host.on("reveal", ({ entryId }) => {
    app.act(revealEntry(app, entryId));
  });
  navigation.isFollowing.subscribe((isFollowing) => {
    if (isFollowing) store.trim();
  });
  return { ready };
}

function applyBatch(app: App, batch: RecordBatch): void {
  const { store, navigation } = app;
  const before = store.timeline.peek().length;
  const settles = batch.records.some(({ kind, ...record }) => kind === "event" && isSettled(record));
  if (settles && !navigation.isFollowing.peek()) keepOpen(app);
  report(app, store.apply(batch.records));
  const added = store.timeline.peek().length - before;
  if (navigation.isFollowing.peek()) store.trim();
  else if (added > 0) navigation.unseen.value += added;
}

function isSettled(record: object): boolean {
  return "event" in record && (record.event as { type?: string }).type === "agent_settled";
}

/** Nothing folds under someone who reads: the turn that just ended stays as it is. */
function keepOpen({ store, memory }: App): void {
  const user = store.timeline.peek().findLast((entry) => entry.kind === "item" && entry.item === "user");
  if (!user) return;
  const key = `work:${store.peek(user.id)?.entryId ?? user.id}`;
  if (memory.folds.peek()[key] === undefined) memory.setFold(key, true);
}

/** Draft, folds and place as they were left in this session. */
function restoreView(app: App, opening: SessionOpening, previousId: string | null): void {
  const { memory, navigation, store } = app;
  navigation.unseen.value = 0;
  navigation.target.value = null;
  navigation.isFollowing.value = true;
  // Of the session that was open already, the view itself knows best.
  if (previousId === null || previousId !== opening.sessionId) {
    if (opening.mirrored) memory.restore(opening.mirrored);
    else if (previousId !== null) memory.restore(emptyMirror());
  }
  const { scroll } = memory;
  const itemId = scroll ? store.itemIdOfEntry(scroll.entryId) : undefined;
  if (scroll && itemId !== undefined) navigation.restore(itemId, scroll.offset);
}

async function revealEntry(app: App, entryId: string): Promise<void> {
  const { store, host, navigation } = app;
  const before = store.oldestEntryId();
  if (store.itemIdOfEntry(entryId) === undefined && before !== undefined) {
    store.prepend(await host.request("entries/page", { before, through: entryId }));
  }
  const itemId = store.itemIdOfEntry(entryId);
  if (itemId !== undefined) navigation.reveal(itemId);
}

function report({ host }: App, problems: readonly RecordProblem[]): void {
  for (const { record, error } of problems) {
    const reason = error instanceof Error ? error.message : String(error);
    const type = record.kind === "event" ? record.event.type : record.kind;
    host.notify("problem", { message: `A record was not understood: ${reason}`, detail: { type } });
  }
}

/** After the next frame; a view that is not drawn has no frames. */
function afterDrawing(callback: () => void): void {
  if (document.visibilityState === "hidden") callback();
  else requestAnimationFrame(() => callback());
}
