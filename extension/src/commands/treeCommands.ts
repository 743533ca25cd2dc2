import { localize } from "../base/localize.ts";
import type { TreeFilter } from "../tree/outlineTree.ts";
import { entryIdOf } from "../tree/outlineTree.ts";
import type { Host } from "../host/host.ts";
import { inputText, pickOne } from "./ask.ts";
import type { CommandGroup } from "./command.ts";

/** The session tree. */
export const treeCommands = {
  "relay.sessionTree": (host) => host.tree.focus(),
  "relay.goToEntry": (host, argument) => goTo(host, argument),
  "relay.labelEntry": async (host, argument) => {
    const session = await host.startedSession();
    const entryId = entryIdOf(argument) ?? (await pickEntry(host, localize("Label Entry")));
    if (entryId === undefined) return;
    const label = await inputText({
      title: localize("Label Entry"),
      prompt: localize("An empty label removes it"),
    });
    if (label === undefined) return;
    await session.request({ type: "set_label", entryId, label: label === "" ? null : label });
    host.tree.refresh();
  },
  "relay.tree.fork": async (host, argument) => {
    const entryId = entryIdOf(argument);
    if (entryId !== undefined)
      await host.fork(await host.chatSurface(), await host.startedSession(), entryId);
  },
  ...Object.fromEntries(
    (["default", "no-tools", "user-only", "labelled", "all"] as const).map((filter: TreeFilter) => [
      `relay.tree.filter.${filter}`,
      (host: Host) => host.tree.setFilter(filter),
    ]),
  ),
} satisfies CommandGroup;

async function goTo(host: Host, argument: unknown): Promise<void> {
  const session = await host.startedSession();
  const targetId = entryIdOf(argument) ?? (await pickEntry(host, localize("Go to Entry")));
  if (targetId === undefined) return;
  const how = await pickOne(localize("Go to this entry"), [
    {
      label: localize("No summary"),
      detail: localize("Leave the other branch as it is"),
      value: "none" as const,
    },
    {
      label: localize("Summarize"),
      detail: localize("Keep a summary of the branch that is left"),
      value: "default" as const,
    },
    {
      label: localize("Summarize with…"),
      detail: localize("Say what the summary should keep"),
      value: "custom" as const,
    },
  ]);
  if (!how) return;
  const customInstructions =
    how === "custom"
      ? await inputText({
          title: localize("Summarize with"),
          prompt: localize("What the summary should keep"),
        })
      : undefined;
  if (how === "custom" && customInstructions === undefined) return;
  const { editorText, images = [] } = await session.request({
    type: "navigate_tree",
    targetId,
    summary: how === "none" ? "none" : "default",
    ...(customInstructions !== undefined && { customInstructions }),
  });
  images.forEach((image, index) => session.attachments.addImage(image, localize("Image {0}", index + 1)));
  if (editorText !== undefined) session.drafts.emit({ text: editorText, mode: "replace", focus: true });
  session.reveals.emit(targetId);
  host.review.offerRestore(session, targetId);
}

async function pickEntry(host: Host, title: string): Promise<string | undefined> {
  const { nodes, leafId } = await (await host.startedSession()).request({ type: "get_outline" });
  const items = nodes
    .filter(({ text }) => text !== "")
    .map(({ id, text, role, type, label }) => ({
      label: text.slice(0, 100),
      description: [role ?? type, label, id === leafId ? localize("current") : undefined]
        .filter(Boolean)
        .join(" · "),
      value: id,
    }));
  return pickOne(title, items.reverse());
}
