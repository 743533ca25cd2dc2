import { rest, type Argument } from "./walk/argument.ts";

export interface OptionSyntax {
  /** Options that take a value, with their dashes, separated by spaces: `-o --output`. */
  readonly values?: string;
  /** `-name value` is one long option, not a cluster of letters. */
  readonly isSingleDash?: boolean;
  /** Options end at the first operand: what follows belongs to another command. */
  readonly stopsAtOperand?: boolean;
}

/** The words of a command, told apart. */
export class Options {
  readonly operands: readonly Argument[];
  /** What stands behind `--`; also among the operands. */
  readonly afterDashes: readonly Argument[] | undefined;
  readonly #values: ReadonlyMap<string, readonly Argument[]>;

  constructor(
    operands: readonly Argument[],
    afterDashes: readonly Argument[] | undefined,
    values: ReadonlyMap<string, readonly Argument[]>,
  ) {
    this.operands = operands;
    this.afterDashes = afterDashes;
    this.#values = values;
  }

  /** True when one of the options (separated by spaces) is given. */
  has(names: string): boolean {
    return names.split(" ").some((name) => this.#values.has(name));
  }

  /** The last value of an option; `undefined` without one. */
  value(names: string): Argument | undefined {
    return this.valuesOf(names).at(-1);
  }

  valuesOf(names: string): readonly Argument[] {
    return names.split(" ").flatMap((name) => this.#values.get(name) ?? []);
  }

  /** Every option given, with its dashes. */
  get names(): readonly string[] {
    return [...this.#values.keys()];
  }

  /** The operand at an index as text; empty when there is none. */
  word(index: number): string {
    return this.operands[index]?.text ?? "";
  }
}

const syntaxes = new Map<string, ReadonlySet<string>>();

function valueNames(list: string): ReadonlySet<string> {
  let names = syntaxes.get(list);
  if (!names) {
    names = new Set(list.split(/\s+/).filter((name) => name !== ""));
    syntaxes.set(list, names);
  }
  return names;
}

/** Tells options from operands: `-abc`, `-ofile`, `--name=value`, `--name value`, and `--`. */
export function readOptions(args: readonly Argument[], syntax: OptionSyntax = {}): Options {
  const takesValue = valueNames(syntax.values ?? "");
  const operands: Argument[] = [];
  const values = new Map<string, Argument[]>();
  let afterDashes: readonly Argument[] | undefined;
  const add = (name: string, value?: Argument): void => {
    const list = values.get(name) ?? [];
    if (value) list.push(value);
    values.set(name, list);
  };
  let at = 0;
  const next = (): Argument | undefined => args[++at];
  for (; at < args.length; at++) {
    const argument = args[at];
    if (!argument) break;
    const { text } = argument;
    const isKnown = argument.prefix.startsWith("-") || argument.kind === "literal";
    if (!isKnown || !text.startsWith("-") || text === "-") {
      if (syntax.stopsAtOperand) {
        operands.push(...args.slice(at));
        break;
      }
      operands.push(argument);
    } else if (text === "--") {
      afterDashes = args.slice(at + 1);
      operands.push(...afterDashes);
      break;
    } else if (text.startsWith("--") || syntax.isSingleDash) {
      const equals = text.indexOf("=");
      const name = equals < 0 ? text : text.slice(0, equals);
      if (equals >= 0) add(name, rest(argument, equals + 1));
      else add(name, takesValue.has(name) ? next() : undefined);
    } else addCluster(argument, takesValue, add, next);
  }
  return new Options(operands, afterDashes, values);
}

function addCluster(
  argument: Argument,
  takesValue: ReadonlySet<string>,
  add: (name: string, value?: Argument) => void,
  next: () => Argument | undefined,
): void {
  const { text } = argument;
  for (let index = 1; index < text.length; index++) {
    const name = `-${text[index]}`;
    if (!takesValue.has(name)) {
      add(name);
      continue;
    }
    const isEquals = text[index + 1] === "=";
    const from = index + (isEquals ? 2 : 1);
    add(name, from < text.length ? rest(argument, from) : next());
    return;
  }
}
