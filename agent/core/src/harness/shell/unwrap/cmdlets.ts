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

/** Members that `ForEach-Object` calls by name, and the cmdlets that do the same to what a pipe holds. */
const memberCmdlets: Readonly<Record<string, string>> = { delete: "Remove-Item", kill: "Stop-Process" };

/** `... | % Delete`. A block runs as what it is. */
function unwrapForEach({ args, input }: Call): readonly Inner[] | undefined {
  const parameters = readParameters(args, { values: "membername process begin end argumentlist" });
  const member = parameters.value("membername") ?? parameters.operands[0];
  const cmdlet = member?.kind === "literal" ? memberCmdlets[member.text.toLowerCase()] : undefined;
  return cmdlet === undefined ? undefined : words([literal(cmdlet)], { input });
}

export const cmdletUnwrappers: Readonly<Record<string, Unwrapper>> = {
  "start-process": unwrapStartProcess,
  saps: unwrapStartProcess,
  "foreach-object": unwrapForEach,
  foreach: unwrapForEach,
  "%": unwrapForEach,
};
