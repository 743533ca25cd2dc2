import { isCheckTool } from "./checks/tools.ts";
import { detectorsOf } from "./operations/families.ts";

/** Programs that the tables name: `yarn NAME` runs one of them when no script has the name. */
export function isKnownProgram(name: string): boolean {
  return isCheckTool(name) || detectorsOf(name).length > 0;
}
