import { useState } from "preact/hooks";
import { useApp } from "../app.ts";
import { text } from "../strings/text.ts";
import { Icon } from "../ui/Icon.tsx";
import { PickerPopup } from "./PickerPopup.tsx";

/** The folder that the session will work in, while it can still be chosen. */
export function FolderChip() {
  const { chat, host, act } = useApp();
  const [isOpen, setOpen] = useState(false);
  const { path, label, choices } = chat.folder.value;
  return (
    <>
      <button
        type="button"
        class="rl-chip"
        aria-label={text("folder", label)}
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="folder" />
        <span class="ellipsis">{label}</span>
        <Icon name="chevron-down" />
      </button>
      {isOpen && (
        <PickerPopup
          id="rl-folders"
          label={text("folder", label)}
          options={choices.map((choice) => ({
            key: choice.path,
            name: choice.label,
            desc: choice.path,
            isChosen: choice.path === path,
          }))}
          onChoose={(index) => {
            setOpen(false);
            const choice = choices[index];
            if (choice) act(host.request("folder/choose", { path: choice.path }));
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
