import { isKnownProgram } from "../programs.ts";
import type { Call } from "../walk/call.ts";
import type { Inner } from "./inner.ts";
import { cmdletUnwrappers } from "./cmdlets.ts";
import { gitUnwrappers } from "./gitCommands.ts";
import { unwrapInterpreter } from "./interpreters.ts";
import { multipliers } from "./multipliers.ts";
import { packageUnwrapper } from "./packageRunners.ts";
import { unwrapPrefix } from "./prefixes.ts";
import { remoteUnwrappers } from "./remotes.ts";
import { shellUnwrappers } from "./shells.ts";

const tables = [shellUnwrappers, multipliers, remoteUnwrappers, gitUnwrappers, cmdletUnwrappers];

/** What a call runs when it is a wrapper around other commands; `undefined` when it is none. */
export function unwrap(call: Call): readonly Inner[] | "unreadable" | undefined {
  if (call.program.isScript) return undefined;
  const name = call.language === "powershell" ? call.program.name.toLowerCase() : call.program.name;
  for (const table of tables) {
    const inner = Object.hasOwn(table, name) ? table[name]?.(call) : undefined;
    if (inner) return inner;
  }
  const cmdlet = call.program.name.toLowerCase();
  if (cmdlet !== name && Object.hasOwn(cmdletUnwrappers, cmdlet)) return cmdletUnwrappers[cmdlet]?.(call);
  return (
    unwrapInterpreter(name, call) ??
    unwrapPrefix(name, call) ??
    packageUnwrapper(name, isKnownProgram)?.(call)
  );
}
