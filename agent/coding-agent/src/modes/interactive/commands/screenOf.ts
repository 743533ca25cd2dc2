import type { ListScreen } from "../numberedList.ts";
import type { LineCommandContext } from "./lineCommand.ts";

/** Where a list of this command is shown. */
export function screenOf({ transcript, ask }: Pick<LineCommandContext, "transcript" | "ask">): ListScreen {
  return { line: (text) => transcript.line(text), ask };
}
