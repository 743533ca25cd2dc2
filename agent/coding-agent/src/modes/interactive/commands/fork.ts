import type { ForkMessage } from "../../../session/forkMessages.ts";
import { chooseFromList } from "../numberedList.ts";
import type { LineCommandContext } from "./lineCommand.ts";
import { screenOf } from "./screenOf.ts";

/** Only of the branch: going back to another one is `/tree` (cli.md §8.2). */
export async function forkSession(context: LineCommandContext): Promise<void> {
  const { runtime, transcript, draft, showSession } = context;
  const { session } = runtime;
  const branch = new Set(session.sessionManager.getBranch().map(({ id }) => id));
  const messages = session.getUserMessagesForForking().filter(({ entryId }) => branch.has(entryId));
  if (messages.length === 0) return transcript.line("There is no message of yours to fork before yet.");
  const chosen = await chooseFromList<ForkMessage>({
    screen: screenOf(context),
    noun: "message",
    title: () => "Your messages; the new session ends before the chosen one",
    emptyText: "There are none.",
    load: (search) => messages.filter(({ text }) => text.toLowerCase().includes(search.toLowerCase())),
    describe: ({ text }) => inOneLine(text),
    startAt: (items) => items.length - 1,
  });
  if (!chosen) return;
  const { cancelled, selectedText = "", selectedImages } = await runtime.fork(chosen.entryId);
  if (cancelled) return transcript.line("The fork was refused.");
  transcript.line("New session. Edit the message and send it, or Ctrl+C to drop it.");
  showSession();
  draft(selectedText, selectedImages);
}

function inOneLine(text: string): string {
  const line = text.slice(0, 500).replace(/\s+/g, " ").trim();
  return line.length > 100 ? `${line.slice(0, 100)}...` : line;
}
