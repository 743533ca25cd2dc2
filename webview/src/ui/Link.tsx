import type { ComponentChildren } from "preact";

interface LinkProps {
  onClick: () => void;
  children: ComponentChildren;
  /** Goes under its row's text where the panel is narrow. */
  wide?: boolean;
  disabled?: boolean;
  title?: string;
}

/** A button that looks like a link. */
export function Link({ onClick, children, wide, disabled, title }: LinkProps) {
  return (
    <button
      type="button"
      class={wide ? "rl-link wide" : "rl-link"}
      onClick={onClick}
      disabled={disabled}
      title={title}
    >
      {children}
    </button>
  );
}
