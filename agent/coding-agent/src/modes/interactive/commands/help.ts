import type { LineCommandContext } from "./lineCommand.ts";
import { lineCommands } from "./lineCommands.ts";

export function showHelp({ transcript }: LineCommandContext): void {
  const rows = Object.entries(lineCommands).map(([name, { usage, description }]): [string, string] => [
    usage === undefined ? name : `${name} ${usage}`,
    description,
  ]);
  rows.push(["!command", "run a shell command, which the model reads of; !!command: which it does not"]);
  const width = Math.max(...rows.map(([call]) => call.length));
  for (const [call, description] of rows) transcript.line(`${call.padEnd(width)}  ${description}`);
}
