import type { LineCommandContext } from "./lineCommand.ts";

export function quit({ leave }: LineCommandContext): void {
  leave();
}
