import type { Component } from "../types/ui.ts";

/** A component that shows where the cursor is while it has the keyboard. */
export interface Focusable extends Component {
  focused: boolean;
}

export function isFocusable(component: Component | null): component is Focusable {
  return component !== null && "focused" in component;
}
