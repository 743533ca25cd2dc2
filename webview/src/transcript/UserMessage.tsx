import { textOf } from "@relay-harness/protocol";
import type { UserItem } from "@relay-harness/protocol";
import { useApp } from "../app.ts";
import { text } from "../strings/text.ts";
import { showHidden } from "../text/hidden.ts";
import { Images } from "../tools/Images.tsx";
import { Chip } from "../ui/Chip.tsx";
import { Icon } from "../ui/Icon.tsx";
import { IconButton } from "../ui/IconButton.tsx";
import { useDisabled } from "../ui/useDisabled.ts";
import { readAttachments } from "./attachments.ts";

/** What the user asked, with what went along as chips. */
export function UserMessage({ item }: { item: UserItem }) {
  const { host, act } = useApp();
  const said = textOf(item.content, "\n");
  const { text: words, names } = readAttachments(said);
  return (
    <article class="rl-user" aria-label={text("you")} data-item={item.id}>
      {words !== "" && <p>{showHidden(words)}</p>}
      <Images content={item.content} />
      {names.length > 0 && (
        <div class="rl-chips" role="group" aria-label={text("attachments")}>
          {names.map((name, index) => (
            <Chip key={index} icon={iconOf(name)} label={showHidden(name)} />
          ))}
        </div>
      )}
      {item.label !== undefined && (
        <div class="rl-label">
          <Icon name="bookmark" />
          <span>{text("labelled", showHidden(item.label))}</span>
        </div>
      )}
      <div class="rl-actions" role="group" aria-label={text("messageActions")}>
        <EditAndFork item={item} />
        <IconButton
          icon="copy"
          label={text("copy")}
          onClick={() => act(host.request("text/copy", { text: said }))}
        />
      </div>
    </article>
  );
}

function iconOf(name: string): string {
  if (name.startsWith("Terminal")) return "terminal";
  return /\.\w+(?::|$)/.test(name) ? "file-code" : "file-text";
}

function EditAndFork({ item }: { item: UserItem }) {
  const { host, act, chat, memory, navigation, store } = useApp();
  const editReason = useDisabled("edit");
  const forkReason = useDisabled("fork");
  const { entryId } = item;
  const { isRunning } = chat.run.value;
  if (entryId === undefined) return null;
  const edit = async (): Promise<void> => {
    const backTo = store.newestEntryId();
    const draft = memory.draft.peek();
    await host.request("entry/edit", { entryId });
    if (backTo !== undefined) navigation.editing.value = { backTo, draft };
  };
  return (
    <>
      <IconButton
        icon="edit"
        label={text("editAndBranch")}
        hint={editReason}
        disabled={isRunning || editReason !== undefined}
        onClick={() => act(edit())}
      />
      <IconButton
        icon="repo-forked"
        label={text("forkFromHere")}
        hint={forkReason}
        disabled={isRunning || forkReason !== undefined}
        onClick={() => act(host.request("entry/fork", { entryId }))}
      />
    </>
  );
}
