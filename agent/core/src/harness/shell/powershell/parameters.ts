import type { Argument } from "../walk/argument.ts";

export interface ParameterSyntax {
  /** Full names of parameters with values, in lower case, separated by spaces. */
  readonly values?: string;
  /** Full names of switches. */
  readonly switches?: string;
}

const common =
  "verbose debug erroraction errorvariable warningaction warningvariable informationaction outvariable outbuffer pipelinevariable whatif confirm";
const commonValues = new Set(
  "erroraction errorvariable warningaction warningvariable informationaction outvariable outbuffer pipelinevariable".split(
    " ",
  ),
);

export interface Parameters {
  readonly operands: readonly Argument[];
  has(name: string): boolean;
  value(name: string): Argument | undefined;
  valuesOf(name: string): readonly Argument[];
}

/** Parameters of a cmdlet, by any unambiguous prefix of their names and in any case. */
export function readParameters(args: readonly Argument[], syntax: ParameterSyntax): Parameters {
  const values = new Set((syntax.values ?? "").split(" "));
  const switches = (syntax.switches ?? "").split(" ");
  const known = [...values, ...switches, ...common.split(" ")].filter((name) => name !== "");
  const found = new Map<string, Argument[]>();
  const operands: Argument[] = [];
  for (let at = 0; at < args.length; at++) {
    const argument = args[at];
    if (!argument) break;
    const match = /^-([A-Za-z]\w*)(?::(.*))?$/s.exec(argument.text);
    if (!match) {
      operands.push(argument);
      continue;
    }
    const written = (match[1] ?? "").toLowerCase();
    const name =
      known.find((each) => each === written) ?? known.find((each) => each.startsWith(written)) ?? written;
    // `-WhatIf:$false` switches nothing on.
    if (match[2] === "$false") continue;
    const list = found.get(name) ?? [];
    found.set(name, list);
    if (match[2]) list.push({ ...argument, text: match[2], prefix: match[2] });
    else if (values.has(name) || commonValues.has(name)) {
      // An array is several arguments here: the comma between them marked it.
      let next = args[++at];
      while (next) {
        list.push({ ...next, text: next.text.replace(/,$/, "") });
        if (!next.text.endsWith(",")) break;
        next = args[++at];
      }
    }
  }
  return {
    operands: operands.map((operand) => ({ ...operand, text: operand.text.replace(/(?<=.),$/, "") })),
    has: (name) => found.has(name),
    value: (name) => found.get(name)?.at(-1),
    valuesOf: (name) => found.get(name) ?? [],
  };
}
