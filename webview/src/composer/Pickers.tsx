import { useState } from "preact/hooks";
import type { ThinkingLevel } from "@relay-harness/protocol";
import { useApp } from "../app.ts";
import { text } from "../strings/text.ts";
import type { StringKey } from "../strings/strings.ts";
import { Icon } from "../ui/Icon.tsx";
import type { Option } from "../ui/Popup.tsx";
import { useDisabled } from "../ui/useDisabled.ts";
import { modelChoices } from "./modelOptions.ts";
import { PickerPopup } from "./PickerPopup.tsx";

interface PickerProps {
  id: string;
  label: string;
  shown: string;
  class?: string;
  disabledReason?: string;
  options: readonly Option[];
  listLabel: string;
  filterLabel?: string;
  onChoose: (index: number) => void;
}

function Picker(props: PickerProps) {
  const { id, label, shown, disabledReason, options, listLabel, filterLabel, onChoose } = props;
  const { composing } = useApp();
  const [isOpen, setOpen] = useState(false);
  const close = (): void => {
    setOpen(false);
    composing.focus();
  };
  return (
    <>
      <button
        type="button"
        class={`rl-picker ${props.class ?? ""}`}
        role="combobox"
        aria-label={label}
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        title={disabledReason ?? `${label}: ${shown}`}
        disabled={disabledReason !== undefined}
        onClick={() => setOpen(!isOpen)}
        onKeyDown={(event) => {
          if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
          event.preventDefault();
          setOpen(true);
        }}
      >
        <span class="ellipsis">{shown}</span>
        <Icon name="chevron-down" />
      </button>
      {isOpen && (
        <PickerPopup
          id={id}
          label={listLabel}
          filterLabel={filterLabel}
          options={options}
          onChoose={(index) => {
            onChoose(index);
            close();
          }}
          onClose={close}
        />
      )}
    </>
  );
}

export function ModelPicker() {
  const { chat, host, act } = useApp();
  const models = chat.models.value;
  const agent = chat.agent.value;
  const disabledReason = useDisabled("models");
  const choices = modelChoices(models);
  const current = models.current?.name || models.current?.id;
  const shown =
    current ?? (agent.kind === "ready" && agent.isOfflineDemo ? "Offline demo" : text("chooseModel"));
  return (
    <Picker
      id="rl-models"
      class="model"
      label={text("model")}
      shown={shown}
      disabledReason={disabledReason}
      options={choices}
      listLabel={text("models")}
      filterLabel={text("filterModels")}
      onChoose={(index) => {
        const choice = choices[index];
        if (choice) act(host.request("model/set", { provider: choice.provider, modelId: choice.modelId }));
      }}
    />
  );
}

const levelNames = {
  off: "thinkingOff",
  minimal: "thinkingMinimal",
  low: "thinkingLow",
  medium: "thinkingMedium",
  high: "thinkingHigh",
  xhigh: "thinkingXhigh",
  max: "thinkingMax",
} as const satisfies Record<ThinkingLevel, StringKey>;

/** Only where the model offers more than one level. */
export function ThinkingPicker() {
  const { chat, host, act } = useApp();
  const { level, levels } = chat.thinking.value;
  const disabledReason = useDisabled("thinking");
  if (levels.length < 2) return null;
  return (
    <Picker
      id="rl-levels"
      class={chat.run.value.isRunning ? "thinking rl-hide-narrow" : "thinking"}
      label={text("thinkingLevel")}
      shown={text(levelNames[level])}
      disabledReason={disabledReason}
      options={levels.map((name) => ({ key: name, name: text(levelNames[name]), isChosen: name === level }))}
      listLabel={text("levels")}
      onChoose={(index) => {
        const chosen = levels[index];
        if (chosen !== undefined) act(host.request("thinking/set", { level: chosen }));
      }}
    />
  );
}
