/** What the system prompt says about working together. Apart from the harness: a prompt can be shown without it. */
export const alignmentGuidelines: readonly string[] = [
  "Ask when the goal, or the reason behind it, is unclear.",
  "Propose the simplest design that meets the stated requirements; name the requirement that needs more.",
  "What the developer says about environment, services and domain outweighs your assumptions.",
];
