import { env, Uri, window } from "vscode";
import type { RpcCommandType } from "@relay-harness/protocol";
import { localize } from "../base/localize.ts";
import { sessionPathOf } from "../sessions/sessionItem.ts";
import { resumeSession } from "../sessions/resumePick.ts";
import { inputText, pickOne } from "./ask.ts";
import type { CommandGroup } from "./command.ts";

const secretsNote = localize(
  "It may hold secrets: file contents, command output and keys that were shown to the model.",
);

/** Sessions: start, find, copy, name, share. */
export const sessionCommands = {
  "relay.newSession": async (host) => {
    const surface = await host.chatSurface();
    await host.sessions.startNew(surface, host.newSessionFolder(surface));
  },
  "relay.openInEditor": (host) => host.openInEditor(),
  "relay.resumeSession": async (host, argument) => {
    const stored = sessionPathOf(argument);
    if (!stored) return resumeSession(host);
    await host.sessions.resume(await host.chatSurface(), stored.path, stored.cwd);
  },
  "relay.fork": async (host, argument) => {
    const session = await host.startedSession();
    const entryId = typeof argument === "string" ? argument : await pickForkMessage(host);
    if (entryId !== undefined) await host.fork(await host.chatSurface(), session, entryId);
  },
  "relay.cloneSession": async (host) => {
    const session = await host.idleSession(
      localize("Wait for the run to end, or stop it, to clone the session"),
    );
    if ((await session.request({ type: "clone" })).cancelled) return;
    await session.replaced();
  },
  "relay.renameSession": async (host, argument) => {
    const stored = sessionPathOf(argument);
    const session = await host.startedSession();
    const current = stored?.name ?? session.state.session?.name ?? "";
    const name =
      typeof argument === "string" && argument !== ""
        ? argument
        : await inputText({
            title: localize("Rename Session"),
            value: current,
            prompt: localize("Name of the session"),
          });
    if (name === undefined) return;
    const sessionPath = stored?.path;
    if (sessionPath !== undefined) await session.request({ type: "rename_session", sessionPath, name });
    else await session.request({ type: "set_session_name", name });
    host.sessions.changes.emit();
  },
  "relay.deleteSession": async (host, argument) => {
    const stored = sessionPathOf(argument);
    if (!stored) return;
    const remove = localize("Move to Trash");
    const detail = stored.name ?? stored.path;
    if (
      (await window.showWarningMessage(localize("Delete this session?"), { modal: true, detail }, remove)) !==
      remove
    )
      return;
    await (await host.startedSession()).request({ type: "delete_session", sessionPath: stored.path });
    host.sessions.changes.emit();
  },
  "relay.importSession": async (host) => {
    const session = await host.idleSession(
      localize("Wait for the run to end, or stop it, to import a session"),
    );
    const filters = { [localize("Session file")]: ["jsonl"] };
    const [uri] = (await window.showOpenDialog({ openLabel: localize("Import"), filters })) ?? [];
    if (!uri || (await session.request({ type: "import_session", path: uri.fsPath })).cancelled) return;
    await session.replaced();
  },
  "relay.exportSession": async (host, argument) => {
    const format = await pickOne(localize("Export Session"), [
      { label: "HTML", description: localize("A page to read"), value: "html" as const },
      {
        label: "JSONL",
        description: localize("A session file to import"),
        value: "jsonl" as const,
      },
    ]);
    if (!format) return;
    const outputPath = (
      await window.showSaveDialog({ filters: { [format.toUpperCase()]: [format] }, title: secretsNote })
    )?.fsPath;
    if (outputPath === undefined) return;
    const sessionPath = sessionPathOf(argument)?.path;
    const type: RpcCommandType & `export_${string}` = format === "html" ? "export_html" : "export_jsonl";
    const session = await host.startedSession();
    const { path } = await session.request({
      type,
      outputPath,
      ...(sessionPath !== undefined && { sessionPath }),
    });
    const open = localize("Open");
    const choice = await window.showInformationMessage(
      localize("Exported to {0}. {1}", path, secretsNote),
      open,
    );
    if (choice === open) await env.openExternal(Uri.file(path));
  },
  "relay.shareSession": async (host) => {
    const session = await host.startedSession();
    const share = localize("Share");
    const detail = localize(
      "The whole session becomes a secret gist: whoever knows its address can read it. {0}",
      secretsNote,
    );
    if (
      (await window.showWarningMessage(localize("Share this session?"), { modal: true, detail }, share)) !==
      share
    )
      return;
    const { url, viewerUrl } = await session.request({ type: "share_session" });
    await env.clipboard.writeText(viewerUrl ?? url);
    void window.showInformationMessage(localize("Shared. The address was copied: {0}", viewerUrl ?? url));
  },
} satisfies CommandGroup;

async function pickForkMessage(host: Parameters<CommandGroup[string]>[0]): Promise<string | undefined> {
  const session = await host.startedSession();
  const { messages } = await session.request({ type: "get_fork_messages" });
  if (messages.length === 0) throw new Error(localize("There is no message to fork from yet"));
  const items = messages.map(({ entryId, text }) => ({
    label: text.replace(/\s+/g, " ").slice(0, 100),
    value: entryId,
  }));
  return pickOne(localize("Fork from an earlier message"), items.reverse());
}
