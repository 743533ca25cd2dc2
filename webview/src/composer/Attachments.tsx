import { useState } from "preact/hooks";
import type { AttachmentView } from "@relay-harness/protocol/webview";
import { useApp } from "../app.ts";
import { text } from "../strings/text.ts";
import { showHidden } from "../text/hidden.ts";
import { Chip } from "../ui/Chip.tsx";
import { FolderChip } from "./FolderChip.tsx";

/** What goes along with the next message. */
export function Attachments() {
  const { chat, host, act } = useApp();
  const selection = chat.selection.value;
  const attachments = chat.attachments.value;
  const { choices } = chat.folder.value;
  if (!selection && attachments.length === 0 && choices.length < 2) return null;
  const include = (isIncluded: boolean): void => act(host.request("selection/include", { isIncluded }));
  return (
    <div class="rl-chips">
      {choices.length > 1 && <FolderChip />}
      {selection && (
        <Chip
          icon="list-selection"
          label={showHidden(selection.label)}
          title={showHidden(selection.path)}
          off={!selection.isIncluded}
          button={
            selection.isIncluded
              ? { icon: "eye", label: text("excludeSelection"), onClick: () => include(false) }
              : { icon: "eye-closed", label: text("includeSelection"), onClick: () => include(true) }
          }
        />
      )}
      {attachments.map((attachment) => (
        <AttachmentChip key={attachment.id} attachment={attachment} />
      ))}
    </div>
  );
}

function AttachmentChip({ attachment }: { attachment: AttachmentView }) {
  const { host, act } = useApp();
  const [isGone, setGone] = useState(false);
  const { id, kind, label, isCut } = attachment;
  if (isGone) return null;
  const remove = (): void => {
    setGone(true);
    act(
      host.request("attachment/remove", { id }).catch((error: unknown) => {
        setGone(false);
        throw error;
      }),
    );
  };
  return (
    <Chip
      icon={kind === "image" ? "file-media" : "file-code"}
      label={showHidden(label)}
      title={isCut ? text("fileTruncated", showHidden(label)) : undefined}
      button={{ icon: "close", label: `${text("remove")} ${showHidden(label)}`, onClick: remove }}
    />
  );
}
