import { literal, type Argument } from "../walk/argument.ts";
import type { Call } from "../walk/call.ts";
import { readParameters } from "../powershell/parameters.ts";
import { words, type Inner, type Unwrapper } from "./inner.ts";

/** `Start-Process git -ArgumentList "push","origin"`: it starts the program and does not hand on its status. */
function unwrapStartProcess(call: Call): readonly Inner[] | undefined {
  const parameters = readParameters(call.args, {
    values:
      "filepath argumentlist workingdirectory windowstyle verb redirectstandardoutput redirectstandarderror redirectstandardinput credential",
  });
  const file = parameters.value("filepath") ?? parameters.operands[0];
  if (!file) return undefined;
  const given = parameters.valuesOf("argumentlist");
  const list = given.length > 0 ? given : parameters.operands.slice(parameters.has("filepath") ? 0 : 1);
  const args = list.flatMap((argument): Argument[] =>
    argument.kind === "literal" ? argument.text.split(/\s+/).map(literal) : [argument],
  );
  return words([file, ...args], { passesStatus: false });
}

export const cmdletUnwrappers: Readonly<Record<string, Unwrapper>> = {
  "start-process": unwrapStartProcess,
  saps: unwrapStartProcess,
};
