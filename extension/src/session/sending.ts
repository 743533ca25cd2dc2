import type { ChatCommandName, SendResult } from "@relay-harness/protocol/webview";
import { errorText } from "../base/errorText.ts";
import { localize } from "../base/localize.ts";
import { inBackground } from "../base/log.ts";
import { parseBuiltIn } from "../commands/slashCommands.ts";
import type { QueuedMessage } from "./messageQueue.ts";
import type { OpenSession } from "./openSession.ts";

export type SendMode = "send" | "steer" | "queue";

/** What the editor adds to sending. */
export interface SendingDeps {
  runCommand: (name: ChatCommandName, argument: string) => Promise<void>;
  /** Texts that go along without being attachments: the selection, files that were reverted. */
  addCaptured: () => Promise<void>;
  /** True: a card asks about files that are not saved; sending goes on from there with `goOn`. */
  holdForDirtyFiles: (goOn: () => Promise<void>) => boolean;
}

/** Carries out what the user has written: a built-in command, a shell command, or a message. */
export async function sendText(
  session: OpenSession,
  { text, mode }: { text: string; mode: SendMode },
  deps: SendingDeps,
): Promise<SendResult> {
  const builtIn = parseBuiltIn(text);
  if (builtIn) {
    await deps.runCommand(builtIn.command, builtIn.argument);
    return { disposition: "handled" };
  }
  const [, marks, command] = /^(!!?)\s*(\S[^]*)$/.exec(text.trim()) ?? [];
  if (command !== undefined) {
    runShell(session, { command, excludeFromContext: marks === "!!" });
    return { disposition: "started" };
  }
  if (/^\/harness\s*$/.test(text)) await deps.runCommand("harness", "");
  await session.start();
  const goOn = async (): Promise<SendResult> => {
    await deps.addCaptured();
    return sendMessage(session, text, mode);
  };
  const isHeld = deps.holdForDirtyFiles(async () => {
    await goOn();
    session.drafts.emit({ text: "", mode: "replace", focus: false });
  });
  return isHeld ? { disposition: "held" } : goOn();
}

async function sendMessage(session: OpenSession, text: string, mode: SendMode): Promise<SendResult> {
  const { message, images, labels } = session.attachments.compose(text);
  if (message.trim() === "" && images.length === 0) throw new Error(localize("There is nothing to send"));
  const queued: QueuedMessage = {
    kind: mode === "queue" ? "followUp" : "steer",
    text,
    message,
    images,
    attachments: labels,
  };
  const disposition = await deliver(session, queued);
  session.attachments.clear();
  return { disposition };
}

/** Steering is ignored by an agent that is idle, so that a run that ends meanwhile loses nothing. */
async function deliver(
  session: OpenSession,
  queued: QueuedMessage,
): Promise<"started" | "queued" | "handled"> {
  const { message, images, kind } = queued;
  session.queue.expect(queued);
  try {
    const { disposition } = await session.request({
      type: "prompt",
      message,
      ...(images.length > 0 && { images }),
      streamingBehavior: kind === "steer" ? "steer" : "followUp",
    });
    if (disposition !== "queued") session.queue.unexpect(queued);
    return disposition;
  } catch (error) {
    session.queue.unexpect(queued);
    throw error;
  }
}

/** Takes a message out of the queue; the others keep their order (vscode.md 6). */
export async function takeFromQueue(session: OpenSession, id: string): Promise<QueuedMessage> {
  const drained = await session.drainQueue();
  for (const message of drained) if (message.id !== id) await deliver(session, message);
  const taken = drained.find((message) => message.id === id);
  if (!taken) throw new Error(localize("This message has been delivered meanwhile"));
  return taken;
}

/** The text of a queued message and what went with it become the draft again. */
export async function editQueued(session: OpenSession, id: string): Promise<void> {
  restore(session, [await takeFromQueue(session, id)]);
}

/** Queued messages go back to the draft, then the run is aborted. */
export async function stopRun(session: OpenSession): Promise<void> {
  restore(session, await session.drainQueue());
  const retry = session.state.run.isRetrying ? [session.request({ type: "abort_retry" })] : [];
  await Promise.all([...retry, session.request({ type: "abort" })]);
}

function restore(session: OpenSession, messages: readonly QueuedMessage[]): void {
  if (messages.length === 0) return;
  const texts = messages.map(({ text }) => text);
  for (const { images, message, text } of messages) {
    images.forEach((image, index) => session.attachments.addImage(image, localize("Image {0}", index + 1)));
    const captured = message.slice(text.length).trim();
    if (captured !== "" && message.startsWith(text)) session.attachments.addText("Attached text", captured);
  }
  session.drafts.emit({ text: texts.join("\n\n"), mode: "prepend", focus: true });
}

let nextShellId = 1;

/** Runs a shell command of the user; its output comes as records. */
export function runShell(
  session: OpenSession,
  { command, excludeFromContext }: { command: string; excludeFromContext: boolean },
): void {
  const id = `shell-${nextShellId++}`;
  session.record({ kind: "bashCommand", id, command, excludeFromContext });
  session.store.set({ run: { ...session.state.run, isBashRunning: true } });
  const run = async (): Promise<void> => {
    try {
      const result = await session.request({ type: "bash", id, command, excludeFromContext });
      session.record({ kind: "bashResult", id, result });
    } catch (error) {
      session.record({ kind: "bashResult", id });
      addErrorRow(session, localize("The command could not be run: {0}", errorText(error)));
    } finally {
      session.store.set({ run: { ...session.state.run, isBashRunning: false } });
    }
  };
  inBackground(session.log, "Shell command", run());
}

let nextRowId = 1;

function addErrorRow(session: OpenSession, text: string): void {
  session.addRow({ id: `error-${nextRowId++}`, kind: "error", severity: "error", text, actions: [] });
}
