/** A glyph of the codicon font; words beside it say the same. */
export function Icon({ name, class: extra }: { name: string; class?: string }) {
  return <i class={`codicon codicon-${name}${extra ? ` ${extra}` : ""}`} aria-hidden="true" />;
}

/** Turns while something goes on; still under reduced motion. */
export function Spinner() {
  return <Icon name="loading" class="spin" />;
}
