import { Icon } from "./Icon.tsx";

interface ChipProps {
  icon: string;
  label: string;
  title?: string;
  /** Struck through: it does not go along. */
  off?: boolean;
  button?: { icon: string; label: string; onClick: () => void };
}

export function Chip({ icon, label, title, off, button }: ChipProps) {
  return (
    <span class={off ? "rl-chip off" : "rl-chip"} title={title ?? label}>
      <Icon name={icon} />
      <span class="ellipsis">{label}</span>
      {button && (
        <button type="button" aria-label={button.label} title={button.label} onClick={button.onClick}>
          <Icon name={button.icon} />
        </button>
      )}
    </span>
  );
}
