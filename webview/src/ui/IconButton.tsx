import { Icon } from "./Icon.tsx";

interface IconButtonProps {
  icon: string;
  label: string;
  /** Said by the tooltip; the label when absent. */
  hint?: string;
  primary?: boolean;
  disabled?: boolean;
  class?: string;
  onClick: () => void;
}

export function IconButton({ icon, label, hint, primary, disabled, class: extra, onClick }: IconButtonProps) {
  return (
    <button
      type="button"
      class={`rl-icon-btn${primary ? " primary" : ""}${extra ? ` ${extra}` : ""}`}
      aria-label={label}
      title={hint ?? label}
      disabled={disabled}
      onClick={onClick}
    >
      <Icon name={icon} />
    </button>
  );
}
