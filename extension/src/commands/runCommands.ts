import { commands, env } from "vscode";
import { localize } from "../base/localize.ts";
import { sendText, stopRun } from "../session/sending.ts";
import type { SendMode } from "../session/sending.ts";
import type { Host } from "../host/host.ts";
import { inputText } from "./ask.ts";
import type { CommandGroup } from "./command.ts";

/** What runs now, and where to look. */
export const runCommands = {
  "relay.focusChat": (host) => host.focusChat("focusComposer"),
  "relay.goToWaiting": (host) => host.focusChat("focusDialog"),
  "relay.stop": async (host) => {
    const { active } = host.sessions;
    if (!active?.isBusy) throw new Error(localize("Nothing is running"));
    await stopRun(active);
  },
  "relay.steer": (host) => say(host, localize("Steer"), "steer"),
  "relay.queue": (host) => say(host, localize("Queue"), "queue"),
  "relay.compact": async (host, argument) => {
    const session = await host.startedSession();
    const customInstructions =
      typeof argument === "string"
        ? argument
        : await inputText({
            title: localize("Compact"),
            prompt: localize("What the summary should keep (optional)"),
          });
    if (customInstructions === undefined) return;
    await session.request({ type: "compact", ...(customInstructions !== "" && { customInstructions }) });
  },
  "relay.copyLastAnswer": async (host) => {
    const { text } = await (await host.startedSession()).request({ type: "get_last_assistant_text" });
    if (text === null) throw new Error(localize("There is no answer to copy yet"));
    await env.clipboard.writeText(text);
  },
  "relay.find": (host, argument) => {
    // The key opens find in the chat itself, in order with the keys around it; here it only has to be taken
    // away from the editor's own find.
    if (argument !== "key") host.sessions.active?.viewCommands.emit("find");
  },
  "relay.previousPrompt": (host) => host.sessions.active?.viewCommands.emit("previousPrompt"),
  "relay.nextPrompt": (host) => host.sessions.active?.viewCommands.emit("nextPrompt"),
  "relay.showLogs": (host) => host.showLogs(),
  "relay.openSettings": async () => {
    await commands.executeCommand("workbench.action.openSettings", "@ext:relay-harness.relay");
  },
  "relay.restartAgent": async (host) => {
    const { active } = host.sessions;
    if (active) await active.restart();
  },
  "relay.reloadPanel": (host) => host.rebuildChat(),
  "relay.reviewTurn": async (host, argument) => {
    const session = await host.startedSession();
    await host.review.reviewTurn(session, turnOf(session.state.turns, argument));
  },
  "relay.revertTurn": async (host, argument) => {
    const session = await host.startedSession();
    const { reverted, skipped } = await host.review.revertTurn(
      session,
      turnOf(session.state.turns, argument),
    );
    const done = localize("Reverted: {0}.", reverted.join(", ") || localize("nothing"));
    const left = skipped.map(({ path }) => path).join(", ");
    host.inform(left === "" ? done : `${done} ${localize("Left alone: {0}.", left)}`);
  },
} satisfies CommandGroup;

function turnOf(turns: readonly { entryId: string }[], argument: unknown): string {
  const entryId = typeof argument === "string" && argument !== "" ? argument : turns.at(-1)?.entryId;
  if (entryId === undefined) throw new Error(localize("Nothing was changed in this session"));
  return entryId;
}

async function say(host: Host, title: string, mode: SendMode): Promise<void> {
  const session = await host.startedSession();
  const text = await inputText({ title, prompt: localize("Message for the run") });
  if (text === undefined || text.trim() === "") return;
  await sendText(
    session,
    { text, mode },
    {
      runCommand: (name, argument) => host.runChatCommand(name, argument),
      addCaptured: () => Promise.resolve(),
      holdForDirtyFiles: () => false,
    },
  );
}
