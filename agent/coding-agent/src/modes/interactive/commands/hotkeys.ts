import type { LineCommandContext } from "./lineCommand.ts";

const keys: readonly (readonly [key: string, effect: string])[] = [
  ["Enter", "send; during a run: steer it"],
  ["Ctrl+C", "clear what is typed; else cancel the command or stop the run; else leave"],
  ["Ctrl+D", "leave, on an empty line"],
  ["Up, Down", "earlier and later entries"],
  ["Ctrl+A, Ctrl+E", "start and end of the line"],
  ["Ctrl+W, Ctrl+U, Ctrl+K", "delete the word before, all before, all behind the cursor"],
  ["Ctrl+Y", "put back what was deleted"],
  ["Ctrl+L", "clear the screen"],
  ["Ctrl+Z", "suspend; fg continues"],
];

export function showHotkeys({ transcript }: LineCommandContext): void {
  for (const [key, effect] of keys) transcript.line(`${key.padEnd(22)}  ${effect}`);
}
