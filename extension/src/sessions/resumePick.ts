import { ThemeIcon, window } from "vscode";
import type { QuickInputButton, QuickPick, QuickPickItem } from "vscode";
import type { SessionSummary } from "@relay-harness/protocol";
import { errorText } from "../base/errorText.ts";
import { localize } from "../base/localize.ts";
import type { Host } from "../host/host.ts";
import { commandTable } from "../commands/commandTable.ts";
import { messageCountText, sessionLabel } from "./sessionItem.ts";

const debounceMs = 150;

type Item = QuickPickItem & { session: SessionSummary };

const renameButton: QuickInputButton = { iconPath: new ThemeIcon("edit"), tooltip: localize("Rename") };
const deleteButton: QuickInputButton = { iconPath: new ThemeIcon("trash"), tooltip: localize("Delete") };

/** Finds a stored session and shows it (vscode.md 1). The agent searches: names, first messages, ids, folders. */
export async function resumeSession(host: Host): Promise<void> {
  const picked = await new ResumePick(host).show();
  if (picked) await host.sessions.resume(await host.chatSurface(), picked.path, picked.cwd);
}

class ResumePick {
  private readonly pick: QuickPick<Item> = window.createQuickPick<Item>();
  private isEverywhere = false;
  private isNamedOnly = false;
  private timer: NodeJS.Timeout | undefined;
  private latest = 0;

  constructor(private readonly host: Host) {}

  show(): Promise<SessionSummary | undefined> {
    const { pick } = this;
    pick.title = localize("Resume Session");
    pick.placeholder = localize("Search names, messages, ids and folders");
    pick.matchOnDescription = pick.matchOnDetail = true;
    this.showButtons();
    void this.search();
    pick.onDidChangeValue(() => {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => void this.search(), debounceMs);
    });
    pick.onDidTriggerButton((button) => {
      if (button.tooltip === localize("All folders") || button.tooltip === localize("This folder"))
        this.isEverywhere = !this.isEverywhere;
      else this.isNamedOnly = !this.isNamedOnly;
      this.showButtons();
      void this.search();
    });
    pick.onDidTriggerItemButton(({ item, button }) => {
      const id = button === renameButton ? "relay.renameSession" : "relay.deleteSession";
      void Promise.resolve(commandTable[id]?.(this.host, item)).then(
        () => this.search(),
        (error: unknown) => this.host.fail(error),
      );
    });
    return new Promise((resolve) => {
      pick.onDidAccept(() => {
        resolve(pick.selectedItems[0]?.session);
        pick.hide();
      });
      pick.onDidHide(() => {
        clearTimeout(this.timer);
        resolve(undefined);
        pick.dispose();
      });
      pick.show();
    });
  }

  private showButtons(): void {
    this.pick.buttons = [
      {
        iconPath: new ThemeIcon(this.isEverywhere ? "folder" : "folder-library"),
        tooltip: this.isEverywhere ? localize("This folder") : localize("All folders"),
      },
      {
        iconPath: new ThemeIcon("tag"),
        tooltip: this.isNamedOnly ? localize("All sessions") : localize("Named only"),
      },
    ];
  }

  private async search(): Promise<void> {
    const turn = ++this.latest;
    const { pick } = this;
    pick.busy = true;
    try {
      const { sessions } = await (
        await this.host.startedSession()
      ).request({
        type: "list_sessions",
        scope: this.isEverywhere ? "all" : "cwd",
        namedOnly: this.isNamedOnly,
        ...(pick.value !== "" && { query: pick.value }),
      });
      // Of several searches the last one counts, whichever is answered first.
      if (turn === this.latest) pick.items = sessions.map((session) => this.itemOf(session));
    } catch (error) {
      pick.title = localize("Resume Session: {0}", errorText(error));
    } finally {
      if (turn === this.latest) pick.busy = false;
    }
  }

  private itemOf(session: SessionSummary): Item {
    const folder = this.isEverywhere ? `${session.cwd} · ` : "";
    return {
      label: sessionLabel(session),
      description: `${folder}${messageCountText(session.messageCount)}`,
      detail: session.name === undefined ? "" : session.firstMessage.replace(/\s+/g, " ").slice(0, 120),
      // The agent has chosen already: the list must not filter once more.
      alwaysShow: true,
      buttons: [renameButton, deleteButton],
      session,
    };
  }
}
